// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/widen/instruction_widener.h"

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/support/alias_scopes.h"
#include "compiler/passes/support/lanes/lane_arrays.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/support/lanes/vector_pieces.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/region_parameters.h"
#include "compiler/passes/vectorise/widen/records/record_operands.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace weft::compiler {

using namespace llvm;

InstructionWidener::InstructionWidener(const WideningSource &source, LaneValues &values,
                                       GangBuilder &gang)
    : records(source.records), values(values), gang(gang), strides(source.strides, values, gang),
      scalars(values, gang), replicator(values, gang),
      memory(source.strides, source.linear, source.costs, records, values, strides, scalars,
             replicator, gang),
      atomics(source.costs, values, strides, replicator, gang),
      calls(records, values, strides, replicator, gang), divisions(source.costs, values, gang),
      subGroups(values, strides, gang), components(values, gang) {}

void InstructionWidener::setParameter(const Argument &original, Argument &copy) {
  if (values.isUniform(original)) {
    values.setScalar(original, &copy);
    return;
  }
  const auto index = regionParameter(original);
  if (scalars.hasLinearGangs() && index && *index >= RegionParameters::LocalId &&
      *index < RegionParameters::LocalId + 3) {
    values.setVector(original, scalars.setId(original, *index - RegionParameters::LocalId, &copy));
    return;
  }
  strides.setRoot(original, &copy);
  values.setVector(original, gang.CreateAdd(gang.CreateVectorSplat(gang.lanes, &copy),
                                            gang.stepVector(copy.getType(), 1)));
}

void InstructionWidener::widen(Instruction &instruction) {
  gang.SetCurrentDebugLocation(instruction.getDebugLoc());
  if (isa<DbgInfoIntrinsic, NoAliasScopeDeclInst, AssumeInst>(instruction) ||
      instruction.isLifetimeStartOrEnd())
    return;
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    return memory.widenStore(*store);
  if (auto *array = dyn_cast<AllocaInst>(&instruction); array && isLaneArray(*array))
    return placeLaneArray(*array);
  if (placeLaneNumber(instruction) || subGroups.widen(instruction))
    return;
  assert(!isLocalIdOfLanes(instruction, std::nullopt) && "a region gets its ids as parameters");
  if (values.isUniform(instruction))
    return copyScalar(instruction);
  strides.emitFor(instruction);
  const RecordOperands inOrder(records, values, gang, instruction);
  if (widenFromStride(instruction) || widenByKind(instruction) || components.widen(instruction))
    return;
  if (!isVectorElement(*instruction.getType()) ||
      !all_of(instruction.operands(),
              [](const Use &operand) { return isVectorElement(*operand->getType()); }))
    return gang.fail("values of vector or aggregate types vary", &instruction);
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    setResult(instruction, widenAddress(*address));
  else if (instruction.isIntDivRem())
    setResult(instruction, divisions.widen(cast<BinaryOperator>(instruction)));
  else if (BinaryOperator *quotient = divisions.quotientWithoutGuard(instruction))
    setResult(instruction, values.vectorOf(quotient));
  else if (auto *select = dyn_cast<SelectInst>(&instruction))
    setResult(instruction, widenSelect(*select));
  else if (Value *wide = widenElementwise(instruction))
    setResult(instruction, wide);
  else
    gang.fail(Twine("'") + instruction.getOpcodeName() + "' cannot be widened", &instruction);
}

void InstructionWidener::setResult(Instruction &instruction, Value *wide) {
  if (gang.hasFailed() || !wide)
    return;
  if (auto *copy = dyn_cast<Instruction>(wide); copy &&
                                                copy->getOpcode() == instruction.getOpcode() &&
                                                !isa<CallInst, GetElementPtrInst>(copy))
    copy->copyIRFlags(&instruction);
  values.setVector(instruction, wide);
}

void InstructionWidener::copyScalar(Instruction &instruction) {
  Instruction *copy = instruction.clone();
  copy->setDebugLoc(DebugLoc());
  for (Use &operand : copy->operands())
    operand.set(values.scalarOf(operand.get()));
  dropAliasScopes(*copy);
  gang.Insert(copy, instruction.getName());
  if (!copy->getType()->isVoidTy())
    values.setScalar(instruction, copy);
}

// Whether a number that advances from lane to lane stays below a bound: if it does in the first
// lane and the last, it does not wrap between them, as bounds are at most 2^63 (lane_functions.h)
// and steps are short. Inactive lanes count. Null for other conditions.
Value *InstructionWidener::agreementOfEnds(Value &condition) {
  using namespace PatternMatch;
  Value *number = nullptr, *bound = nullptr;
  if (!match(&condition, m_SpecificICmp(ICmpInst::ICMP_ULT, m_Value(number), m_Value(bound))) ||
      !number->getType()->isIntegerTy(64) || !values.isUniform(*bound))
    return nullptr;
  const auto stride = strides.of(number);
  if (!stride || !isInt<32>(stride->step))
    return nullptr;
  const std::int64_t distance = stride->step * (gang.lanes - 1);
  Value *limit = values.scalarOf(bound);
  Value *last = gang.CreateAdd(stride->base, gang.getInt64(distance));
  Value *first = gang.CreateICmpULT(stride->base, limit);
  return gang.both(stride->holds, gang.both(first, gang.CreateICmpULT(last, limit)));
}

