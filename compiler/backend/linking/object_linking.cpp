// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/linking/object_linking.h"

#include "device/kernel_abi.h"

#include "llvm/Object/ELFObjectFile.h"

#include <cstddef>
#include <cstring>

namespace weft::compiler {

using namespace llvm;

char *findContents(MutableArrayRef<char> object, StringRef symbolName) {
  const MemoryBufferRef buffer(StringRef(object.data(), object.size()), "kernels");
  auto file = object::ObjectFile::createELFObjectFile(buffer);
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<StringRef> name = symbol.getName();
    Expected<std::uint64_t> offset = symbol.getValue();
    Expected<object::section_iterator> section = symbol.getSection();
    if (!name || !offset || !section) {
      consumeError(
          joinErrors(joinErrors(name.takeError(), offset.takeError()), section.takeError()));
      continue;
    }
    if (*name != symbolName || *section == (*file)->section_end())
      continue;
    Expected<StringRef> contents = (*section)->getContents();
    if (!contents) {
      consumeError(contents.takeError());
      return nullptr;
    }
    return object.data() + (contents->data() - object.data()) + *offset;
  }
  return nullptr;
}

bool describeWhole(ObjectFile &first, std::uint32_t kernels, std::uint64_t globalVariableBytes) {
  char *program = findContents(first, WEFT_PROGRAM_SYMBOL);
  if (!program)
    return false;
  std::memcpy(program + offsetof(weft_program_description, kernel_count), &kernels, sizeof kernels);
  std::memcpy(program + offsetof(weft_program_description, global_variable_bytes),
              &globalVariableBytes, sizeof globalVariableBytes);
  return true;
}

} // namespace weft::compiler
