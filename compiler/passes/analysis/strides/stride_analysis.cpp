// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/analysis/strides/stride_finder.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/region_parameters.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "weft-affine"

namespace weft::compiler {

using namespace llvm;

AnalysisKey StrideAnalysis::Key;

bool isLocalIdOfLanes(const Instruction &instruction, std::optional<unsigned> dimension) {
  const auto primitive = findPrimitive(instruction);
  return primitive && primitive->kind == PrimitiveKind::LocalId &&
         primitive->dimension ==
             (dimension ? *dimension : laneDimension(*instruction.getFunction()));
}

// Of a number that is computed modulo the width of its type.
static std::int64_t truncated(std::uint64_t step, const Type *type) {
  return SignExtend64(step, type->getIntegerBitWidth());
}

static Stride rootWith(std::int64_t step) { return Stride(Stride::Base::Given, step); }

void StrideFinder::run() {
  for (const Argument &argument : function.args())
    if (uniformity.isDivergent(&argument))
      record(argument, steps(argument) ? MaybeStride(rootWith(1)) : std::nullopt);
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&function))
    for (const Instruction &instruction : *block)
      if (!instruction.isTerminator() && !isUniformInstruction(instruction))
        record(instruction, of(instruction));
}

// Whether a parameter that varies grows by one from lane to lane.
bool StrideFinder::steps(const Argument &argument) const {
  const auto index = regionParameter(argument);
  const bool isLocalId =
      index && *index >= RegionParameters::LocalId && *index < RegionParameters::LocalId + 3;
  return isLocalId ? idsStep : scope != LaneScope::Column;
}

// Copies with effects are made for each lane, though all of them have one result.
bool StrideFinder::isUniformInstruction(const Instruction &instruction) const {
  if (uniformity.isDivergent(&instruction))
    return false;
  if (isa<PHINode>(instruction) || isUniformInSubGroup(instruction))
    return true;
  if (const auto *call = dyn_cast<CallInst>(&instruction); call && isUniformLaneFunction(*call))
    return true;
  return !instruction.mayHaveSideEffects() &&
         all_of(instruction.operands(), [&](const Use &use) { return info.isUniform(*use); });
}

void StrideFinder::record(const Value &value, MaybeStride stride) {
  assert((!stride || value.getType()->isIntOrPtrTy()) && "only integers and addresses are strided");
  info.values[&value] = stride ? std::make_unique<Stride>(std::move(*stride)) : nullptr;
}

// The step of a uniform operand is 0.
StrideFinder::MaybeStride StrideFinder::ofOperand(const Value &operand) const {
  Stride stride;
  if (info.isUniform(operand))
    return stride;
  const Stride *known = info.strideOf(operand);
  if (!known)
    return std::nullopt;
  stride.step = known->step;
  if (!known->conditions.empty())
    stride.conditions.push_back({StrideCondition::Kind::AsFor, &operand});
  return stride;
}

StrideFinder::MaybeStride StrideFinder::sameAs(const Value &operand, unsigned shift) const {
  MaybeStride stride = ofOperand(operand);
  if (!stride)
    return std::nullopt;
  stride->base = Stride::Base::Form;
  stride->step = truncated(static_cast<std::uint64_t>(stride->step) << shift, operand.getType());
  stride->forms.emplace_back().terms.push_back(
      {const_cast<Value *>(&operand), /*isSigned=*/true, std::int64_t{1} << shift});
  return stride;
}

StrideFinder::MaybeStride StrideFinder::ofAddress(const GetElementPtrInst &address) {
  if (address.getType()->isVectorTy())
    return std::nullopt;
  MaybeStride stride = ofOperand(*address.getPointerOperand());
  if (!stride)
    return std::nullopt;
  for (auto part = gep_type_begin(address), end = gep_type_end(address); part != end; ++part) {
    if (isa<Constant>(part.getOperand()))
      continue;
    auto index = extended(*part.getOperand(), /*isSigned=*/true);
    if (!index)
      return std::nullopt;
    stride->forms.push_back(std::move(index->forms.front()));
    stride->conditions.append(index->conditions);
    const auto bytes = static_cast<std::int64_t>(part.getSequentialElementStride(layout));
    std::int64_t step = 0;
    if (MulOverflow(index->step, bytes, step) || AddOverflow(stride->step, step, stride->step))
      return std::nullopt;
  }
  return stride;
}