// Whether a condition holds in all active lanes (lane_functions.h).
Value *InstructionWidener::agreement(Value &condition) {
  using namespace PatternMatch;
  if (values.isUniform(condition))
    return values.scalarOf(&condition);
  Value *one = nullptr, *other = nullptr;
  if (match(&condition, m_LogicalAnd(m_Value(one), m_Value(other))))
    return gang.both(agreement(*one), agreement(*other));
  if (Value *ends = agreementOfEnds(condition))
    return ends;
  Value *lanes = values.vectorOf(&condition);
  if (gang.mask)
    lanes = gang.CreateSelect(gang.mask, lanes, gang.allLanes());
  return gang.allOf(lanes);
}

// The calls emitted by preparation; false for other calls.
bool InstructionWidener::placeLaneNumber(Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const StringRef name = calleeName(instruction);
  if (call && isAllLanes(*call)) {
    values.setScalar(*call, agreement(*call->getArgOperand(0)));
  } else if (call && isFirstLane(*call)) {
    values.setScalar(*call, values.laneOf(call->getArgOperand(0), 0));
  } else if (name == vfFunction) {
    values.setScalar(*call, gang.getInt64(gang.lanes));
  } else if (name == laneNumberFunction) {
    strides.emitFor(instruction);
    values.setVector(*call, gang.stepVector(call->getType(), 1));
  } else {
    return false;
  }
  return true;
}

// An array laid out for lanes by preparation (private_arrays.h): one for the gang.
void InstructionWidener::placeLaneArray(AllocaInst &array) {
  const std::uint64_t bytes =
      array.getAllocationSize(gang.layout()).value_or(TypeSize::getFixed(0));
  values.setScalar(array,
                   gang.createEntryAlloca(ArrayType::get(gang.getInt8Ty(), bytes * gang.lanes),
                                          array.getName(), array.getAlign()));
}

// One array per lane, adjacent.
Value *InstructionWidener::widenArray(AllocaInst &array) {
  const auto bytes = array.getAllocationSize(gang.layout());
  if (!bytes || !array.isStaticAlloca()) {
    gang.fail("a private array of variable size", &array);
    return nullptr;
  }
  const std::uint64_t pitch = alignTo(bytes->getFixedValue(), array.getAlign());
  AllocaInst *copies =
      gang.createEntryAlloca(ArrayType::get(gang.getInt8Ty(), pitch * gang.lanes), array.getName(),
                             std::max(array.getAlign(), Align(32)));
  strides.setRoot(array, copies);
  assert(strides.of(&array)->step == static_cast<std::int64_t>(pitch) &&
         "arrays of lanes lie side by side");
  return gang.CreateGEP(gang.getInt8Ty(), copies,
                        gang.stepVector(gang.getInt64Ty(), static_cast<std::int64_t>(pitch)));
}

// An integer that is always strided.
bool InstructionWidener::widenFromStride(Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy())
    return false;
  const auto stride = strides.exactlyOf(&instruction);
  if (!stride)
    return false;
  values.setVector(instruction,
                   gang.CreateAdd(gang.CreateVectorSplat(gang.lanes, stride->base),
                                  gang.stepVector(instruction.getType(), stride->step)));
  return true;
}

// An operation on components; false for other instructions.
bool InstructionWidener::widenByKind(Instruction &instruction) {
  if (auto *array = dyn_cast<AllocaInst>(&instruction))
    setResult(instruction, widenArray(*array));
  else if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
    setResult(instruction, memory.widenLoad(*load));
  else if (auto *call = dyn_cast<CallInst>(&instruction))
    setResult(instruction, calls.widen(*call));
  else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    setResult(instruction, atomics.widen(*update));
  else if (isa<AtomicCmpXchgInst>(instruction) && !needsLanes(*instruction.getFunction()))
    // A spin lock would never end: its owner waits with the gang.
    gang.fail("a work-item may wait for others of its gang", &instruction);
  else if (isa<LoadInst, StoreInst, AtomicCmpXchgInst, FenceInst>(instruction))
    setResult(instruction, replicator.replicate(instruction, /*onlyActive=*/true));
  else
    return false;
  return true;
}

Value *InstructionWidener::widenAddress(GetElementPtrInst &address) {
  SmallVector<Value *> indices;
  for (Value *index : address.indices())
    indices.push_back(isa<Constant>(index) ? index : values.vectorOf(index));
  return gang.CreateGEP(address.getSourceElementType(),
                        values.vectorOf(address.getPointerOperand()), indices, address.getName(),
                        address.getNoWrapFlags());
}

Value *InstructionWidener::widenSelect(SelectInst &select) {
  Value *condition = select.getCondition();
  condition =
      values.isUniform(*condition) ? values.scalarOf(condition) : values.vectorOf(condition);
  Value *whenTrue = values.vectorOf(select.getTrueValue());
  return gang.CreateSelect(condition, whenTrue, values.vectorOf(select.getFalseValue()),
                           select.getName());
}

// Null for other instructions.
Value *InstructionWidener::widenElementwise(Instruction &instruction) {
  const auto operand = [&](unsigned index) {
    return values.vectorOf(instruction.getOperand(index));
  };
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return gang.CreateBinOp(operation->getOpcode(), operand(0), operand(1), operation->getName());
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return gang.CreateCast(cast->getOpcode(), operand(0), gang.wideType(cast->getType()),
                           cast->getName());
  if (auto *compare = dyn_cast<CmpInst>(&instruction))
    return gang.CreateCmp(compare->getPredicate(), operand(0), operand(1), compare->getName());
  if (auto *negation = dyn_cast<UnaryOperator>(&instruction))
    return gang.CreateUnOp(negation->getOpcode(), operand(0));
  if (isa<FreezeInst>(instruction))
    return gang.CreateFreeze(operand(0));
  return nullptr;
}

} // namespace weft::compiler
