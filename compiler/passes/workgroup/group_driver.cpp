// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/analysis/value_ranges.h"
#include "compiler/passes/normalise/copies/copy_fences.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/lane_dimension.h"
#include "compiler/passes/workgroup/launch_fields.h"
#include "compiler/passes/workgroup/work_group_function.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

namespace {

std::uint64_t dimensionOffset(std::size_t field, unsigned dimension) {
  return field + dimension * sizeof(std::uint64_t);
}

bool hasLoop(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backedges;
  FindFunctionBackedges(function, backedges);
  return !backedges.empty();
}

} // namespace

void describeLocalSize(LoadInst &load) {
  LLVMContext &context = load.getContext();
  load.setMetadata(LLVMContext::MD_range,
                   MDBuilder(context).createRange(APInt(64, 1), APInt(64, localSizeLimit)));
  load.setMetadata(LLVMContext::MD_noundef, MDNode::get(context, {}));
}

Function *GroupDriver::build() {
  createFunction();
  loadLaunch();
  loadArguments();
  emitGroupLoop();
  outlineRegions(*result, outlined);
  return result;
}

void GroupDriver::createFunction() {
  Function &kernel = plan.kernel;
  LLVMContext &context = kernel.getContext();
  Type *pointer = builder.getPtrTy();
  Type *number = builder.getInt64Ty();
  result = Function::Create(
      FunctionType::get(builder.getVoidTy(), {pointer, number, number, pointer}, false),
      GlobalValue::InternalLinkage, "kernel_" + kernel.getName(), kernel.getParent());
  AttrBuilder attributes(context, kernel.getAttributes().getFnAttrs());
  attributes.removeAttribute(Attribute::Convergent);
  attributes.removeAttribute(Attribute::AlwaysInline);
  attributes.removeAttribute(Attribute::Memory);
  result->addFnAttrs(attributes);
  result->copyMetadata(&kernel, 0);
  for (unsigned index : {0u, 3u}) {
    result->addParamAttr(index, Attribute::NoAlias);
    result->addParamAttr(index, Attribute::ReadOnly);
    result->addParamAttr(index, Attribute::NonNull);
    result->addParamAttr(index,
                         Attribute::getWithDereferenceableBytes(
                             context, index == 0 ? sizeof(weft_launch) : sizeof(weft_worker)));
    result->addParamAttr(index, Attribute::getWithAlignment(context, Align(8)));
  }
  for (unsigned index = 0; index != 4; ++index)
    result->addParamAttr(index, Attribute::NoUndef);
  result->getArg(0)->setName("launch");
  result->getArg(1)->setName("first");
  result->getArg(2)->setName("last");
  result->getArg(3)->setName("worker");
  builder.SetInsertPoint(BasicBlock::Create(context, "entry", result));
  if (DISubprogram *subprogram = kernel.getSubprogram()) {
    DISubprogram *copy = MDNode::replaceWithDistinct(subprogram->clone());
    copy->replaceRetainedNodes(MDTuple::get(context, {}));
    result->setSubprogram(copy);
    builder.SetCurrentDebugLocation(DILocation::get(context, copy->getLine(), 0, copy));
  }
}

Value *GroupDriver::loadField(Value *base, std::uint64_t offset, Type *type, const Twine &name,
                              unsigned alignment) {
  LoadInst *load = builder.CreateAlignedLoad(
      type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset), Align(alignment),
      name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
  return load;
}

