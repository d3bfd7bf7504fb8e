#include "compiler/passes/group_driver.h"

#include "compiler/passes/value_ranges.h"
#include "compiler/passes/work_group_function.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned constantSpace = 2;
constexpr unsigned localSpace = 3;
// Above CL_DEVICE_MAX_WORK_GROUP_SIZE in any dimension.
constexpr std::uint64_t localSizeLimit = 4097;

// Unrolling with remainders would multiply what the loop vectoriser leaves over, for little.
MDNode *loopProperties(LLVMContext &context) {
  MDNode *unroll = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.runtime.disable"));
  MDNode *properties = MDNode::getDistinct(context, {nullptr, unroll});
  properties->replaceOperandWith(0, properties);
  return properties;
}

// Of loops over bundles and what they leave over: LLVM's vectoriser has nothing to add.
MDNode *bundleLoopProperties(LLVMContext &context) {
  MDNode *unroll = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.runtime.disable"));
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  MDNode *done = MDNode::get(context, {MDString::get(context, "llvm.loop.isvectorized"), one});
  MDNode *properties = MDNode::getDistinct(context, {nullptr, unroll, done});
  properties->replaceOperandWith(0, properties);
  return properties;
}

std::uint64_t dimensionOffset(std::size_t field, unsigned dimension) {
  return field + dimension * sizeof(std::uint64_t);
}

} // namespace

Function *GroupDriver::build() {
  createFunction();
  loadLaunch();
  loadArguments();
  emitGroupLoop();
  return result;
}

void GroupDriver::createFunction() {
  Function &kernel = plan.kernel;
  LLVMContext &context = kernel.getContext();
  Type *pointer = builder.getPtrTy();
  Type *number = builder.getInt64Ty();
  result = Function::Create(
      FunctionType::get(builder.getVoidTy(), {pointer, number, number, pointer}, false),
      GlobalValue::InternalLinkage, "", kernel.getParent());
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
  const MDNode *required = plan.kernel.getMetadata("reqd_work_group_size");
  Type *number = builder.getInt64Ty();
  MDNode *range =
      MDBuilder(builder.getContext()).createRange(APInt(64, 1), APInt(64, localSizeLimit));
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    const auto load = [&](std::size_t field, const char *name) {
      return loadField(launch, dimensionOffset(field, dimension), number,
                       Twine(name) + Twine(dimension));
    };
    globalSize[dimension] = load(offsetof(weft_launch, global_size), "global.size.");
    groupCount[dimension] = load(offsetof(weft_launch, group_count), "group.count.");
    if (required) {
      enqueuedSize[dimension] = builder.CreateZExt(
          mdconst::extract<ConstantInt>(required->getOperand(dimension)), number);
    } else {
      enqueuedSize[dimension] = load(offsetof(weft_launch, local_size), "local.size.");
      cast<LoadInst>(enqueuedSize[dimension])->setMetadata(LLVMContext::MD_range, range);
    }
  }
  bundleMask = builder.CreateSelect(emitSmallLaunchTest(), builder.getInt64(-std::uint64_t{lanes}),
                                    builder.getInt64(0));
  if (plan.liveness.frame().itemBytes() || plan.liveness.frame().fixedBytes()) {
    frame = loadField(worker, offsetof(weft_worker, frame), builder.getPtrTy(), "frame");
    frameItems = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame,
                                                    plan.liveness.frame().fixedBytes());
  } else {
    frame = frameItems = PoisonValue::get(builder.getPtrTy());
  }
  if (plan.groupValues->getNumElements())
    groupValues = builder.CreateAlloca(plan.groupValues, nullptr, "group.values");
  nextRegion = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next.region");
}

// What vector versions of regions rely on (value_ranges.h).
Value *GroupDriver::emitSmallLaunchTest() {
  Value *isSmall = builder.getTrue();
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *offset =
        loadField(launch, dimensionOffset(offsetof(weft_launch, global_offset), dimension),
                  builder.getInt64Ty(), "global.offset." + Twine(dimension));
    // Saturates, so that a sum that does not fit is large.
    Value *end = builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, offset, globalSize[dimension]);
    isSmall = builder.CreateAnd(
        isSmall, builder.CreateICmpULE(end, builder.getInt64(smallLaunchLimit)), "launch.is.small");
  }
  return isSmall;
}

