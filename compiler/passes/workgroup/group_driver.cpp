// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/group_driver.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/normalise/copies/group_steps.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/loop_marks.h"
#include "compiler/passes/workgroup/versions/launch_fields.h"
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
  if (isDebugged(kernel))
    attributes.removeAttribute(Attribute::NoInline);
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
    return any_of(region.bodies, [](const RegionBody &body) { return body.gangs.isVectorised(); });
  });
  isSmallLaunch = hasVectors && !usesSubGroups(plan.kernel)
                      ? LaunchFields(builder, launch).isSmall(launchLimit(plan.kernel))
                      : nullptr;
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

// The last group of a dimension may be smaller, unless the kernel requires groups of one size. If
// it cannot see groups, the executor may divide the dimension of the lanes in another way all the
// same.
void GroupDriver::emitLocalSizes() {
  const bool areUniform = plan.kernel.getFnAttribute(uniformGroupsAttribute).getValueAsBool();
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *start = builder.CreateMul(groupId[dimension], enqueuedSize[dimension], "",
                                     /*HasNUW=*/true, /*HasNSW=*/true);
    Value *remainder = builder.CreateSub(globalSize[dimension], start, "", /*HasNUW=*/true,
                                         /*HasNSW=*/true);
    Value *whole = builder.CreateMul(enqueuedSize[dimension], joined[dimension], "", true, true);
    if (areUniform && !(dimension == 0 && choices.joinsGroups)) {
      localSize[dimension] = whole;
      continue;
    }
    localSize[dimension] = builder.CreateBinaryIntrinsic(Intrinsic::umin, whole, remainder, nullptr,
                                                         "group.size." + Twine(dimension));
  }
  builder.setSizesAreKnown(isa<ConstantInt>(localSize[0]));
}

} // namespace weft::compiler
