// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/stride_analysis.h"

#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/lanes/vector_stages.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/ConstantFolder.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"

#include <optional>

#define DEBUG_TYPE "weft-strides"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

AnalysisKey StrideAnalysis::Key;

const ConstantInt *UniformExpression::asConstant() const {
  return kind == Kind::Value ? dyn_cast<ConstantInt>(value) : nullptr;
}

bool isLocalIdOfLanes(const Instruction &instruction, std::optional<unsigned> dimension) {
  const auto primitive = findPrimitive(instruction);
  return primitive && primitive->kind == PrimitiveKind::LocalId &&
         primitive->dimension ==
             (dimension ? *dimension : laneDimension(*instruction.getFunction()));
}

static std::int64_t truncated(std::int64_t step, const Type *type) {
  return SignExtend64(static_cast<std::uint64_t>(step), type->getIntegerBitWidth());
}

/// Fills a StrideInfo.
class StrideFinder {
public:
  StrideFinder(const Function &function, const UniformityInfo &uniformity,
               std::optional<unsigned> laneDimension, LaneScope scope, StrideInfo &info)
      : function(function), layout(function.getDataLayout()), uniformity(uniformity),
        laneDimension(laneDimension), scope(scope),
        idsStep(scope != LaneScope::Gang || !function.hasFnAttribute(linearGangsAttribute)),
        followsSteps(VectorStages::attachedTo(function).run(VectorStage::Strides)), info(info) {}

  void run() {
    for (const Argument &argument : function.args())
      if (uniformity.isDivergent(&argument))
        record(argument, steps(argument) ? MaybeShape(rootOf(argument, 1)) : std::nullopt);
    for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&function))
      for (const Instruction &instruction : *block)
        if (!instruction.isTerminator() && !isUniformInstruction(instruction))
          record(instruction, shapeOf(instruction));
  }

