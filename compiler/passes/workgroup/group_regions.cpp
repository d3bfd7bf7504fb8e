// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of GroupDriver that runs the regions of a group, and the steps between them.
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/support/lanes/sub_groups.h"
#include "compiler/passes/vectorise/prepare/loops/index_set_splitting.h"
#include "compiler/passes/workgroup/work_group_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

Value *GroupDriver::groupField(unsigned field) {
  return builder.CreateStructGEP(plan.groupValues, groupValues, field);
}

void GroupDriver::emitRegions(BasicBlock *done) {
  for (unsigned region = 0; region != regions.size(); ++region)
    regionBlocks.push_back(BasicBlock::Create(builder.getContext(), "region." + Twine(region)));
  builder.CreateBr(regionBlocks[0]);
  for (unsigned region = 0; region != regions.size(); ++region) {
    result->insert(result->end(), regionBlocks[region]);
    builder.SetInsertPoint(regionBlocks[region]);
    if (region > 0)
      emitStep(region - 1);
    emitRegion(region);
    if (choices.outlinesRegions) {
      BasicBlock *after =
          BasicBlock::Create(builder.getContext(), "region." + Twine(region) + ".end", result);
      builder.CreateBr(after);
      builder.SetInsertPoint(after);
      outlined.push_back({regionBlocks[region], after});
    }
    emitDispatch(region, done);
  }
}

// The work-item that represents the group.
GroupDriver::Item GroupDriver::groupItem() {
  Value *zero = builder.getInt64(0);
  return {{zero, zero, zero}, PoisonValue::get(builder.getPtrTy()), zero};
}

void GroupDriver::emitRegion(unsigned region) {
  SmallVector<Value *> uniforms;
  if (region > 0)
    for (auto [field, type] : enumerate(plan.liveness.uniformTypes()))
      uniforms.push_back(builder.CreateLoad(type, groupField(field)));
  else
    for (Type *type : plan.liveness.uniformTypes())
      uniforms.push_back(PoisonValue::get(type));
  const RegionCode &code = regions[region];
  if (!code.condition)
    return emitBody(region, code.bodies[0], uniforms);
  builder.createIf(
      builder.CreateCall(code.condition, regionOperands(uniforms, groupItem())), "starts",
      [&] { emitBody(region, code.bodies[0], uniforms); },
      [&] { emitBody(region, code.bodies[1], uniforms); });
}

// The only region that can follow, or 0 if there is none or several.
std::uint32_t GroupDriver::onlyNextRegion(const RegionBody &regionBody) const {
  std::optional<std::uint32_t> only;
  for (const BasicBlock &block : *regionBody.scalar)
    if (const auto *exit = dyn_cast<ReturnInst>(block.getTerminator())) {
      const auto *next = dyn_cast<ConstantInt>(exit->getReturnValue());
      if (!next || (only && *only != next->getZExtValue()))
        return 0;
      only = next->getZExtValue();
    }
  return plan.needsFinishedFlags ? 0 : only.value_or(0);
}