void GroupDriver::loadArguments() {
  const KernelArguments layout = attachedArguments(plan.kernel);
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

void GroupDriver::emitLoop(Value *count, const Twine &name, function_ref<void(Value *)> body) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(builder.getContext(), name, result);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".index");
  index->addIncoming(builder.getInt64(0), before);
  body(index);
  Value *next = builder.CreateAdd(index, builder.getInt64(1), name + ".next", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  index->addIncoming(next, builder.GetInsertBlock());
  BasicBlock *after = BasicBlock::Create(builder.getContext(), name + ".end", result);
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, count), after, loop);
  branch->setMetadata(LLVMContext::MD_loop, loopProperties(builder.getContext()));
  builder.SetInsertPoint(after);
}

// Does nothing where the range is empty; the step divides its length.
void GroupDriver::emitLoopFrom(Value *begin, Value *end, std::uint64_t step, const Twine &name,
                               function_ref<void(Value *)> body) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, name, result);
  BasicBlock *after = BasicBlock::Create(context, name + ".end");
  builder.CreateCondBr(builder.CreateICmpULT(begin, end), loop, after);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".index");
  index->addIncoming(begin, before);
  body(index);
  Value *next = builder.CreateAdd(index, builder.getInt64(step), name + ".next", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  index->addIncoming(next, builder.GetInsertBlock());
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, loop);
  branch->setMetadata(LLVMContext::MD_loop, bundleLoopProperties(context));
  result->insert(result->end(), after);
  builder.SetInsertPoint(after);
}

// The work-items of a row or of a frame block: in bundles as far as these fill, then singly.
void GroupDriver::emitLanes(Value *count, const Twine &name, function_ref<void(Value *)> body,
                            function_ref<void(Value *)> bundleBody) {
  if (!bundleBody)
    return emitLoop(count, name, body);
  Value *whole = builder.CreateAnd(count, bundleMask);
  emitLoopFrom(builder.getInt64(0), whole, lanes, name + ".bundle", bundleBody);
  emitLoopFrom(whole, count, 1, name, body);
}

// Steps the group's ids from those of `first`; an empty range does nothing.
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
  Value *rows = builder.CreateUDiv(first, groupCount[0]);
  const Triple start{builder.CreateURem(first, groupCount[0]),
                     builder.CreateURem(rows, groupCount[1]),
                     builder.CreateUDiv(rows, groupCount[1])};
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
  emitLocalSizes();
  emitRegions(done);

  result->insert(result->end(), done);
  builder.SetInsertPoint(done);
  finishCopies();
  Value *one = builder.getInt64(1);
  Value *zero = builder.getInt64(0);
  const auto increment = [&](Value *value) {
    return builder.CreateAdd(value, one, "", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  Value *nextX = increment(ids[0]);
  Value *wrapsX = builder.CreateICmpEQ(nextX, groupCount[0]);
  Value *nextY = builder.CreateSelect(wrapsX, increment(ids[1]), ids[1]);
  Value *wrapsY = builder.CreateICmpEQ(nextY, groupCount[1]);
  ids[0]->addIncoming(builder.CreateSelect(wrapsX, zero, nextX), done);
  ids[1]->addIncoming(builder.CreateSelect(wrapsY, zero, nextY), done);
  ids[2]->addIncoming(builder.CreateSelect(wrapsY, increment(ids[2]), ids[2]), done);
  Value *next = increment(number);
  number->addIncoming(next, done);
  builder.CreateCondBr(builder.CreateICmpEQ(next, last), end, loop);
  result->insert(result->end(), end);
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
}

// Copies that were issued are done at the latest when their group ends.
void GroupDriver::finishCopies() {
  const bool issuesCopies = any_of(plan.graph.splits(), [](const Split &split) {
    const Function *callee = split.call->getCalledFunction();
    return callee && callee->getName() == "__weft_group_step_issue_copy";
  });
  if (!issuesCopies)
    return;
  Value *queue = loadField(worker, offsetof(weft_worker, copies), builder.getInt64Ty(), "copies");
  FunctionCallee finish = result->getParent()->getOrInsertFunction(
      "__weft_finish_copies", FunctionType::get(builder.getVoidTy(), queue->getType(), false));
  builder.CreateCall(finish, queue);
}

// The last group of a dimension may be smaller.
void GroupDriver::emitLocalSizes() {
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    Value *start = builder.CreateMul(groupId[dimension], enqueuedSize[dimension], "",
                                     /*HasNUW=*/true, /*HasNSW=*/true);
    Value *rest = builder.CreateSub(globalSize[dimension], start, "", /*HasNUW=*/true,
                                    /*HasNSW=*/true);
    localSize[dimension] = builder.CreateBinaryIntrinsic(
        Intrinsic::umin, enqueuedSize[dimension], rest, nullptr, "group.size." + Twine(dimension));
  }
}

