// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans (SPIR-V specification, sections 3.3.21 and 3.3.24, and
// SPV_KHR_uniform_group_instructions). In sub-groups, operations of all work-items are those of the
// active ones.
#include "compiler/frontend/spirv/builtins/built_in_call.h"
#include "compiler/frontend/spirv/groups/group_scope.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

enum class Values { Integers, Signed, Unsigned, Floats, Booleans };

struct Collective {
  std::uint32_t op;
  StringLiteral name;
  Values values;

  bool isLogical() const { return values == Values::Booleans; }
  Sign sign() const { return values == Values::Unsigned ? Sign::Unsigned : Sign::Signed; }
  bool takes(const Type *type) const {
    if (isLogical())
      return type->isIntegerTy(1);
    return values == Values::Floats ? type->isFloatingPointTy()
                                    : type->isIntegerTy() && !type->isIntegerTy(1);
  }
};
constexpr Collective collectives[] = {
    {spv::OpGroupIAdd, "add", Values::Integers},
    {spv::OpGroupFAdd, "add", Values::Floats},
    {spv::OpGroupFMin, "min", Values::Floats},
    {spv::OpGroupUMin, "min", Values::Unsigned},
    {spv::OpGroupSMin, "min", Values::Signed},
    {spv::OpGroupFMax, "max", Values::Floats},
    {spv::OpGroupUMax, "max", Values::Unsigned},
    {spv::OpGroupSMax, "max", Values::Signed},
    {spv::OpGroupIMulKHR, "mul", Values::Integers},
    {spv::OpGroupFMulKHR, "mul", Values::Floats},
    {spv::OpGroupBitwiseAndKHR, "and", Values::Integers},
    {spv::OpGroupBitwiseOrKHR, "or", Values::Integers},
    {spv::OpGroupBitwiseXorKHR, "xor", Values::Integers},
    {spv::OpGroupLogicalAndKHR, "and", Values::Booleans},
    {spv::OpGroupLogicalOrKHR, "or", Values::Booleans},
    {spv::OpGroupLogicalXorKHR, "xor", Values::Booleans},
    {spv::OpGroupNonUniformIAdd, "add", Values::Integers},
    {spv::OpGroupNonUniformFAdd, "add", Values::Floats},
    {spv::OpGroupNonUniformIMul, "mul", Values::Integers},
    {spv::OpGroupNonUniformFMul, "mul", Values::Floats},
    {spv::OpGroupNonUniformSMin, "min", Values::Signed},
    {spv::OpGroupNonUniformUMin, "min", Values::Unsigned},
    {spv::OpGroupNonUniformFMin, "min", Values::Floats},
    {spv::OpGroupNonUniformSMax, "max", Values::Signed},
    {spv::OpGroupNonUniformUMax, "max", Values::Unsigned},
    {spv::OpGroupNonUniformFMax, "max", Values::Floats},
    {spv::OpGroupNonUniformBitwiseAnd, "and", Values::Integers},
    {spv::OpGroupNonUniformBitwiseOr, "or", Values::Integers},
    {spv::OpGroupNonUniformBitwiseXor, "xor", Values::Integers},
    {spv::OpGroupNonUniformLogicalAnd, "and", Values::Booleans},
    {spv::OpGroupNonUniformLogicalOr, "or", Values::Booleans},
    {spv::OpGroupNonUniformLogicalXor, "xor", Values::Booleans},
};

const Collective &find(std::uint32_t op) {
  return *find_if(collectives, [&](const Collective &one) { return one.op == op; });
}

// The first work-item of an exclusive scan gets the identity, which is that of the narrow type.
Value *narrowed(IRBuilder<> &builder, Value *result, IntegerType *type,
                const Collective &collective) {
  const unsigned wide = result->getType()->getIntegerBitWidth(), bits = type->getBitWidth();
  const bool isSigned = collective.sign() == Sign::Signed;
  if (collective.name == "min") {
    const APInt most =
        isSigned ? APInt::getSignedMaxValue(bits).sext(wide) : APInt::getMaxValue(bits).zext(wide);
    result = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, result,
                                           builder.getInt(most));
  } else if (collective.name == "max" && isSigned) {
    result = builder.CreateBinaryIntrinsic(
        Intrinsic::smax, result, builder.getInt(APInt::getSignedMinValue(bits).sext(wide)));
  }
  return builder.CreateTrunc(result, type);
}

// One collective of scalars, in the form of the group operation.
class ScalarCollective {
public:
  ScalarCollective(Translation &translation, const Instruction &instruction)
      : translation(translation), instruction(instruction), collective(find(instruction.op)),
        builder(translation.builder) {}