void GroupDriver::emitBody(unsigned region, const RegionBody &regionBody,
                           ArrayRef<Value *> uniforms) {
  const bool needsContext = plan.liveness.contextLayout().itemBytes() != 0;
  if (choosesNext(region))
    builder.CreateStore(builder.getInt32(onlyNextRegion(regionBody)), nextRegion);
  const auto emitScalar = [&](const Item &item) {
    emitRegionCall(region, regionBody.scalar, /*lanes=*/1, uniforms, item);
  };
  const auto emitItem = [&](const Item &item) {
    if (region > 0)
      emitUnlessFinished(item, [&] { emitScalar(item); });
    else
      emitScalar(item);
  };
  if (regionBody.runsOnce)
    return emitScalar(groupItem());
  const auto emitItems = [&](const Gangs *gangs) {
    emitItemLoops(needsContext, emitItem, gangs, usesXRange(regionBody));
  };
  if (!regionBody.gangs.isVectorised()) {
    firstItem = choices.runsBackwards ? loadFirstItem() : nullptr;
    emitItems(nullptr);
    firstItem = nullptr;
    return;
  }
  const auto emitCall = [&](const GangCall &call, const Item &item) {
    if (call.left)
      return emitGang(region, regionBody, uniforms, item, call.left);
    emitRegionCall(region, call.segment.version, call.segment.lanes, uniforms, item,
                   /*mask=*/nullptr, call.quotients);
  };
  const auto boundsOf = [&](Value *x, Value *y, Value *z) {
    return emitBounds(regionBody, uniforms, {x, y, z});
  };
  // Whether all lanes of a gang are active is not known before they run.
  const bool mayHaveFinished = region > 0 && plan.needsFinishedFlags;
  const GangPlan whole = mayHaveFinished ? regionBody.gangs.predicated() : regionBody.gangs;
  const Gangs gangs{whole, emitCall, boundsOf};
  // The version of a kernel with sub-groups suits the launch.
  if (usesSubGroups(plan.kernel) || !dependsOnLaunch(regionBody))
    return emitItems(&gangs);
  builder.createIf(
      emitSuitsGangs(whole.vf()), "small", [&] { emitItems(&gangs); }, [&] { emitItems(nullptr); });
}

// Whether the launch suits a region's gangs. One work-item after the other takes less time than a
// gang with as few lanes; groups that run as one mostly have more.
Value *GroupDriver::emitSuitsGangs(unsigned vf) {
  constexpr unsigned fewItems = 2;
  if (choices.joinsGroups || linear)
    return isSmallLaunch;
  Value *few = builder.getInt64(std::min(fewItems, vf / 4));
  return builder.CreateAnd(isSmallLaunch, builder.CreateICmpUGT(enqueuedSize[0], few),
                           "suits.gangs");
}

// Whether the body uses what a small launch limits: sizes of the launch, or ids of the group.
bool GroupDriver::dependsOnLaunch(const RegionBody &regionBody) const {
  const Argument *parameters = regionBody.scalar->arg_begin() + arguments.size();
  return any_of(ArrayRef<unsigned>{RegionParameters::Launch, RegionParameters::GroupId,
                                   RegionParameters::GroupId + 1, RegionParameters::GroupId + 2},
                [&](unsigned index) { return !parameters[index].use_empty(); });
}

// Whether the body depends on the work-item's x range in the group.
bool GroupDriver::usesXRange(const RegionBody &regionBody) const {
  SmallVector<Function *> versions(regionBody.gangs.functions());
  versions.push_back(regionBody.scalar);
  return any_of(versions, [&](const Function *version) {
    const Argument *ids = version->arg_begin() + arguments.size() + RegionParameters::LocalId;
    return !ids[1].use_empty() || !ids[2].use_empty();
  });
}

// Runs the gang that starts with the work-item, of which `left` work-items exist at most.
void GroupDriver::emitGang(unsigned region, const RegionBody &regionBody,
                           ArrayRef<Value *> uniforms, const Item &item, Value *left) {
  const Segment &remainder = *regionBody.gangs.find(SegmentKind::Remainder);
  const auto emitCall = [&](const Segment &segment, Value *mask = nullptr) {
    emitRegionCall(region, segment.version, segment.lanes, uniforms, item, mask);
  };
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane != remainder.lanes; ++lane)
    numbers.push_back(builder.getInt32(lane));
  Value *existing = builder.CreateICmpULT(
      ConstantVector::get(numbers),
      builder.CreateVectorSplat(remainder.lanes, builder.CreateTrunc(left, builder.getInt32Ty())));
  if (region == 0 || !plan.needsFinishedFlags)
    return emitCall(remainder, existing);
  Value *flags = builder.CreateAlignedLoad(
      FixedVectorType::get(builder.getInt8Ty(), remainder.lanes),
      emitSlotAddress(builder, plan.finishedFlag, item.contextBlock, item.contextLane), Align(1));
  Value *active = builder.CreateSelect(builder.CreateIsNull(flags), existing,
                                       Constant::getNullValue(existing->getType()));
  Value *bits = builder.CreateBitCast(active, builder.getIntNTy(remainder.lanes));
  Value *isWhole = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
  const auto emitSome = [&] {
    builder.createIf(builder.CreateIsNotNull(bits), "some", [&] { emitCall(remainder, active); });
  };
  const Segment *interior = regionBody.gangs.find(SegmentKind::Interior);
  if (!interior)
    return emitSome();
  builder.createIf(isWhole, "whole", [&] { emitCall(*interior); }, emitSome);
}