Value *GroupDriver::groupField(unsigned field) {
  return builder.CreateStructGEP(plan.groupValues, groupValues, field);
}

void GroupDriver::emitRegions(BasicBlock *done) {
  for (unsigned region = 0; region != regionFunctions.size(); ++region)
    regionBlocks.push_back(BasicBlock::Create(builder.getContext(), "region." + Twine(region)));
  builder.CreateBr(regionBlocks[0]);
  for (unsigned region = 0; region != regionFunctions.size(); ++region) {
    result->insert(result->end(), regionBlocks[region]);
    builder.SetInsertPoint(regionBlocks[region]);
    if (region > 0)
      emitStep(region - 1);
    emitRegion(region);
    emitDispatch(region, done);
  }
}

void GroupDriver::emitRegion(unsigned region) {
  SmallVector<Value *> uniforms;
  if (region > 0)
    for (auto [field, type] : enumerate(plan.liveness.uniformTypes()))
      uniforms.push_back(builder.CreateLoad(type, groupField(field)));
  else
    for (Type *type : plan.liveness.uniformTypes())
      uniforms.push_back(PoisonValue::get(type));
  const bool needsFrame = plan.liveness.frame().itemBytes() != 0;
  builder.CreateStore(builder.getInt32(0), nextRegion);
  const auto emitItem = [&](const Item &item) {
    if (region > 0)
      emitUnlessFinished(item,
                         [&] { emitRegionCall(region, regionFunctions[region], uniforms, item); });
    else
      emitRegionCall(region, regionFunctions[region], uniforms, item);
  };
  const auto emitBundle = [&](const Item &item) {
    emitRegionCall(region, vectorFunctions[region], uniforms, item);
  };
  emitItemLoops(needsFrame, emitItem, vectorFunctions[region] ? ItemBody(emitBundle) : nullptr);
}

void GroupDriver::emitRegionCall(unsigned region, Function *function, ArrayRef<Value *> uniforms,
                                 const Item &item) {
  SmallVector<Value *> operands(arguments);
  operands.append({launch, worker});
  operands.append(groupId.begin(), groupId.end());
  operands.append(localSize.begin(), localSize.end());
  operands.append(item.id.begin(), item.id.end());
  operands.append(
      {item.frameBlock, item.frameLane, frame,
       groupValues ? static_cast<Value *>(groupValues) : PoisonValue::get(builder.getPtrTy())});
  operands.append(uniforms.begin(), uniforms.end());
  Value *next = builder.CreateCall(function, operands);
  const bool finishesSome = plan.finishesSome.test(region);
  if (plan.needsFinishedFlags && (region == 0 || finishesSome)) {
    Value *finished = builder.CreateICmpEQ(next, builder.getInt32(0));
    builder.CreateAlignedStore(
        builder.CreateZExt(finished, builder.getInt8Ty()),
        emitSlotAddress(builder, plan.finishedFlag, item.frameBlock, item.frameLane), Align(1));
    if (finishesSome)
      next = builder.CreateSelect(finished, builder.CreateLoad(builder.getInt32Ty(), nextRegion),
                                  next);
  }
  builder.CreateStore(next, nextRegion);
}

void GroupDriver::emitDispatch(unsigned number, BasicBlock *done) {
  const Region &region = plan.graph.regions()[number];
  if (region.exits.empty()) {
    builder.CreateBr(done);
    return;
  }
  if (region.exits.size() == 1 && !region.returns) {
    builder.CreateBr(regionBlocks[region.exits[0] + 1]);
    return;
  }
  Value *next = builder.CreateLoad(builder.getInt32Ty(), nextRegion);
  SwitchInst *dispatch = builder.CreateSwitch(next, done, region.exits.size());
  for (unsigned split : region.exits)
    dispatch->addCase(builder.getInt32(split + 1), regionBlocks[split + 1]);
}

