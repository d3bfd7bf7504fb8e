// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/linear_gangs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

namespace weft::compiler {

using namespace llvm;

std::optional<LinearGangs> linearGangs(const Function &function) {
  const Attribute attribute = function.getFnAttribute(linearGangsAttribute);
  if (!attribute.isStringAttribute())
    return std::nullopt;
  LinearGangs gangs{};
  std::uint64_t *size = gangs.size.begin();
  for (const StringRef text : split(attribute.getValueAsString(), ','))
    text.getAsInteger(10, *size++);
  assert(size == gangs.size.end() && gangs.size[0] > 1 && isPowerOf2_64(gangs.size[0]) &&
         gangs.size[1] && gangs.size[2] && "pieces divide gangs");
  return gangs;
}

void setLinearGangs(Function &kernel, const LinearGangs &gangs) {
  kernel.addFnAttr(
      linearGangsAttribute,
      (Twine(gangs.size[0]) + "," + Twine(gangs.size[1]) + "," + Twine(gangs.size[2])).str());
}

} // namespace weft::compiler