void GroupDriver::loadLaunch() {
  launch = builder.CreateAddrSpaceCast(result->getArg(0), builder.getPtrTy(constantSpace));
  worker = builder.CreateAddrSpaceCast(result->getArg(3), builder.getPtrTy(constantSpace));
  const auto required = requiredGroupSize(plan.kernel);
  Type *number = builder.getInt64Ty();
  for (unsigned ofRange = 0; ofRange != 3; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, lanes);
    const auto load = [&](std::size_t field, const char *name) {
      return loadField(launch, dimensionOffset(field, ofRange), number,
                       Twine(name) + Twine(dimension));
    };
    globalSize[dimension] = load(offsetof(weft_launch, global_size), "global.size.");
    groupCount[dimension] = load(offsetof(weft_launch, group_count), "group.count.");
    if (required) {
      enqueuedSize[dimension] = builder.getInt64((*required)[ofRange]);
    } else {
      enqueuedSize[dimension] = load(offsetof(weft_launch, local_size), "local.size.");
      describeLocalSize(cast<LoadInst>(*enqueuedSize[dimension]));
    }
  }
  const bool hasVectors = any_of(regions, [](const RegionCode &region) {
    return any_of(region.bodies, [](const RegionBody &body) { return body.wide.isVectorised(); });
  });
  isSmallLaunch =
      hasVectors && !usesSubGroups(plan.kernel) ? LaunchFields(builder, launch).isSmall() : nullptr;
  if (plan.liveness.contextLayout().itemBytes() || plan.liveness.contextLayout().fixedBytes()) {
    contextArray = loadField(worker, offsetof(weft_worker, context_array), builder.getPtrTy(),
                             "context.array");
    contextItems = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), contextArray,
                                                      plan.liveness.contextLayout().fixedBytes());
  } else {
    contextArray = contextItems = PoisonValue::get(builder.getPtrTy());
  }
  if (plan.groupValues->getNumElements())
    groupValues = builder.CreateAlloca(plan.groupValues, nullptr, "group.values");
  nextRegion = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next.region");
}

void GroupDriver::loadArguments() {
  const KernelArguments layout = attachedArguments(plan.kernel);
  assert(layout.list.size() == plan.kernel.arg_size());
  if (layout.list.empty())
    return;
  Value *block =
      loadField(launch, offsetof(weft_launch, arguments), builder.getPtrTy(), "arguments");
  Value *localMemory = nullptr;
  for (auto [argument, parameter] : zip(layout.list, plan.kernel.args())) {
    Type *type = parameter.getType();
    Value *value = nullptr;
    if (argument.kind == WEFT_ARGUMENT_VALUE && type->isPointerTy()) {
      value = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, argument.offset,
                                                 parameter.getName());
    } else if (argument.kind == WEFT_ARGUMENT_LOCAL_POINTER) {
      if (!localMemory)
        localMemory = loadField(worker, offsetof(weft_worker, local_memory),
                                builder.getPtrTy(localSpace), "local");
      value = builder.CreateInBoundsGEP(
          builder.getInt8Ty(), localMemory,
          loadField(block, argument.offset, builder.getInt64Ty(), parameter.getName() + ".offset"),
          parameter.getName());
    } else {
      const unsigned alignment = 1u << std::min(7, countr_zero(argument.offset));
      value = loadField(block, argument.offset, type, parameter.getName(), alignment);
    }
    arguments.push_back(value);
  }
}

// How many groups may run as one, without exceeding the largest group. In planes, x ranges stay
// short, so that data that neighbouring x ranges share stay in the cache; shorter where work-items
// have loops, which go over more data.
Value *GroupDriver::emitGroupsAtOnce() {
  const bool hasLoops = any_of(regions, [](const RegionCode &region) {
    return any_of(region.bodies, [](const RegionBody &body) { return hasLoop(*body.scalar); });
  });
  const std::uint64_t planeRow = hasLoops ? 64 : 256;
  Value *xRanges = builder.CreateNUWMul(enqueuedSize[1], enqueuedSize[2]);
  Value *length =
      builder.CreateSelect(builder.CreateICmpEQ(xRanges, builder.getInt64(1)),
                           builder.getInt64(localSizeLimit - 1), builder.getInt64(planeRow));
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateUDiv(length, enqueuedSize[0]),
                                       builder.getInt64(1), nullptr, "groups.at.once");
}

// How many x ranges of groups may run as one, with the same limit in their dimension.
Value *GroupDriver::emitXRangesAtOnce() {
  return builder.CreateBinaryIntrinsic(
      Intrinsic::umax, builder.CreateUDiv(builder.getInt64(localSizeLimit - 1), enqueuedSize[1]),
      builder.getInt64(1), nullptr, "x.ranges.at.once");
}

