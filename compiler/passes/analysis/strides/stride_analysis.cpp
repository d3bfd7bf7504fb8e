// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/strides/stride_finder.h"

#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-affine"

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
    shape->conditions.append(index->conditions);
    if (index->step == 0)
      continue;
    const std::uint64_t bytes = part.getSequentialElementStride(layout);
    std::int64_t step = 0;
    if (MulOverflow(index->step, static_cast<std::int64_t>(bytes), step) ||
        AddOverflow(shape->step, step, shape->step))
      return std::nullopt;
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

// Whether the instruction is a minimum or maximum of its first two operands: the intrinsic, or a
// function that consists of it.
static bool isClamp(const Instruction &instruction) {
  if (isa<MinMaxIntrinsic>(instruction))
    return true;
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->size() != 1 || callee->arg_size() != 2)
    return false;
  const auto *end = dyn_cast<ReturnInst>(callee->front().getTerminator());
  return end && end->getReturnValue() && isa<MinMaxIntrinsic>(end->getReturnValue());
}

// Bounds leave most lanes as they are.
std::optional<std::int64_t> StrideFinder::stepOfStart(const Value &start) const {
  if (info.isUniform(start))
    return 0;
  if (const Stride *known = info.strideOf(start))
    return known->step;
  const auto *clamp = dyn_cast<Instruction>(&start);
  if (!clamp || !isClamp(*clamp))
    return std::nullopt;
  for (const unsigned side : {0u, 1u})
    if (const Stride *known = info.strideOf(*clamp->getOperand(side));
        known && info.isUniform(*clamp->getOperand(1 - side)))
      return known->step;
  return std::nullopt;
}

StrideFinder::MaybeShape StrideFinder::shapeOfInduction(const PHINode &phi) {
  if (phi.getNumIncomingValues() != 2)
    return std::nullopt;
  for (const unsigned latch : {0u, 1u}) {
    const auto *next = dyn_cast<Instruction>(phi.getIncomingValue(latch));
    if (!next || !is_contained(next->operands(), &phi) ||
        !(isa<GetElementPtrInst>(next) || next->getOpcode() == Instruction::Add ||
          next->getOpcode() == Instruction::Sub) ||
        any_of(next->operands(), [&](const Use &operand) {
          return operand != &phi && uniformity.isDivergent(operand);
        }))
      continue;
    const auto step = stepOfStart(*phi.getIncomingValue(1 - latch));
    return step ? MaybeShape(rootOf(phi, *step)) : std::nullopt;
  }
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
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return shapeOfDivision(cast<BinaryOperator>(instruction));
  case Instruction::Select:
    return shapeOfGuardedDivision(cast<SelectInst>(instruction));
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
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return inductions == InductionStrides::OfTheStart ? shapeOfInduction(*phi) : std::nullopt;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return shapeOfAddress(*address);
  Type *type = instruction.getType();
  if (isa<AddrSpaceCastInst>(instruction)) {
    MaybeShape shape = affineOf(*instruction.getOperand(0));
    if (shape)
      shape->base = castTo(Instruction::AddrSpaceCast, shape->base, type);
    return shape;
  }
  constexpr unsigned stepBits = 64;
  if (!type->isIntegerTy() || type->isIntegerTy(1) || type->getIntegerBitWidth() > stepBits)
    return std::nullopt;
  return shapeOfInteger(instruction);
}

StrideInfo::StrideInfo(const Function &function, const UniformityInfo &uniformity,
                       std::optional<unsigned> laneDimension, LaneScope scope,
                       InductionStrides inductions)
    : function(&function) {
  StrideFinder(function, uniformity, laneDimension, scope, inductions, *this).run();
}

StrideInfo StrideAnalysis::run(Function &function, FunctionAnalysisManager &analyses) {
  StrideInfo strides(function, analyses.getResult<UniformityInfoAnalysis>(function), laneDimension,
                     scope);
  LLVM_DEBUG(strides.print(dbgs()));
  return strides;
}

} // namespace weft::compiler