// Where strides begin.
StrideFinder::MaybeStride StrideFinder::ofRoot(const Instruction &instruction) const {
  if (scope == LaneScope::Column)
    return std::nullopt;
  if (const auto *array = dyn_cast<AllocaInst>(&instruction)) {
    // One for each lane, side by side.
    const auto bytes = array->getAllocationSize(layout);
    if (!bytes || !array->isStaticAlloca())
      return std::nullopt;
    return rootWith(static_cast<std::int64_t>(alignTo(bytes->getFixedValue(), array->getAlign())));
  }
  const auto subGroup = findSubGroupFunction(instruction);
  if (calleeName(instruction) == laneNumberFunction ||
      (subGroup && subGroup->action == SubGroupAction::Lane)) {
    Stride number(Stride::Base::Form, 1);
    number.forms.emplace_back();
    return number;
  }
  if (isLocalIdOfLanes(instruction, laneDimension))
    return rootWith(1);
  return std::nullopt;
}

// Whether the instruction is a minimum or maximum of its first two operands: the intrinsic, or a
// function that consists of it.
static bool isClamp(const Instruction &instruction) {
  if (isa<MinMaxIntrinsic>(instruction))
    return true;
  const Function *callee = calleeOf(instruction);
  if (!callee || callee->size() != 1 || callee->arg_size() != 2)
    return false;
  const auto *end = dyn_cast<ReturnInst>(callee->front().getTerminator());
  return end && end->getReturnValue() && isa<MinMaxIntrinsic>(end->getReturnValue());
}

// Bounds leave most lanes as they are.
std::optional<std::int64_t> StrideFinder::stepOfStart(const Value &start) const {
  if (const auto known = ofOperand(start))
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

StrideFinder::MaybeStride StrideFinder::ofInduction(const PHINode &phi) const {
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
    return step ? MaybeStride(rootWith(*step)) : std::nullopt;
  }
  return std::nullopt;
}

// Of an operand's low bits, or of an address in another space.
StrideFinder::MaybeStride StrideFinder::ofCut(const Instruction &instruction) const {
  MaybeStride stride = ofOperand(*instruction.getOperand(0));
  if (stride && instruction.getType()->isIntegerTy())
    stride->step = truncated(static_cast<std::uint64_t>(stride->step), instruction.getType());
  return stride;
}

// Modulo the width of the type.
StrideFinder::MaybeStride StrideFinder::ofSum(const BinaryOperator &operation) {
  decomposed = &operation;
  const AffineForm form = sums.of(const_cast<BinaryOperator &>(operation));
  Stride stride;
  std::uint64_t step = 0;
  const auto add = [&](const Value &operand, std::optional<std::int64_t> factor) {
    const auto known = ofOperand(operand);
    // A product of numbers that all lanes share is shared, too.
    if (!known || (known->step != 0 && !factor))
      return false;
    step +=
        static_cast<std::uint64_t>(known->step) * static_cast<std::uint64_t>(factor.value_or(0));
    stride.conditions.append(known->conditions);
    return true;
  };
  const bool isKnown =
      !form.isJust(operation)
          ? all_of(form.terms,
                   [&](const AffineForm::Term &term) { return add(*term.value, term.factor); })
          : operation.getOpcode() == Instruction::Mul &&
                all_of(operation.operands(),
                       [&](const Use &operand) { return add(*operand, std::nullopt); });
  if (!isKnown)
    return std::nullopt;
  stride.step = truncated(step, operation.getType());
  return stride;
}

StrideFinder::MaybeStride StrideFinder::ofInteger(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt: {
    const Value &operand = *instruction.getOperand(0);
    const unsigned bits = operand.getType()->getIntegerBitWidth();
    return bits == 1 ? std::nullopt
                     : ofExtension(instruction, operand, bits, isa<SExtInst>(instruction));
  }
  case Instruction::Trunc:
    return ofCut(instruction);
  case Instruction::And:
    return ofMask(instruction);
  case Instruction::AShr:
  case Instruction::LShr:
    return ofShiftRight(cast<BinaryOperator>(instruction));
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return ofDivision(cast<BinaryOperator>(instruction));
  case Instruction::Select:
    return ofGuardedDivision(cast<SelectInst>(instruction));
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
    return ofSum(cast<BinaryOperator>(instruction));
  default:
    return std::nullopt;
  }
}

StrideFinder::MaybeStride StrideFinder::of(const Instruction &instruction) {
  if (auto root = ofRoot(instruction))
    return root;
  if (!followsSteps)
    return std::nullopt;
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return inductions == InductionStrides::OfTheStart ? ofInduction(*phi) : std::nullopt;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return ofAddress(*address);
  if (isa<AddrSpaceCastInst>(instruction))
    return ofCut(instruction);
  constexpr unsigned stepBits = 64;
  Type *type = instruction.getType();
  if (!type->isIntegerTy() || type->isIntegerTy(1) || type->getIntegerBitWidth() > stepBits)
    return std::nullopt;
  return ofInteger(instruction);
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