  Value *inWorkGroup(Value *value, StringRef form) {
    Value *wide = widened(value);
    Value *result = hasBuiltIn() ? callBuiltIn(wide, form) : callPrimitive(wide, form);
    if (!result || wide == value)
      return result;
    return collective.isLogical()
               ? truthOf(builder, result)
               : narrowed(builder, result, cast<IntegerType>(value->getType()), collective);
  }

  Value *inSubGroup(Value *value, StringRef form, Value *clusterSize) {
    const bool isLogical = collective.isLogical();
    Value *number = isLogical ? predicateNumber(builder, value) : value;
    BuiltInCall call(translation, instruction,
                     (clusterSize ? "sub_group_clustered_" : "sub_group_non_uniform_") +
                         form.str() + (isLogical ? "logical_" : "") + collective.name.str(),
                     collective.sign());
    call.add(number);
    if (clusterSize)
      call.add(clusterSize, Sign::Unsigned);
    Value *result = call.call(number->getType());
    return isLogical ? truthOf(builder, result) : result;
  }

private:
  // OpenCL C has work-group built-ins only for these operators.
  bool hasBuiltIn() const {
    return is_contained({StringRef("add"), StringRef("min"), StringRef("max")},
                        StringRef(collective.name));
  }

  // Work-group collectives support numbers of 32 and 64 bits, and half.
  Value *widened(Value *value) {
    const Type *type = value->getType();
    if (!type->isIntegerTy() || type->getIntegerBitWidth() >= 32)
      return value;
    return collective.sign() == Sign::Signed && !collective.isLogical()
               ? builder.CreateSExt(value, builder.getInt32Ty())
               : builder.CreateZExt(value, builder.getInt32Ty());
  }

  Value *callBuiltIn(Value *value, StringRef form) {
    return BuiltInCall(translation, instruction,
                       ("work_group_" + form + StringRef(collective.name)).str(), collective.sign())
        .add(value)
        .call(value->getType());
  }

  // Of Weft's passes.
  Value *callPrimitive(Value *value, StringRef form) {
    Type *type = value->getType();
    const std::string suffix =
        (type->isIntegerTy() ? "_i" : "_f") + utostr(type->getPrimitiveSizeInBits());
    return BuiltInCall(translation, instruction,
                       ("__weft_collective_" + form + StringRef(collective.name)).str() + suffix)
        .add(value)
        .callUnmangled(type);
  }

  Translation &translation;
  const Instruction &instruction;
  const Collective &collective;
  IRBuilder<> &builder;
};

// The part of built-ins' names for a group operation; empty if unsupported.
StringRef formOf(std::uint32_t operation) {
  switch (operation) {
  case spv::GroupOperationReduce:
  case spv::GroupOperationClusteredReduce:
    return "reduce_";
  case spv::GroupOperationInclusiveScan:
    return "scan_inclusive_";
  case spv::GroupOperationExclusiveScan:
    return "scan_exclusive_";
  default:
    return "";
  }
}

// Instructions that only the active work-items need reach, which are those of sub-groups.
bool isNonUniform(std::uint32_t op) {
  return op >= spv::OpGroupNonUniformIAdd && op <= spv::OpGroupNonUniformLogicalXor;
}

Value *translate(Translation &translation, const Instruction &instruction) {
  const GroupScope *scope = groupScope(translation, instruction, instruction[0]);
  if (!scope ||
      (isNonUniform(instruction.op) && !requireSubgroup(translation, instruction, instruction[0])))
    return nullptr;
  const std::uint32_t operation = instruction[1];
  const StringRef form = formOf(operation);
  const bool isClustered = operation == spv::GroupOperationClusteredReduce;
  if (form.empty() || (isClustered && !isNonUniform(instruction.op)))
    return translation.fail(instruction, "group operation " + groupOperationName(operation) +
                                             " is not supported");
  Value *clusterSize = isClustered ? index(translation, instruction, 3) : nullptr;
  Value *value = translation.operand(instruction, 2);
  if (!value || (isClustered && !clusterSize))
    return nullptr;
  if (!find(instruction.op).takes(value->getType()->getScalarType()))
    return translation.fail(instruction, "the operand has another type than the collective");
  ScalarCollective scalar(translation, instruction);
  return eachComponent(translation, instruction, value, [&](ArrayRef<Value *> components) {
    return scope->isSubgroup() ? scalar.inSubGroup(components[0], form, clusterSize)
                               : scalar.inWorkGroup(components[0], form);
  });
}

constexpr auto handlers = [] {
  std::array<Handler, std::size(collectives)> list{};
  for (std::size_t index = 0; index != list.size(); ++index)
    list[index] = {collectives[index].op, translate};
  return list;
}();

} // namespace

ArrayRef<Handler> collectiveHandlers() { return handlers; }

} // namespace weft::compiler::spirv