// The groups from the current one to the end of its x range, or of the range.
Value *GroupDriver::countJoinedGroups(Value *number, Value *groupsAtOnce) {
  const auto least = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, first, second);
  };
  Value *groups = least(groupsAtOnce, builder.CreateSub(groupCount[0], groupId[0], "", true, true));
  return least(groups, builder.CreateSub(result->getArg(2), number, "", true, true));
}

// Joins the following x ranges that are wholly in the range, if a whole x range of groups runs as
// one. `endXRange`: the x range, counted through all planes, in which the range ends.
Value *GroupDriver::countJoinedXRanges(Value *xRangesAtOnce, Value *endXRange) {
  const auto least = [&](Value *first, Value *second) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, first, second);
  };
  Value *xRange = builder.CreateNUWAdd(builder.CreateNUWMul(groupId[2], groupCount[1]), groupId[1]);
  Value *xRanges =
      least(xRangesAtOnce, builder.CreateSub(groupCount[1], groupId[1], "", true, true));
  xRanges = least(xRanges, builder.CreateSub(endXRange, xRange));
  return builder.CreateSelect(builder.CreateICmpEQ(joined[0], groupCount[0]), xRanges,
                              builder.getInt64(1), "x.ranges.joined");
}

// Steps the group's ids from those of `first`; an empty range does nothing. Groups that run as one
// are one wider group; if it is as wide as the range, it has more x ranges.
void GroupDriver::emitGroupLoop() {
  LLVMContext &context = builder.getContext();
  Value *first = result->getArg(1);
  Value *last = result->getArg(2);
  BasicBlock *prologue = BasicBlock::Create(context, "groups", result);
  BasicBlock *loop = BasicBlock::Create(context, "group", result);
  BasicBlock *done = BasicBlock::Create(context, "group.done");
  BasicBlock *end = BasicBlock::Create(context, "end");
  builder.CreateCondBr(builder.CreateICmpULT(first, last), prologue, end);
  builder.SetInsertPoint(prologue);
  Value *xRanges = builder.CreateUDiv(first, groupCount[0]);
  const Triple start{builder.CreateURem(first, groupCount[0]),
                     builder.CreateURem(xRanges, groupCount[1]),
                     builder.CreateUDiv(xRanges, groupCount[1])};
  Value *groupsAtOnce = choices.joinsGroups ? emitGroupsAtOnce() : nullptr;
  Value *xRangesAtOnce = choices.joinsGroups ? emitXRangesAtOnce() : nullptr;
  Value *endXRange =
      choices.joinsGroups ? builder.CreateUDiv(last, groupCount[0], "x.range.end") : nullptr;
  builder.CreateBr(loop);

  builder.SetInsertPoint(loop);
  PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2, "group.number");
  number->addIncoming(first, prologue);
  std::array<PHINode *, 3> ids{};
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    ids[dimension] = builder.CreatePHI(builder.getInt64Ty(), 2, "group.id." + Twine(dimension));
    ids[dimension]->addIncoming(start[dimension], prologue);
    groupId[dimension] = ids[dimension];
  }
  joined.fill(builder.getInt64(1));
  if (choices.joinsGroups) {
    joined[0] = countJoinedGroups(number, groupsAtOnce);
    joined[1] = countJoinedXRanges(xRangesAtOnce, endXRange);
  }
  emitLocalSizes();
  emitRegions(done);

  result->insert(result->end(), done);
  builder.SetInsertPoint(done);
  Value *one = builder.getInt64(1);
  Value *zero = builder.getInt64(0);
  const auto increment = [&](Value *value, Value *step) {
    return builder.CreateAdd(value, step, "", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  Value *nextX = increment(ids[0], joined[0]);
  Value *wrapsX = builder.CreateICmpEQ(nextX, groupCount[0]);
  Value *nextY = builder.CreateSelect(wrapsX, increment(ids[1], joined[1]), ids[1]);
  Value *wrapsY = builder.CreateICmpEQ(nextY, groupCount[1]);
  ids[0]->addIncoming(builder.CreateSelect(wrapsX, zero, nextX), done);
  ids[1]->addIncoming(builder.CreateSelect(wrapsY, zero, nextY), done);
  ids[2]->addIncoming(builder.CreateSelect(wrapsY, increment(ids[2], one), ids[2]), done);
  Value *next = increment(number, builder.CreateMul(joined[0], joined[1], "", true, true));
  number->addIncoming(next, done);
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, last), end, loop);
  branch->setMetadata(LLVMContext::MD_loop,
                      loopProperties(context, driverLoopMark, /*mayUnroll=*/false));
  result->insert(result->end(), end);
  builder.SetInsertPoint(end);
  if (any_of(plan.graph.splits(), [](const Split &split) { return isUnfencedCopy(*split.call); }))
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  builder.CreateRetVoid();
}