// The field of what a bounds function returns, if it is a constant; null if not.
static Constant *returnedConstant(const Function &bounds, unsigned field) {
  const auto &exit = cast<ReturnInst>(*bounds.getEntryBlock().getTerminator());
  return dyn_cast_or_null<Constant>(FindInsertedValue(exit.getReturnValue(), field));
}

// Computes where in an x range whole gangs need no masks, and where the region does anything.
XRangeBounds GroupDriver::emitBounds(const RegionBody &regionBody, ArrayRef<Value *> uniforms,
                                     const Triple &id) {
  const Function &function = *regionBody.gangs.bounds;
  const Item first{id, PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)};
  Value *found = builder.CreateCall(regionBody.gangs.bounds, regionOperands(uniforms, first));
  const auto field = [&](unsigned bound) -> Value * {
    Constant *always = returnedConstant(function, bound);
    return always ? always : builder.CreateExtractValue(found, bound);
  };
  XRangeBounds bounds{};
  bounds.first = field(First);
  bounds.last = field(Last);
  bounds.outerFirst = field(OuterFirst);
  bounds.outerLast = field(OuterLast);
  if (hasRows(function)) {
    bounds.rowEnd = field(SplitBoundCount);
    const unsigned count = cast<StructType>(function.getReturnType())->getNumElements();
    for (unsigned index = SplitBoundCount + 1; index != count; ++index)
      bounds.quotients.push_back(field(index));
  }
  // Each work-item must set its own flag when it finishes.
  if (plan.needsFinishedFlags) {
    bounds.outerFirst = builder.getInt64(0);
    bounds.outerLast = linear ? builder.getInt64(linear->items()) : localSize[0];
  }
  return bounds;
}

SmallVector<Value *> GroupDriver::regionOperands(ArrayRef<Value *> uniforms, const Item &item) {
  SmallVector<Value *> operands(arguments);
  operands.append({launch, worker});
  operands.append(groupId.begin(), groupId.end());
  operands.append(localSize.begin(), localSize.end());
  operands.append(item.id.begin(), item.id.end());
  operands.append(
      {item.contextBlock, item.contextLane, contextArray,
       groupValues ? static_cast<Value *>(groupValues) : PoisonValue::get(builder.getPtrTy())});
  operands.append(uniforms.begin(), uniforms.end());
  return operands;
}

void GroupDriver::emitRegionCall(unsigned region, Function *function, unsigned lanes,
                                 ArrayRef<Value *> uniforms, const Item &item, Value *mask,
                                 ArrayRef<Value *> quotients) {
  SmallVector<Value *> operands = regionOperands(uniforms, item);
  if (mask)
    operands.push_back(mask);
  append_range(operands, quotients);
  Value *next = builder.CreateCall(function, operands);
  if (lanes == 1)
    finishCall(region, next, item);
  else
    finishGangCall(region, next, item, mask, lanes);
}

// `flags`: of the item, or of its gang.
void GroupDriver::storeFinished(Value *flags, const Item &item) {
  Value *at = emitSlotAddress(builder, plan.finishedFlag, item.contextBlock, item.contextLane);
  builder.CreateAlignedStore(flags, at, Align(1));
}