// The frame block that starts a row of work-items.
Value *GroupDriver::frameRow(Value *row) {
  constexpr std::uint64_t lanes = WEFT_FRAME_LANES;
  const std::uint64_t blockBytes = plan.liveness.frame().itemBytes() * lanes;
  Value *blocks = builder.CreateUDiv(
      builder.CreateNUWAdd(localSize[0], builder.getInt64(lanes - 1)), builder.getInt64(lanes));
  Value *offset =
      builder.CreateNUWMul(builder.CreateNUWMul(row, blocks), builder.getInt64(blockBytes));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), frameItems, offset);
}

// `bundleBody`: for the first of `lanes` work-items, in place of them all.
void GroupDriver::emitItemLoops(bool needsFrame, ItemBody body, ItemBody bundleBody) {
  constexpr std::uint64_t frameLanes = WEFT_FRAME_LANES;
  const std::uint64_t blockBytes = plan.liveness.frame().itemBytes() * frameLanes;
  using LaneBody = function_ref<void(Value *)>;
  const auto emitRow = [&](Value *y, Value *z) {
    if (!needsFrame) {
      const auto at = [&](ItemBody item, Value *x) {
        item({{x, y, z}, PoisonValue::get(builder.getPtrTy()), builder.getInt64(0)});
      };
      const auto single = [&](Value *x) { at(body, x); };
      const auto bundle = [&](Value *x) { at(bundleBody, x); };
      emitLanes(localSize[0], "x", single, bundleBody ? LaneBody(bundle) : nullptr);
      return;
    }
    Value *row = frameRow(builder.CreateNUWAdd(builder.CreateNUWMul(z, localSize[1]), y));
    Value *blocks =
        builder.CreateUDiv(builder.CreateNUWAdd(localSize[0], builder.getInt64(frameLanes - 1)),
                           builder.getInt64(frameLanes));
    emitLoop(blocks, "block", [&](Value *block) {
      Value *start = builder.CreateMul(block, builder.getInt64(frameLanes), "", true, true);
      Value *count = builder.CreateBinaryIntrinsic(
          Intrinsic::umin, builder.CreateSub(localSize[0], start, "", true, true),
          builder.getInt64(frameLanes));
      Value *address = builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), blockBytes),
                                                 row, block, "frame.block");
      const auto at = [&](ItemBody item, Value *lane) {
        Value *x = builder.CreateAdd(start, lane, "x", true, true);
        item({{x, y, z}, address, lane});
      };
      const auto single = [&](Value *lane) { at(body, lane); };
      const auto bundle = [&](Value *lane) { at(bundleBody, lane); };
      emitLanes(count, "lane", single, bundleBody ? LaneBody(bundle) : nullptr);
    });
  };
  emitLoop(localSize[2], "z",
           [&](Value *z) { emitLoop(localSize[1], "y", [&](Value *y) { emitRow(y, z); }); });
}

void GroupDriver::emitUnlessFinished(const Item &item, function_ref<void()> body) {
  if (!plan.needsFinishedFlags) {
    body();
    return;
  }
  BasicBlock *active = BasicBlock::Create(builder.getContext(), "active", result);
  BasicBlock *join = BasicBlock::Create(builder.getContext(), "item.end", result);
  Value *flag =
      builder.CreateLoad(builder.getInt8Ty(), emitSlotAddress(builder, plan.finishedFlag,
                                                              item.frameBlock, item.frameLane));
  builder.CreateCondBr(builder.CreateICmpEQ(flag, builder.getInt8(0)), active, join);
  builder.SetInsertPoint(active);
  body();
  builder.CreateBr(join);
  builder.SetInsertPoint(join);
}

void GroupDriver::emitUnfinishedItemLoops(ItemBody body) {
  emitItemLoops(true, [&](const Item &item) { emitUnlessFinished(item, [&] { body(item); }); });
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
        value, emitSlotAddress(builder, live->slot, item.frameBlock, item.frameLane),
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
