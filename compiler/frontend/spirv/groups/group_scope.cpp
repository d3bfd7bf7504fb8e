// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/groups/group_scope.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

constexpr GroupScope groupScopes[] = {
    {spv::ScopeWorkgroup, "work_group_"},
    {spv::ScopeSubgroup, "sub_group_"},
};

// The components at one index of each vector.
SmallVector<Value *, 2> componentsAt(IRBuilder<> &builder, ArrayRef<Value *> vectors,
                                     unsigned place) {
  SmallVector<Value *, 2> components;
  for (Value *vector : vectors)
    components.push_back(builder.CreateExtractElement(vector, place));
  return components;
}

} // namespace

const GroupScope *groupScope(Translation &translation, const Instruction &instruction, Id scope) {
  const auto number = translation.number(scope);
  if (!number)
    return translation.fail(instruction, "the execution scope is not constant");
  const auto *known = find_if(groupScopes, [&](const GroupScope &one) {
    return one.scope == static_cast<spv::Scope>(*number);
  });
  if (known != std::end(groupScopes))
    return known;
  return translation.fail(instruction, "execution scope " +
                                           scopeName(static_cast<std::uint32_t>(*number)) +
                                           " is not supported");
}

bool requireSubgroup(Translation &translation, const Instruction &instruction, Id scope) {
  const GroupScope *known = groupScope(translation, instruction, scope);
  return known && (known->isSubgroup() ||
                   translation.fail(instruction, "only execution scope Subgroup is supported"));
}

Value *eachComponent(Translation &translation, const Instruction &instruction,
                     ArrayRef<Value *> values, MakeComponent make) {
  if (is_contained(values, nullptr))
    return nullptr;
  Type *type = values.front()->getType();
  const Type *element = type->getScalarType();
  if (!element->isIntegerTy() && !element->isFloatingPointTy())
    return translation.fail(instruction, "the value is not a number");
  if (any_of(values, [&](const Value *value) { return value->getType() != type; }))
    return translation.fail(instruction, "the values differ in type");
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return make(values);
  IRBuilder<> &builder = translation.builder;
  Value *result = nullptr;
  for (unsigned place = 0; place != vector->getNumElements(); ++place) {
    Value *component = make(componentsAt(builder, values, place));
    if (!component)
      return nullptr;
    if (!result)
      result =
          PoisonValue::get(FixedVectorType::get(component->getType(), vector->getNumElements()));
    result = builder.CreateInsertElement(result, component, place);
  }
  return result;
}

Value *predicateNumber(IRBuilder<> &builder, Value *predicate) {
  return builder.CreateZExt(predicate, builder.getInt32Ty());
}

Value *truthOf(IRBuilder<> &builder, Value *number) {
  return number ? builder.CreateICmpNE(number, builder.getInt32(0)) : nullptr;
}

Value *predicate(Translation &translation, const Instruction &instruction, std::size_t operand) {
  Value *value = translation.operand(instruction, operand);
  if (!value || value->getType()->isIntegerTy(1))
    return value;
  return translation.fail(instruction, "the predicate is not boolean");
}

Value *index(Translation &translation, const Instruction &instruction, std::size_t operand) {
  Value *value = translation.operand(instruction, operand);
  if (!value)
    return nullptr;
  if (!value->getType()->isIntegerTy())
    return translation.fail(instruction, "the index is not an integer");
  return translation.builder.CreateZExtOrTrunc(value, translation.builder.getInt32Ty());
}

} // namespace weft::compiler::spirv
