// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/affine/value_ranges.h"

#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/limits.h"
#include "compiler/passes/support/region_parameters.h"
#include "device/kernel_abi_checks.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

ConstantRange from(unsigned width, std::uint64_t least, std::uint64_t limit) {
  return {APInt(width, least), APInt(width, limit)};
}

std::optional<unsigned> dimensionOf(std::uint64_t index, std::uint64_t first) {
  return index >= first && index < first + 3 ? std::optional<unsigned>(index - first)
                                             : std::nullopt;
}

// The offset in weft_launch that a load reads, if it reads there.
std::optional<std::uint64_t> launchField(const Value &value) {
  const auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->getType()->isIntegerTy(64))
    return std::nullopt;
  APInt offset(64, 0);
  const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      load->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  if (regionParameter(*base) != unsigned{RegionParameters::Launch})
    return std::nullopt;
  return offset.getZExtValue();
}

// In the kernel's order of dimensions, as ids are.
std::optional<unsigned> launchDimension(const Value &value, std::size_t field) {
  const auto offset = launchField(value);
  if (!offset || *offset < field || (*offset - field) % sizeof(std::uint64_t) != 0)
    return std::nullopt;
  const auto dimension = dimensionOf((*offset - field) / sizeof(std::uint64_t), 0);
  if (!dimension)
    return std::nullopt;
  return inLaneOrder(*dimension, laneDimension(*cast<LoadInst>(value).getFunction()));
}

std::optional<unsigned> parameterDimension(const Value &value, unsigned first) {
  const auto index = regionParameter(value);
  return index ? dimensionOf(*index, first) : std::nullopt;
}

// Whether the factor is at most the work-group size of the group id's dimension.
bool isGroupPitch(const Value &groupId, unsigned dimension, const Value &factor) {
  if (launchDimension(factor, offsetof(weft_launch, local_size)) == dimension ||
      parameterDimension(factor, RegionParameters::LocalSize) == dimension)
    return true;
  const auto *argument = cast<Argument>(&groupId);
  std::uint64_t pitch = 0;
  const auto *constant = dyn_cast<ConstantInt>(&factor);
  return constant &&
         !argument->getParent()
              ->getAttributeAtIndex(argument->getArgNo() + AttributeList::FirstArgIndex,
                                    groupPitchAttribute)
              .getValueAsString()
              .getAsInteger(10, pitch) &&
         constant->getValue().ule(pitch);
}

// The parts of a global id that the value is the sum of, as bits 3 * dimension + part; 0 if it is
// none.
unsigned idParts(const Value &value, unsigned depth = 0) {
  enum Part { Local, GroupStart, Offset };
  const auto bit = [](unsigned dimension, Part part) { return 1u << (3 * dimension + part); };
  if (const auto dimension = parameterDimension(value, RegionParameters::LocalId))
    return bit(*dimension, Local);
  if (const auto dimension = launchDimension(value, offsetof(weft_launch, global_offset)))
    return bit(*dimension, Offset);
  const auto *operation = dyn_cast<BinaryOperator>(&value);
  if (!operation || depth > limits::shortValueDepth)
    return 0;
  const Value &first = *operation->getOperand(0);
  const Value &second = *operation->getOperand(1);
  if (operation->getOpcode() == Instruction::Mul) {
    if (const auto dimension = parameterDimension(first, RegionParameters::GroupId);
        dimension && isGroupPitch(first, *dimension, second))
      return bit(*dimension, GroupStart);
    if (const auto dimension = parameterDimension(second, RegionParameters::GroupId);
        dimension && isGroupPitch(second, *dimension, first))
      return bit(*dimension, GroupStart);
    return 0;
  }
  if (const auto *amount = dyn_cast<ConstantInt>(&second);
      amount && operation->getOpcode() == Instruction::Shl && amount->getValue().ult(32)) {
    const auto dimension = parameterDimension(first, RegionParameters::GroupId);
    const Value &pitch = *ConstantInt::get(value.getType(), 1ull << amount->getZExtValue());
    return dimension && isGroupPitch(first, *dimension, pitch) ? bit(*dimension, GroupStart) : 0;
  }
  const auto *disjoint = dyn_cast<PossiblyDisjointInst>(operation);
  if (operation->getOpcode() != Instruction::Add && !(disjoint && disjoint->isDisjoint()))
    return 0;
  const unsigned left = idParts(first, depth + 1);
  const unsigned right = idParts(second, depth + 1);
  if (!left || !right || (left & right) || Log2_32(left) / 3 != Log2_32(right) / 3)
    return 0;
  return left | right;
}

const Function *functionOf(const Value &value) {
  const auto *argument = dyn_cast<Argument>(&value);
  const auto *instruction = dyn_cast<Instruction>(&value);
  return argument ? argument->getParent() : instruction ? instruction->getFunction() : nullptr;
}

std::optional<ConstantRange> launchRange(const Value &value) {
  if (idParts(value) || launchDimension(value, offsetof(weft_launch, global_size)) ||
      launchDimension(value, offsetof(weft_launch, group_count)))
    return from(64, 0, launchLimit(*functionOf(value)) + 1);
  if (launchDimension(value, offsetof(weft_launch, local_size)))
    return from(64, 1, localSizeLimit);
  return std::nullopt;
}

