// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/kernel_names.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <optional>
#include <string_view>

namespace weft::command {
namespace {

class Object {
public:
  explicit Object(std::span<const std::byte> bytes) : bytes(bytes) {}

  template <class T> std::optional<T> at(std::uint64_t offset) const {
    T value;
    if (offset > bytes.size() || bytes.size() - offset < sizeof value)
      return std::nullopt;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }
  std::string_view textAt(std::uint64_t offset) const {
    if (offset >= bytes.size())
      return {};
    const std::string_view rest(reinterpret_cast<const char *>(bytes.data()) + offset,
                                bytes.size() - offset);
    return rest.substr(0, rest.find('\0'));
  }

private:
  std::span<const std::byte> bytes;
};

void addKernels(const Object &object, const Elf64_Shdr &symbols, const Elf64_Shdr &names,
                std::vector<std::string> &kernels) {
  constexpr std::string_view prefix = "kernel_";
  for (std::uint64_t offset = 0; offset < symbols.sh_size; offset += sizeof(Elf64_Sym)) {
    const auto symbol = object.at<Elf64_Sym>(symbols.sh_offset + offset);
    if (!symbol)
      return;
    const std::string_view name = object.textAt(names.sh_offset + symbol->st_name);
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && name.starts_with(prefix))
      kernels.emplace_back(name.substr(prefix.size()));
  }
}

} // namespace

std::vector<std::string> kernelNames(std::span<const std::byte> bytes) {
  std::vector<std::string> kernels;
  const Object object(bytes);
  const auto header = object.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    return kernels;
  const auto section = [&](std::uint64_t number) {
    return object.at<Elf64_Shdr>(header->e_shoff + number * sizeof(Elf64_Shdr));
  };
  for (unsigned number = 0; number < header->e_shnum; ++number)
    if (const auto symbols = section(number); symbols && symbols->sh_type == SHT_SYMTAB)
      if (const auto names = section(symbols->sh_link))
        addKernels(object, *symbols, *names, kernels);
  std::ranges::sort(kernels);
  return kernels;
}

} // namespace weft::command