private:
  using Expression = const UniformExpression *;
  /// A stride that is being made; the step of a uniform value is 0.
  struct Shape {
    Expression base = nullptr;
    std::int64_t step = 0;
    SmallVector<StrideCondition, 2> conditions;
  };
  using MaybeShape = std::optional<Shape>;

  static bool isLocalId(const Argument &argument) {
    const auto index = regionParameter(argument);
    return index && *index >= RegionParameters::LocalId && *index < RegionParameters::LocalId + 3;
  }

  // Whether a parameter that varies grows by one from lane to lane.
  bool steps(const Argument &argument) const {
    return isLocalId(argument) ? idsStep : scope != LaneScope::Column;
  }

  // Copies with effects are made for each lane, though all of them have one result.
  bool isUniformInstruction(const Instruction &instruction) const {
    if (uniformity.isDivergent(&instruction))
      return false;
    if (isa<PHINode>(instruction) || isUniformInSubGroup(instruction))
      return true;
    return !instruction.mayHaveSideEffects() &&
           all_of(instruction.operands(), [&](const Use &use) { return info.isUniform(*use); });
  }

  void record(const Value &value, const MaybeShape &shape) {
    const Stride *&place = info.values[&value];
    place = nullptr;
    if (!shape)
      return;
    assert((value.getType()->isIntegerTy() || value.getType()->isPointerTy()) &&
           shape->base->type == value.getType() && "only integers and addresses are strided");
    place = new (info.memory)
        Stride{shape->base, shape->step, ArrayRef(shape->conditions).copy(info.memory)};
  }

  // Expressions. Constants are folded, as steps depend on them.
  Expression make(const UniformExpression &expression) {
    return new (info.memory) UniformExpression(expression);
  }
  Expression valueOf(const Value &value) {
    assert(info.isUniform(value) && "an expression is uniform");
    return make({UniformExpression::Kind::Value, value.getType(), &value, 0, {}});
  }
  Expression operation(unsigned opcode, Type *type, ArrayRef<Expression> operands) {
    return make(
        {UniformExpression::Kind::Operation, type, nullptr, opcode, operands.copy(info.memory)});
  }
  static Constant *asConstant(Expression expression) {
    return const_cast<ConstantInt *>(expression->asConstant());
  }
  Expression binary(Instruction::BinaryOps opcode, Expression first, Expression second) {
    Constant *left = asConstant(first), *right = asConstant(second);
    if (left && right)
      if (const Value *folded = ConstantFolder().FoldBinOp(opcode, left, right))
        return valueOf(*folded);
    return operation(opcode, first->type, {first, second});
  }
  Expression castTo(Instruction::CastOps opcode, Expression inner, Type *type) {
    if (inner->type == type)
      return inner;
    if (Constant *constant = asConstant(inner))
      if (const Value *folded = ConstantFolder().FoldCast(opcode, constant, type))
        return valueOf(*folded);
    return operation(opcode, type, {inner});
  }
  Expression resized(Expression inner, Type *type, bool isSigned) {
    const bool isCut = inner->type->getIntegerBitWidth() > type->getIntegerBitWidth();
    return castTo(isCut      ? Instruction::Trunc
                  : isSigned ? Instruction::SExt
                             : Instruction::ZExt,
                  inner, type);
  }
  Expression constant(Type *type, std::uint64_t value) {
    return valueOf(*ConstantInt::get(type, value));
  }

  Shape rootOf(const Value &value, std::int64_t step) {
    return {make({UniformExpression::Kind::FirstLane, value.getType(), &value, 0, {}}), step, {}};
  }

  // What is known of an operand.
  MaybeShape affineOf(const Value &value) {
    if (info.isUniform(value))
      return Shape{valueOf(value), 0, {}};
    const Stride *known = info.strideOf(value);
    if (!known)
      return std::nullopt;
    Shape shape = rootOf(value, known->step);
    if (known->base->asConstant())
      shape.base = known->base;
    if (!known->conditions.empty())
      shape.conditions.push_back({StrideCondition::Kind::AsFor, nullptr, 0, nullptr, &value});
    return shape;
  }

  static void addNoWrap(Shape &shape, Expression base, std::int64_t step, bool isSigned) {
    if (step != 0)
      shape.conditions.push_back(
          {isSigned ? StrideCondition::Kind::NoSignedWrap : StrideCondition::Kind::NoUnsignedWrap,
           base, step, nullptr, nullptr});
  }

  MaybeShape combined(const BinaryOperator &operation, const Shape &first, const Shape &second);
  MaybeShape extendedShape(const Value &value, bool isSigned, unsigned depth = 0);
  MaybeShape extendedInstruction(const Instruction &instruction, bool isSigned, unsigned depth);
  MaybeShape extendedTruncation(const TruncInst &cut, bool isSigned, unsigned depth);
  MaybeShape clampedShape(const MinMaxIntrinsic &clamp, unsigned depth);
  MaybeShape shapeOfExtension(const Instruction &instruction, Type *narrow, const Value &operand,
                              bool isSigned);
  MaybeShape shapeOfScaledExtension(const Instruction &instruction, bool isSigned);
  MaybeShape shapeOfShiftRight(const Instruction &instruction);
  MaybeShape shapeOfMask(const Instruction &instruction);
  MaybeShape complement(MaybeShape shape);
  MaybeShape shapeOfAddress(const GetElementPtrInst &address);
  MaybeShape shapeOfRoot(const Instruction &instruction);
  MaybeShape shapeOfInteger(const Instruction &instruction);
  MaybeShape shapeOf(const Instruction &instruction);

  const Function &function;
  const DataLayout &layout;
  const UniformityInfo &uniformity;
  const std::optional<unsigned> laneDimension;
  const LaneScope scope;
  const bool idsStep; ///< local ids that vary grow by one from lane to lane
  const bool followsSteps;
  StrideInfo &info;
};

