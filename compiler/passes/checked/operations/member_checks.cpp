// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/operations/member_checks.h"

#include "compiler/passes/checked/operations/operation_tests.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

bool standsForAnyNumber(const StructType &structure, unsigned member) {
  const auto *array = dyn_cast<ArrayType>(structure.getElementType(member));
  return array && member + 1 == structure.getNumElements() && array->getNumElements() <= 1;
}

// Follows the indices of an address from `isMember` on, which is whether it begins at a member.
// Returns whether it ends at one; tells `found` of the indices of members that are arrays.
bool follow(const GEPOperator &address, bool isMember,
            function_ref<void(Value &index, std::uint64_t elements)> found) {
  const auto *first = dyn_cast<ConstantInt>(address.idx_begin()->get());
  isMember &= first && first->isZero();
  Type *type = address.getSourceElementType();
  for (const Use &index : drop_begin(address.indices())) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      const unsigned member = cast<ConstantInt>(index)->getZExtValue();
      isMember = !standsForAnyNumber(*structure, member);
      type = structure->getElementType(member);
      continue;
    }
    const auto *array = dyn_cast<ArrayType>(type);
    if (array && isMember)
      found(*index, array->getNumElements());
    isMember = false;
    type = array ? array->getElementType() : cast<VectorType>(type)->getElementType();
  }
  return isMember;
}

bool isMember(const Value &pointer) {
  const auto *address = dyn_cast<GEPOperator>(&pointer);
  return address &&
         follow(*address, isMember(*address->getPointerOperand()), [](Value &, std::uint64_t) {});
}

// Whether memory is accessed at the address itself, or below it.
bool isAccessed(const Value &address) {
  return any_of(address.users(), [&](const User *user) {
    return isa<GetElementPtrInst>(user) || getLoadStorePointerOperand(user) == &address;
  });
}

bool check(GetElementPtrInst &address) {
  bool changed = false;
  const bool isUsed = isAccessed(address);
  const auto test = [&](Value &index, std::uint64_t elements) {
    Type *type = index.getType();
    IRBuilder<> builder(&address);
    Value *inside = builder.CreateICmpULT(&index, ConstantInt::get(type, elements + !isUsed));
    changed |= emitTest(address, address.getDebugLoc(),
                        {WEFT_MISTAKE_INDEX, "", inside, &index, ConstantInt::get(type, elements),
                         /*isSigned=*/true});
  };
  follow(cast<GEPOperator>(address), isMember(*address.getPointerOperand()), test);
  return changed;
}

} // namespace

PreservedAnalyses MemberChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isUserCode(function))
    return PreservedAnalyses::all();
  SmallVector<GetElementPtrInst *> addresses;
  for (Instruction &instruction : instructions(function))
    if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
      addresses.push_back(address);
  bool changed = false;
  for (GetElementPtrInst *address : addresses)
    changed |= check(*address);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
