// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in variables (SPIR-V specification, section 3.2.21): each is a work-item function of
// OpenCL C. A load calls the function; other uses get memory that holds the value.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

enum class Form { EachDimension, Size, Number, Ballot };

// A new feature is one line per variable.
struct BuiltIn {
  std::uint32_t number;
  StringLiteral function;
  Form form; ///< whether the function takes a dimension, and the type of its result
};
constexpr BuiltIn known[] = {
    {spv::BuiltInWorkDim, "get_work_dim", Form::Number},
    {spv::BuiltInGlobalSize, "get_global_size", Form::EachDimension},
    {spv::BuiltInGlobalInvocationId, "get_global_id", Form::EachDimension},
    {spv::BuiltInWorkgroupSize, "get_local_size", Form::EachDimension},
    {spv::BuiltInEnqueuedWorkgroupSize, "get_enqueued_local_size", Form::EachDimension},
    {spv::BuiltInLocalInvocationId, "get_local_id", Form::EachDimension},
    {spv::BuiltInNumWorkgroups, "get_num_groups", Form::EachDimension},
    {spv::BuiltInWorkgroupId, "get_group_id", Form::EachDimension},
    {spv::BuiltInGlobalOffset, "get_global_offset", Form::EachDimension},
    {spv::BuiltInGlobalLinearId, "get_global_linear_id", Form::Size},
    {spv::BuiltInLocalInvocationIndex, "get_local_linear_id", Form::Size},
    {spv::BuiltInSubgroupSize, "get_sub_group_size", Form::Number},
    {spv::BuiltInSubgroupMaxSize, "get_max_sub_group_size", Form::Number},
    {spv::BuiltInNumSubgroups, "get_num_sub_groups", Form::Number},
    {spv::BuiltInNumEnqueuedSubgroups, "get_enqueued_num_sub_groups", Form::Number},
    {spv::BuiltInSubgroupId, "get_sub_group_id", Form::Number},
    {spv::BuiltInSubgroupLocalInvocationId, "get_sub_group_local_id", Form::Number},
    {spv::BuiltInSubgroupEqMask, "get_sub_group_eq_mask", Form::Ballot},
    {spv::BuiltInSubgroupGeMask, "get_sub_group_ge_mask", Form::Ballot},
    {spv::BuiltInSubgroupGtMask, "get_sub_group_gt_mask", Form::Ballot},
    {spv::BuiltInSubgroupLeMask, "get_sub_group_le_mask", Form::Ballot},
    {spv::BuiltInSubgroupLtMask, "get_sub_group_lt_mask", Form::Ballot},
};

// Of the variable, and of the function's result; 0 for non-vectors.
unsigned componentsOf(Form form) {
  return form == Form::EachDimension ? 3 : form == Form::Ballot ? 4 : 0;
}

Type *resultOf(IRBuilder<> &builder, Form form) {
  if (form == Form::Ballot)
    return FixedVectorType::get(builder.getInt32Ty(), componentsOf(form));
  return form == Form::Number ? builder.getInt32Ty() : builder.getInt64Ty();
}

const BuiltIn *find(std::uint32_t number) {
  const auto *place = find_if(known, [&](const BuiltIn &one) { return one.number == number; });
  return place == std::end(known) ? nullptr : place;
}

} // namespace

bool Translation::declareBuiltIn(const Instruction &variable) {
  const std::uint32_t number = (*source.find(variable.result, spv::DecorationBuiltIn))[0];
  if (!find(number))
    return fail(variable, "built-in variable " + builtInName(number) + " is not supported");
  Type *type = this->type(pointeeId(variable.type));
  if (!type)
    return false;
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (!type->isIntOrIntVectorTy() ||
      componentsOf(find(number)->form) != (vector ? vector->getNumElements() : 0))
    return fail(variable, "the type is not that of built-in variable " + builtInName(number));
  builtIns[variable.result] = number;
  return true;
}

Value *Translation::loadBuiltIn(const Instruction &user, Id variable) {
  const BuiltIn *builtIn = find(builtIns.lookup(variable));
  Type *type = this->type(pointeeId(source.typeOf(variable)));
  if (!builtIn || !type || !currentFunction)
    return fail(user, "the built-in variable is used outside a function");
  const auto part = [&](std::optional<unsigned> dimension) -> Value * {
    BuiltInCall call(*this, user, builtIn->function, Sign::Unsigned);
    if (dimension)
      call.add(builder.getInt32(*dimension));
    Value *value = call.call(resultOf(builder, builtIn->form));
    return value ? builder.CreateZExtOrTrunc(value, dimension ? type->getScalarType() : type)
                 : nullptr;
  };
  if (builtIn->form != Form::EachDimension)
    return part(std::nullopt);
  Value *result = PoisonValue::get(type);
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *value = part(dimension);
    if (!value)
      return nullptr;
    result = builder.CreateInsertElement(result, value, dimension);
  }
  return result;
}

Value *Translation::addressOfBuiltIn(Id variable) {
  if (AllocaInst *copy = builtInCopies.lookup(variable))
    return copy;
  const Instruction &definition = *source.definition(variable);
  if (!currentFunction)
    return fail(definition, "the built-in variable is used outside a function");
  Type *type = this->type(pointeeId(definition.type));
  if (!type)
    return nullptr;
  const IRBuilder<>::InsertPointGuard guard(builder);
  BasicBlock &entry = currentFunction->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  AllocaInst *copy = builder.CreateAlloca(type);
  Value *content = loadBuiltIn(definition, variable);
  if (!content)
    return nullptr;
  builder.CreateStore(content, copy);
  return builtInCopies[variable] = copy;
}

} // namespace weft::compiler::spirv