// An operation on integers of a type, modulo its width.
StrideFinder::MaybeShape StrideFinder::combined(const BinaryOperator &operation, const Shape &first,
                                                const Shape &second) {
  Type *type = first.base->type;
  const auto shape = [&](Instruction::BinaryOps opcode, std::uint64_t step) {
    Shape result{binary(opcode, first.base, second.base),
                 truncated(static_cast<std::int64_t>(step), type), first.conditions};
    result.conditions.append(second.conditions);
    return result;
  };
  const auto firstStep = static_cast<std::uint64_t>(first.step);
  const auto secondStep = static_cast<std::uint64_t>(second.step);
  const ConstantInt *constant = second.base->asConstant();
  // Local sizes become constants late, on either side.
  const auto isConstant = [](const Shape &shape) {
    return shape.step == 0 && shape.base->asConstant();
  };
  if (operation.isCommutative() && isConstant(first) && !isConstant(second))
    return combined(operation, second, first);
  switch (operation.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
    return shape(Instruction::Add, firstStep + secondStep);
  case Instruction::Sub:
    return shape(Instruction::Sub, firstStep - secondStep);
  case Instruction::Mul:
    if (second.step != 0 || (!constant && first.step != 0))
      return std::nullopt;
    return shape(Instruction::Mul, constant ? firstStep * constant->getSExtValue() : 0);
  case Instruction::Shl:
    if (!constant || constant->getValue().uge(type->getIntegerBitWidth()))
      return std::nullopt;
    return shape(Instruction::Shl, firstStep << constant->getZExtValue());
  default:
    return std::nullopt;
  }
}

// A shape in 64 bits of the value extended, for lanes where it is not poison: computed from what
// the value is made of as far as that is known not to leave the range of its type.
StrideFinder::MaybeShape StrideFinder::extendedShape(const Value &value, bool isSigned,
                                                     unsigned depth) {
  constexpr unsigned depthLimit = 8;
  Type *wide = Type::getInt64Ty(function.getContext());
  if (value.getType() == wide)
    return affineOf(value);
  if (info.isUniform(value))
    return Shape{resized(valueOf(value), wide, isSigned), 0, {}};
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > depthLimit)
    return std::nullopt;
  if (auto shape = extendedInstruction(*instruction, isSigned, depth))
    return shape;
  // What is not negative has only one extension.
  if (rangeInSmallLaunch(value).isAllNonNegative())
    return extendedInstruction(*instruction, !isSigned, depth);
  return std::nullopt;
}

// Whether extending the low bits of a value in this range gives the value.
static bool fitsInLowBits(const ConstantRange &range, unsigned width, bool isSigned) {
  const ConstantRange full = ConstantRange::getFull(width);
  return (isSigned ? full.signExtend(range.getBitWidth()) : full.zeroExtend(range.getBitWidth()))
      .contains(range);
}

StrideFinder::MaybeShape StrideFinder::extendedTruncation(const TruncInst &cut, bool isSigned,
                                                          unsigned depth) {
  const Value &operand = *cut.getOperand(0);
  if (!(isSigned ? cut.hasNoSignedWrap() : cut.hasNoUnsignedWrap()) &&
      !fitsInLowBits(rangeInSmallLaunch(operand), cut.getType()->getIntegerBitWidth(), isSigned))
    return std::nullopt;
  return extendedShape(operand, isSigned, depth + 1);
}

