// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

using namespace llvm;

std::optional<unsigned> regionParameter(const Value &value) {
  const auto *argument = dyn_cast<Argument>(&value);
  unsigned index = 0;
  if (!argument || argument->getParent()
                       ->getAttributeAtIndex(argument->getArgNo() + AttributeList::FirstArgIndex,
                                             regionParameterAttribute)
                       .getValueAsString()
                       .getAsInteger(10, index))
    return std::nullopt;
  return index;
}

Argument *parameterOf(Function &region, unsigned index) {
  auto *const found = find_if(
      region.args(), [&](Argument &parameter) { return regionParameter(parameter) == index; });
  return found == region.arg_end() ? nullptr : found;
}

SmallVector<Function *> regionFunctions(Module &module) {
  SmallVector<Function *> regions;
  for (Function &function : module)
    if (function.hasFnAttribute(regionAttribute) && !function.isDeclaration())
      regions.push_back(&function);
  return regions;
}

} // namespace weft::compiler