// The last group of a dimension may be smaller, unless the kernel requires groups of one size.
void GroupDriver::emitLocalSizes() {
  const bool areUniform = plan.kernel.getFnAttribute(uniformGroupsAttribute).getValueAsBool();
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *start = builder.CreateMul(groupId[dimension], enqueuedSize[dimension], "",
                                     /*HasNUW=*/true, /*HasNSW=*/true);
    Value *rest = builder.CreateSub(globalSize[dimension], start, "", /*HasNUW=*/true,
                                    /*HasNSW=*/true);
    Value *whole = builder.CreateMul(enqueuedSize[dimension], joined[dimension], "", true, true);
    if (areUniform) {
      localSize[dimension] = whole;
      continue;
    }
    localSize[dimension] = builder.CreateBinaryIntrinsic(Intrinsic::umin, whole, rest, nullptr,
                                                         "group.size." + Twine(dimension));
  }
}

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
  emitIf(
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
    emitRegionCall(region, regionBody, regionBody.scalar, uniforms, item);
  };
  const auto emitItem = [&](const Item &item) {
    if (region > 0)
      emitUnlessFinished(item, [&] { emitScalar(item); });
    else
      emitScalar(item);
  };
  if (regionBody.runsOnce)
    return emitScalar(groupItem());
  const VectorRegion &wide = regionBody.wide;
  if (!wide.isVectorised())
    return emitItemLoops(needsContext, emitItem, nullptr, usesXRange(regionBody));
  const auto emitGangs = [&](const Item &item, Value *rest, bool isWide) {
    emitGang(region, regionBody, uniforms, item, rest, isWide);
  };
  const auto emitBounds = [&](Value *y, Value *z) {
    return emitSplitBounds(regionBody, uniforms, y, z);
  };
  const bool areAllPredicated = wide.isAlwaysPredicated || (region > 0 && plan.needsFinishedFlags);
  Gangs gangs{wide.vf, wide.wideVf, areAllPredicated, emitGangs, nullptr, nullptr, nullptr};
  const auto emitScalarTail = [&](const Item &item) {
    emitRegionCall(region, regionBody, wide.scalarTail, uniforms, item);
  };
  const auto emitInteriorScalarTail = [&](const Item &item) {
    emitRegionCall(region, regionBody, wide.interiorScalarTail, uniforms, item);
  };
  if (wide.bounds)
    gangs.bounds = emitBounds;
  if (wide.scalarTail) {
    gangs.scalarTail = emitScalarTail;
    if (wide.interiorScalarTail)
      gangs.interiorScalarTail = emitInteriorScalarTail;
  }
  const auto emitRowBlock = [&](const Item &item) {
    emitRegionCall(region, regionBody, wide.rowBlock, uniforms, item);
  };
  if (wide.rowBlock && !areAllPredicated && !needsContext) {
    gangs.rowBlock = emitRowBlock;
    gangs.rowBlockVf = wide.rowBlockVf;
  }
  // The version of a kernel with sub-groups suits the launch.
  if (usesSubGroups(plan.kernel) || !dependsOnLaunch(regionBody))
    return emitItemLoops(needsContext, emitItem, &gangs, usesXRange(regionBody));
  emitIf(
      emitSuitsGangs(wide.vf), "small",
      [&] { emitItemLoops(needsContext, emitItem, &gangs, usesXRange(regionBody)); },
      [&] { emitItemLoops(needsContext, emitItem, nullptr, usesXRange(regionBody)); });
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
  SmallVector<Function *> versions(regionBody.wide.functions());
  versions.push_back(regionBody.scalar);
  return any_of(versions, [&](const Function *version) {
    const Argument *ids = version->arg_begin() + arguments.size() + RegionParameters::LocalId;
    return !ids[1].use_empty() || !ids[2].use_empty();
  });
}