StrideFinder::MaybeShape StrideFinder::extendedInstruction(const Instruction &instruction,
                                                           bool isSigned, unsigned depth) {
  if (const auto *cut = dyn_cast<TruncInst>(&instruction))
    return extendedTruncation(*cut, isSigned, depth);
  if (isa<ZExtInst>(instruction))
    return extendedShape(*instruction.getOperand(0), /*isSigned=*/false, depth + 1);
  if (isa<SExtInst>(instruction))
    return isSigned ? extendedShape(*instruction.getOperand(0), true, depth + 1) : std::nullopt;
  if (const auto *clamp = dyn_cast<MinMaxIntrinsic>(&instruction))
    return clamp->isSigned() == isSigned ? clampedShape(*clamp, depth) : std::nullopt;
  const auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation)
    return std::nullopt;
  if (const Value *operand; match(operation, m_Not(m_Value(operand))))
    return isSigned ? complement(extendedShape(*operand, true, depth + 1)) : std::nullopt;
  const auto *bounded = dyn_cast<OverflowingBinaryOperator>(operation);
  if (bounded && !(isSigned ? bounded->hasNoSignedWrap() : bounded->hasNoUnsignedWrap()) &&
      !staysInRange(*operation, isSigned))
    return std::nullopt;
  const auto first = extendedShape(*operation->getOperand(0), isSigned, depth + 1);
  const auto second = extendedShape(*operation->getOperand(1), isSigned, depth + 1);
  return first && second ? combined(*operation, *first, *second) : std::nullopt;
}

// A value with a uniform bound, in 64 bits: the shape holds where the bound changes no lane.
StrideFinder::MaybeShape StrideFinder::clampedShape(const MinMaxIntrinsic &clamp, unsigned depth) {
  const bool isSigned = clamp.isSigned();
  const bool isUpper = ICmpInst::isLT(clamp.getPredicate());
  for (auto [value, bound] :
       {std::pair(clamp.getLHS(), clamp.getRHS()), std::pair(clamp.getRHS(), clamp.getLHS())}) {
    if (!info.isUniform(*bound))
      continue;
    MaybeShape shape = extendedShape(*value, isSigned, depth + 1);
    if (shape)
      shape->conditions.push_back(
          {isUpper ? StrideCondition::Kind::AtMost : StrideCondition::Kind::AtLeast, shape->base,
           shape->step, resized(valueOf(*bound), shape->base->type, isSigned), nullptr});
    return shape;
  }
  return std::nullopt;
}