void GroupDriver::finishCall(unsigned region, Value *next, const Item &item) {
  const bool finishesSome = plan.finishesSome.test(region);
  if (plan.needsFinishedFlags && (region == 0 || finishesSome)) {
    Value *finished = builder.CreateICmpEQ(next, builder.getInt32(0));
    storeFinished(builder.CreateZExt(finished, builder.getInt8Ty()), item);
    if (finishesSome)
      next = builder.CreateSelect(finished, builder.CreateLoad(builder.getInt32Ty(), nextRegion),
                                  next);
  }
  if (choosesNext(region))
    builder.CreateStore(next, nextRegion);
}

// Inactive lanes return 0, or nothing of their own if all return the same; all others return 0 or
// the same number.
void GroupDriver::finishGangCall(unsigned region, Value *next, const Item &item, Value *mask,
                                 unsigned lanes) {
  const bool finishesSome = plan.finishesSome.test(region);
  if (plan.needsFinishedFlags && (region == 0 || finishesSome)) {
    Value *numbers = next->getType()->isVectorTy() ? next : builder.CreateVectorSplat(lanes, next);
    if (mask)
      numbers = builder.CreateSelect(mask, numbers, Constant::getNullValue(numbers->getType()));
    storeFinished(builder.CreateZExt(builder.CreateIsNull(numbers),
                                     FixedVectorType::get(builder.getInt8Ty(), lanes)),
                  item);
  }
  if (!choosesNext(region))
    return;
  if (next->getType()->isVectorTy())
    next = builder.CreateIntMaxReduce(next, /*IsSigned=*/false);
  if (finishesSome)
    next = builder.CreateBinaryIntrinsic(Intrinsic::umax, next,
                                         builder.CreateLoad(builder.getInt32Ty(), nextRegion));
  builder.CreateStore(next, nextRegion);
}

// Whether the work-items of a region choose what follows it.
bool GroupDriver::choosesNext(unsigned number) const {
  const Region &region = plan.graph.regions()[number];
  return region.exits.size() + region.returns > 1;
}

void GroupDriver::emitDispatch(unsigned number, BasicBlock *done) {
  const Region &region = plan.graph.regions()[number];
  if (!choosesNext(number)) {
    builder.CreateBr(region.exits.empty() ? done : regionBlocks[region.exits[0] + 1]);
    return;
  }
  Value *next = builder.CreateLoad(builder.getInt32Ty(), nextRegion);
  SwitchInst *dispatch = builder.CreateSwitch(next, done, region.exits.size());
  for (unsigned split : region.exits)
    dispatch->addCase(builder.getInt32(split + 1), regionBlocks[split + 1]);
}

Value *GroupDriver::loadOperand(unsigned split, unsigned position) {
  const SplitOperand &operand = plan.operands[split][position];
  Type *type = plan.graph.splits()[split].call->getArgOperand(position)->getType();
  return builder.CreateLoad(type, groupField(operand.field));
}

void GroupDriver::storeResult(unsigned split, Value *value) {
  const LiveValue *live = plan.liveness.find(plan.graph.splits()[split].call);
  if (!live)
    return;
  if (live->survival == Survival::Uniform) {
    builder.CreateStore(value, groupField(live->uniform));
    return;
  }
  emitUnfinishedItemLoops([&](const Item &item) {
    builder.CreateAlignedStore(
        value, emitSlotAddress(builder, live->slot, item.contextBlock, item.contextLane),
        live->slot.alignment);
  });
}

void GroupDriver::emitStep(unsigned split) {
  const Split &step = plan.graph.splits()[split];
  if (step.kind == PrimitiveKind::Collective) {
    emitCollective(split);
  } else if (step.kind == PrimitiveKind::GroupStep) {
    SmallVector<Value *> operands;
    for (unsigned position = 0; position != step.call->arg_size(); ++position)
      operands.push_back(loadOperand(split, position));
    CallInst *call =
        builder.CreateCall(step.call->getFunctionType(), step.call->getCalledOperand(), operands);
    call->setAttributes(step.call->getAttributes());
    call->removeFnAttr(Attribute::Convergent);
    storeResult(split, call);
  }
}

} // namespace weft::compiler