// Runs the gang that starts with the work-item. `rest`: the number of its work-items, null if it is
// whole.
void GroupDriver::emitGang(unsigned region, const RegionBody &regionBody,
                           ArrayRef<Value *> uniforms, const Item &item, Value *rest, bool isWide) {
  const VectorRegion &wide = regionBody.wide;
  const auto emitCall = [&](Function *version, Value *mask = nullptr) {
    emitRegionCall(region, regionBody, version, uniforms, item, mask);
  };
  if (!rest)
    return emitCall(isWide ? wide.wide : wide.unmasked);
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane != wide.vf; ++lane)
    numbers.push_back(builder.getInt32(lane));
  Value *existing = builder.CreateICmpULT(
      ConstantVector::get(numbers),
      builder.CreateVectorSplat(wide.vf, builder.CreateTrunc(rest, builder.getInt32Ty())));
  if (region == 0 || !plan.needsFinishedFlags)
    return emitCall(wide.predicated, existing);
  Value *flags = builder.CreateAlignedLoad(
      FixedVectorType::get(builder.getInt8Ty(), wide.vf),
      emitSlotAddress(builder, plan.finishedFlag, item.contextBlock, item.contextLane), Align(1));
  Value *active = builder.CreateSelect(builder.CreateIsNull(flags), existing,
                                       Constant::getNullValue(existing->getType()));
  Value *bits = builder.CreateBitCast(active, builder.getIntNTy(wide.vf));
  Value *isWhole = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
  const auto emitSome = [&] {
    emitIf(builder.CreateIsNotNull(bits), "some", [&] { emitCall(wide.predicated, active); });
  };
  if (!wide.unmasked)
    return emitSome();
  emitIf(isWhole, "whole", [&] { emitCall(wide.unmasked); }, emitSome);
}

// Computes where in an x range whole gangs need no masks, and where the region does anything.
GroupDriver::SplitBounds GroupDriver::emitSplitBounds(const RegionBody &regionBody,
                                                      ArrayRef<Value *> uniforms, Value *y,
                                                      Value *z) {
  const Item first{
      {builder.getInt64(0), y, z}, PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)};
  Value *found = builder.CreateCall(regionBody.wide.bounds, regionOperands(uniforms, first));
  SplitBounds bounds{};
  for (unsigned bound = 0; bound != SplitBoundCount; ++bound)
    bounds[bound] = builder.CreateExtractValue(found, bound);
  // Each work-item must set its own flag when it finishes.
  if (plan.needsFinishedFlags) {
    bounds[OuterFirst] = builder.getInt64(0);
    bounds[OuterLast] = linear ? builder.getInt64(linear->items()) : localSize[0];
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

void GroupDriver::emitRegionCall(unsigned region, const RegionBody &regionBody, Function *function,
                                 ArrayRef<Value *> uniforms, const Item &item, Value *mask) {
  SmallVector<Value *> operands = regionOperands(uniforms, item);
  if (mask)
    operands.push_back(mask);
  Value *next = builder.CreateCall(function, operands);
  const VectorRegion &wide = regionBody.wide;
  if (is_contained({regionBody.scalar, wide.scalarTail, wide.interiorScalarTail}, function))
    finishCall(region, next, item, mask);
  else
    finishGangCall(region, next, item, mask, function == wide.wide ? wide.wideVf : wide.vf);
}

// `flags`: of the item, or of its gang.
void GroupDriver::storeFinished(Value *flags, const Item &item) {
  Value *at = emitSlotAddress(builder, plan.finishedFlag, item.contextBlock, item.contextLane);
  builder.CreateAlignedStore(flags, at, Align(1));
}

void GroupDriver::finishCall(unsigned region, Value *next, const Item &item, Value *) {
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