// `narrow` is the type whose value is extended, the operand's low bits.
StrideFinder::MaybeShape StrideFinder::shapeOfExtension(const Instruction &instruction,
                                                        Type *narrow, const Value &operand,
                                                        bool isSigned) {
  Type *type = instruction.getType();
  const auto *positive = dyn_cast<PossiblyNonNegInst>(&instruction);
  const bool isPlain = operand.getType() == narrow && type->isIntegerTy(64);
  auto exact = isPlain ? extendedShape(operand, isSigned) : std::nullopt;
  if (!exact && isPlain && positive && positive->hasNonNeg())
    exact = extendedShape(operand, /*isSigned=*/true);
  if (exact)
    return exact;
  MaybeShape shape = affineOf(operand);
  if (!shape)
    return std::nullopt;
  const unsigned width = narrow->getIntegerBitWidth();
  if (width < operand.getType()->getIntegerBitWidth() &&
      fitsInLowBits(rangeInSmallLaunch(operand), width, isSigned))
    return shape;
  // The span of all lanes is to fit in the type.
  shape->step = truncated(shape->step, narrow);
  if (width < 16 || std::abs(shape->step) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  Expression low = castTo(Instruction::Trunc, shape->base, narrow);
  shape->base = resized(low, type, isSigned);
  addNoWrap(*shape, low, shape->step, isSigned);
  return shape;
}

// Nor does a sign extension of a truncated value that is multiplied keep its own instruction:
// x << 32 >> 30 is four times x if x fits in the 32 bits that stay.
StrideFinder::MaybeShape StrideFinder::shapeOfScaledExtension(const Instruction &instruction,
                                                              bool isSigned) {
  const Value *operand;
  std::uint64_t up = 0, down = 0;
  if (!instruction.getType()->isIntegerTy(64) ||
      !match(&instruction,
             m_Shr(m_Shl(m_Value(operand), m_ConstantInt(up)), m_ConstantInt(down))) ||
      down > up || up >= 64 ||
      !fitsInLowBits(rangeInSmallLaunch(*operand), static_cast<unsigned>(64 - up), isSigned))
    return std::nullopt;
  MaybeShape shape = affineOf(*operand);
  if (shape) {
    shape->base = binary(Instruction::Shl, shape->base, constant(shape->base->type, up - down));
    shape->step = static_cast<std::int64_t>(static_cast<std::uint64_t>(shape->step) << (up - down));
  }
  return shape;
}

StrideFinder::MaybeShape StrideFinder::shapeOfShiftRight(const Instruction &instruction) {
  const auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
  const auto *shifted = dyn_cast<BinaryOperator>(instruction.getOperand(0));
  const bool isSigned = instruction.getOpcode() == Instruction::AShr;
  // InstCombine's form of a sign extension of a truncated value.
  if (amount && amount->equalsInt(32) && shifted && shifted->getOpcode() == Instruction::Shl &&
      shifted->getOperand(1) == amount && instruction.getType()->isIntegerTy(64))
    return shapeOfExtension(instruction, Type::getInt32Ty(function.getContext()),
                            *shifted->getOperand(0), isSigned);
  if (auto scaled = shapeOfScaledExtension(instruction, isSigned))
    return scaled;
  MaybeShape shape = affineOf(*instruction.getOperand(0));
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  if (!amount || !shape || amount->getValue().uge(width) || width != 64)
    return std::nullopt;
  const std::uint64_t bits = amount->getZExtValue();
  const std::int64_t inner = shape->step;
  const std::int64_t step = inner >> bits;
  if (static_cast<std::int64_t>(static_cast<std::uint64_t>(step) << bits) != inner ||
      std::abs(inner) > (std::int64_t{1} << (width - 8)))
    return std::nullopt;
  addNoWrap(*shape, shape->base, inner, isSigned);
  shape->base = binary(isSigned ? Instruction::AShr : Instruction::LShr, shape->base,
                       constant(instruction.getType(), bits));
  shape->step = step;
  return shape;
}

// InstCombine's form of a zero extension of a truncated value; of 31 bits, if it knew the sign.
StrideFinder::MaybeShape StrideFinder::shapeOfMask(const Instruction &instruction) {
  const auto *bits = dyn_cast<ConstantInt>(instruction.getOperand(1));
  if (!bits || !bits->getValue().isMask() || bits->getValue().isAllOnes())
    return std::nullopt;
  const unsigned width = bits->getValue().countr_one();
  if (width != 16 && width != 31 && width != 32)
    return std::nullopt;
  return shapeOfExtension(instruction, Type::getIntNTy(function.getContext(), width),
                          *instruction.getOperand(0), /*isSigned=*/false);
}

// InstCombine's form of -1 - x, which wraps for no signed x.
StrideFinder::MaybeShape StrideFinder::complement(MaybeShape shape) {
  if (shape) {
    Type *type = shape->base->type;
    shape->base =
        binary(Instruction::Sub, valueOf(*ConstantInt::getAllOnesValue(type)), shape->base);
    shape->step =
        truncated(static_cast<std::int64_t>(-static_cast<std::uint64_t>(shape->step)), type);
  }
  return shape;
}

StrideFinder::MaybeShape StrideFinder::shapeOfAddress(const GetElementPtrInst &address) {
  if (address.getType()->isVectorTy())
    return std::nullopt;
  MaybeShape shape = affineOf(*address.getPointerOperand());
  if (!shape)
    return std::nullopt;
  SmallVector<Expression> operands{shape->base};
  for (auto part = gep_type_begin(address), end = gep_type_end(address); part != end; ++part) {
    if (isa<Constant>(part.getOperand())) {
      operands.push_back(valueOf(*part.getOperand()));
      continue;
    }
    const auto index = extendedShape(*part.getOperand(), /*isSigned=*/true);
    if (!index)
      return std::nullopt;
    operands.push_back(index->base);
    if (index->step == 0)
      continue;
    const std::uint64_t bytes = part.getSequentialElementStride(layout);
    std::int64_t step = 0;
    if (MulOverflow(index->step, static_cast<std::int64_t>(bytes), step) ||
        AddOverflow(shape->step, step, shape->step))
      return std::nullopt;
    shape->conditions.append(index->conditions);
  }
  shape->base = make({UniformExpression::Kind::Address, address.getType(), &address, 0,
                      ArrayRef(operands).copy(info.memory)});
  return shape;
}

// Where strides begin.
StrideFinder::MaybeShape StrideFinder::shapeOfRoot(const Instruction &instruction) {
  if (scope == LaneScope::Column)
    return std::nullopt;
  if (const auto *array = dyn_cast<AllocaInst>(&instruction)) {
    // One for each lane, side by side.
    const auto bytes = array->getAllocationSize(layout);
    if (!bytes || !array->isStaticAlloca())
      return std::nullopt;
    return rootOf(instruction,
                  static_cast<std::int64_t>(alignTo(bytes->getFixedValue(), array->getAlign())));
  }
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  const auto subGroup = findSubGroupFunction(instruction);
  if ((callee && callee->getName() == laneNumberFunction) ||
      (subGroup && subGroup->action == SubGroupAction::Lane))
    return Shape{constant(instruction.getType(), 0), 1, {}};
  if (isLocalIdOfLanes(instruction, laneDimension))
    return rootOf(instruction, 1);
  return std::nullopt;
}

StrideFinder::MaybeShape StrideFinder::shapeOfInteger(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt: {
    const Value &operand = *instruction.getOperand(0);
    Type *narrow = operand.getType();
    return narrow->isIntegerTy(1)
               ? std::nullopt
               : shapeOfExtension(instruction, narrow, operand, isa<SExtInst>(instruction));
  }
  case Instruction::Trunc: {
    MaybeShape shape = affineOf(*instruction.getOperand(0));
    if (shape) {
      shape->base = castTo(Instruction::Trunc, shape->base, instruction.getType());
      shape->step = truncated(shape->step, instruction.getType());
    }
    return shape;
  }
  case Instruction::And:
    return shapeOfMask(instruction);
  case Instruction::Xor: {
    const Value *operand;
    return match(&instruction, m_Not(m_Value(operand))) ? complement(affineOf(*operand))
                                                        : std::nullopt;
  }
  case Instruction::AShr:
  case Instruction::LShr:
    return shapeOfShiftRight(instruction);
  case Instruction::Or:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl: {
    const auto first = affineOf(*instruction.getOperand(0));
    const auto second = affineOf(*instruction.getOperand(1));
    return first && second ? combined(cast<BinaryOperator>(instruction), *first, *second)
                           : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

StrideFinder::MaybeShape StrideFinder::shapeOf(const Instruction &instruction) {
  if (auto root = shapeOfRoot(instruction))
    return root;
  if (!followsSteps)
    return std::nullopt;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return shapeOfAddress(*address);
  Type *type = instruction.getType();
  if (isa<AddrSpaceCastInst>(instruction)) {
    MaybeShape shape = affineOf(*instruction.getOperand(0));
    if (shape)
      shape->base = castTo(Instruction::AddrSpaceCast, shape->base, type);
    return shape;
  }
  if (!type->isIntegerTy() || type->isIntegerTy(1))
    return std::nullopt;
  return shapeOfInteger(instruction);
}

StrideInfo::StrideInfo(const Function &function, const UniformityInfo &uniformity,
                       std::optional<unsigned> laneDimension, LaneScope scope)
    : function(&function) {
  StrideFinder(function, uniformity, laneDimension, scope, *this).run();
}

StrideInfo StrideAnalysis::run(Function &function, FunctionAnalysisManager &analyses) {
  StrideInfo strides(function, analyses.getResult<UniformityInfoAnalysis>(function), laneDimension,
                     scope);
  LLVM_DEBUG(strides.print(dbgs()));
  return strides;
}

} // namespace weft::compiler
