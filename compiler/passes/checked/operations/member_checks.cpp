// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks indices of arrays that are members of structures. Such an access may leave its array and
// still lie inside of the object (bounds_checks.h).
//
// It runs on the program's own functions, whose address arithmetic has types. An index may be that
// behind the last element where only the address is wanted. The last member of a structure, with
// one element or none, stands for any number. Rows of arrays of several dimensions are not told
// apart: programs walk through all of them with one index.
#include "compiler/passes/checked/operations/operation_tests.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
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

} // namespace

bool checkMembers(Instruction &instruction) {
  const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  if (!address)
    return false;
  bool changed = false;
  const bool isUsed = isAccessed(*address);
  const auto test = [&](Value &index, std::uint64_t elements) {
    Type *type = index.getType();
    IRBuilder<> builder(&instruction);
    Value *inside = builder.CreateICmpULT(&index, ConstantInt::get(type, elements + !isUsed));
    changed |= emitTest(instruction, address->getDebugLoc(),
                        {WEFT_MISTAKE_INDEX, "", inside, &index, ConstantInt::get(type, elements),
                         /*isSigned=*/true});
  };
  follow(*cast<GEPOperator>(address), isMember(*address->getPointerOperand()), test);
  return changed;
}

} // namespace weft::compiler