std::optional<ConstantRange> argumentRange(const Value &value) {
  if (const auto dimension = parameterDimension(value, RegionParameters::LocalId)) {
    const auto gangs = linearGangs(*cast<Argument>(value).getParent());
    return from(64, 0, gangs ? gangs->size[*dimension] : localSizeLimit - 1);
  }
  if (parameterDimension(value, RegionParameters::LocalSize))
    return from(64, 1, localSizeLimit);
  if (parameterDimension(value, RegionParameters::GroupId))
    return from(64, 0, launchLimit(*functionOf(value)));
  return std::nullopt;
}

ConstantRange instructionRange(const Instruction &instruction, unsigned depth) {
  const auto operand = [&](unsigned index) {
    return rangeInSmallLaunch(*instruction.getOperand(index), depth + 1);
  };
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (const auto *operation = dyn_cast<OverflowingBinaryOperator>(&instruction)) {
    const unsigned flags =
        (operation->hasNoSignedWrap() ? OverflowingBinaryOperator::NoSignedWrap : 0) |
        (operation->hasNoUnsignedWrap() ? OverflowingBinaryOperator::NoUnsignedWrap : 0);
    return operand(0).overflowingBinaryOp(
        static_cast<Instruction::BinaryOps>(instruction.getOpcode()), operand(1), flags);
  }
  if (const auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return operand(0).binaryOp(operation->getOpcode(), operand(1));
  if (isa<TruncInst, ZExtInst, SExtInst>(instruction))
    return operand(0).castOp(static_cast<Instruction::CastOps>(instruction.getOpcode()), width);
  if (isa<SelectInst>(instruction))
    return operand(1).unionWith(operand(2));
  if (isa<FreezeInst>(instruction))
    return ConstantRange::getFull(width);
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction);
      call && ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
    SmallVector<ConstantRange> operands;
    for (const Use &use : call->args()) {
      if (!use->getType()->isIntegerTy())
        return ConstantRange::getFull(width);
      operands.push_back(rangeInSmallLaunch(*use, depth + 1));
    }
    return ConstantRange::intrinsic(call->getIntrinsicID(), operands);
  }
  return ConstantRange::getFull(width);
}

// Of a function that no test of the launch guards.
bool runsInAnyLaunch(const Value &value) {
  const Function *function = functionOf(value);
  return function && hasLinearSubGroups(*function);
}

} // namespace

std::uint64_t launchLimit(const Function &function) {
  return function.hasFnAttribute(wideLaunchesAttribute) ? WEFT_WIDE_LAUNCH_LIMIT
                                                        : WEFT_SMALL_LAUNCH_LIMIT;
}

bool isLaunchField(const Value &value) {
  if (launchField(value))
    return true;
  // Of weft_checks, and of its extents.
  const auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->getType()->isIntegerTy(64))
    return false;
  APInt offset(64, 0);
  const auto *base =
      dyn_cast<IntToPtrInst>(load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          load->getDataLayout(), offset, /*AllowNonInbounds=*/true));
  if (!base)
    return false;
  const auto field = launchField(*base->getOperand(0));
  return field ? *field == offsetof(weft_checked_launch, checks)
               : isLaunchField(*base->getOperand(0));
}

ConstantRange rangeInSmallLaunch(const Value &value, unsigned depth) {
  const unsigned width = value.getType()->getIntegerBitWidth();
  if (const auto *constant = dyn_cast<ConstantInt>(&value))
    return {constant->getValue()};
  if (runsInAnyLaunch(value))
    return ConstantRange::getFull(width);
  if (const auto range = argumentRange(value))
    return *range;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > limits::shortValueDepth)
    return ConstantRange::getFull(width);
  const auto known = launchRange(value);
  if (known)
    return *known;
  return instructionRange(*instruction, depth);
}

bool fitsInLowBits(const ConstantRange &range, unsigned bits, bool isSigned) {
  const ConstantRange full = ConstantRange::getFull(bits);
  return (isSigned ? full.signExtend(range.getBitWidth()) : full.zeroExtend(range.getBitWidth()))
      .contains(range);
}

bool keepsOperand(const TruncInst &cut, bool isSigned) {
  return (isSigned ? cut.hasNoSignedWrap() : cut.hasNoUnsignedWrap()) ||
         fitsInLowBits(rangeInSmallLaunch(*cut.getOperand(0)), cut.getType()->getIntegerBitWidth(),
                       isSigned);
}

bool neverWraps(const BinaryOperator &operation, bool isSigned) {
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(&operation);
  if (!bounded || (isSigned ? bounded->hasNoSignedWrap() : bounded->hasNoUnsignedWrap()))
    return true;
  const unsigned width = operation.getType()->getIntegerBitWidth();
  const auto extended = [&](const ConstantRange &range) {
    return isSigned ? range.signExtend(2 * width + 1) : range.zeroExtend(2 * width + 1);
  };
  const ConstantRange exact =
      extended(rangeInSmallLaunch(*operation.getOperand(0)))
          .binaryOp(operation.getOpcode(), extended(rangeInSmallLaunch(*operation.getOperand(1))));
  return extended(ConstantRange::getFull(width)).contains(exact);
}

} // namespace weft::compiler
