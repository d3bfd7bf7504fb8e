// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/contents/unset_variables.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/memory_objects.h"
#include "compiler/passes/support/passes/replaced_instructions.h"
#include "compiler/passes/support/preserved_control_flow.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral unsetPrefix = "__weft_unset ";

/// Arrays with more components are too large for registers.
constexpr unsigned mostComponents = 64;

unsigned componentsOf(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return std::min<std::uint64_t>(array->getNumElements(), mostComponents + 1) *
           componentsOf(array->getElementType());
  unsigned count = 0;
  if (auto *structure = dyn_cast<StructType>(type))
    for (Type *element : structure->elements())
      count += componentsOf(element);
  return isa<StructType>(type) ? count : 1;
}

// One function for each type.
Value *callUnset(IRBuilder<> &builder, Type *type) {
  std::string name = unsetPrefix.str();
  raw_string_ostream(name) << *type;
  return callUndefined(builder, name, type);
}

} // namespace

bool isUnsetValue(const Instruction &instruction) {
  return calleeName(instruction).starts_with(unsetPrefix);
}

void removeUnsetValues(Function &function) {
  replaceInstructions(function, [](Instruction &instruction) {
    return isUnsetValue(instruction) ? Constant::getNullValue(instruction.getType()) : nullptr;
  });
}

PreservedAnalyses UnsetVariablesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && !variable->isArrayAllocation() &&
        componentsOf(variable->getAllocatedType()) <= mostComponents)
      variables.push_back(variable);
  for (AllocaInst *variable : variables)
    for (Instruction *begin : beginsOf(*variable)) {
      IRBuilder<> builder(begin->getNextNode());
      Type *type = variable->getAllocatedType();
      builder.CreateAlignedStore(callUnset(builder, type), variable, variable->getAlign());
    }
  return preservedControlFlow(!variables.empty());
}

} // namespace weft::compiler
