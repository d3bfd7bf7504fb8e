// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/region_functions.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/support/assumptions.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/lanes/interleaved_array.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/lanes/sub_groups.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace weft::compiler {

using namespace llvm;

RegionPlan::RegionPlan(Function &kernel, const RegionGraph &graph, RegionLiveness &liveness,
                       const GroupUniformity &uniformity)
    : kernel(kernel), graph(graph), liveness(liveness) {
  planOperands();
  planFinishing(uniformity);
}

void RegionPlan::planOperands() {
  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<Type *> fields(liveness.uniformTypes());
  for (const Split &split : graph.splits()) {
    SmallVector<SplitOperand> &list = operands.emplace_back();
    for (auto [position, use] : enumerate(split.call->args())) {
      Type *type = use->getType();
      SplitOperand operand;
      operand.isUniform = split.kind == PrimitiveKind::GroupStep || position > 0;
      if (operand.isUniform) {
        operand.field = fields.size();
        fields.push_back(type);
      } else {
        operand.slot = liveness.contextLayout().addItemSlot(layout.getTypeAllocSize(type),
                                                            layout.getABITypeAlign(type));
      }
      list.push_back(operand);
    }
  }
  groupValues = StructType::get(kernel.getContext(), fields);
}

// Whether a divergent branch at the end of a block may let work-items leave the region before they
// reconverge.
static bool exitsBeforeReconverging(BasicBlock *block, const RegionGraph &graph,
                                    const PostDominatorTree &postDominators) {
  const DomTreeNode *node = postDominators.getNode(block);
  const DomTreeNode *parent = node ? node->getIDom() : nullptr;
  const BasicBlock *meeting = parent ? parent->getBlock() : nullptr;
  if (!meeting)
    return true;
  BlockSet reached(succ_begin(block), succ_end(block));
  for (unsigned index = 0; index != reached.size(); ++index) {
    BasicBlock *current = reached[index];
    if (current == meeting)
      continue;
    if (graph.splitIn(current) || isa<ReturnInst>(current->getTerminator()))
      return true;
    reached.insert(succ_begin(current), succ_end(current));
  }
  return false;
}

void RegionPlan::planFinishing(const GroupUniformity &uniformity) {
  finishesSome.resize(graph.regions().size());
  if (graph.splits().empty())
    return;
  const PostDominatorTree postDominators(kernel);
  for (auto [index, region] : enumerate(graph.regions())) {
    if (!region.returns || region.exits.empty())
      continue;
    finishesSome[index] = any_of(region.blocks, [&](BasicBlock *block) {
      return uniformity.hasDivergentTerminator(*block) &&
             exitsBeforeReconverging(block, graph, postDominators);
    });
  }
  needsFinishedFlags = finishesSome.any();
  if (needsFinishedFlags)
    finishedFlag = liveness.contextLayout().addItemSlot(1, Align(1));
}

Value *emitSlotAddress(IRBuilder<> &builder, const ContextSlot &slot, Value *block, Value *lane) {
  Value *start = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block,
                                                    slot.offset * WEFT_CONTEXT_LANES);
  return builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), slot.bytes), start, lane);
}

MapVector<Instruction *, AllocaInst *> demoteLiveValues(RegionPlan &plan) {
  MapVector<Instruction *, AllocaInst *> variables;
  const auto place = plan.kernel.getEntryBlock().getTerminator()->getIterator();
  for (const LiveValue &live : plan.liveness.values())
    variables[live.value] = DemoteRegToStack(*live.value, /*VolatileLoads=*/false, place);
  return variables;
}

// Lanes store their bytes contiguously.
static Type *typeInSlot(Type *type) {
  return type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
}

Function *RegionFunctionBuilder::build(unsigned number) {
  index = number;
  region = &plan.graph.regions()[number];
  map.clear();
  loadedSlots.clear();
  slotStores.clear();
  placeholders.clear();
  createFunction();
  createEntry();
  copyBlocks();
  IRBuilder<> builder(entry->getTerminator());
  fillVariables(builder);
  finishExits();
  replacePrimitives();
  assert(!callsPrimitives(*result) && "the parameters give what primitives stand for");
  moveInterleavedArrays();
  promoteVariables();
  removeMoves();
  return result;
}

Function *createRegionFunction(const RegionPlan &plan, unsigned index) {
  Function &kernel = plan.kernel;
  LLVMContext &context = kernel.getContext();
  Type *number = Type::getInt64Ty(context);
  Type *pointer = PointerType::get(context, 0);
  Type *constantPointer = PointerType::get(context, constantSpace);
  SmallVector<Type *> types(kernel.getFunctionType()->params());
  types.append({constantPointer, constantPointer});
  types.append(9, number);
  types.append({pointer, number, pointer, pointer});
  types.append(plan.liveness.uniformTypes().begin(), plan.liveness.uniformTypes().end());
  Function *result = Function::Create(
      FunctionType::get(Type::getInt32Ty(context), types, false), GlobalValue::InternalLinkage,
      kernel.getName() + ".region." + Twine(index), kernel.getParent());
  result->copyAttributesFrom(&kernel);
  result->setLinkage(GlobalValue::InternalLinkage);
  result->setVisibility(GlobalValue::DefaultVisibility);
  result->removeFnAttr(kernelAttribute);
  result->addFnAttr(regionAttribute);
  result->removeFnAttr(Attribute::Convergent);
  result->removeFnAttr(Attribute::Memory);
  for (auto [original, copy] : zip_first(kernel.args(), result->args()))
    copy.setName(original.getName());
  for (unsigned offset = 0; offset != RegionParameters::Count; ++offset)
    result->addParamAttr(kernel.arg_size() + offset,
                         Attribute::get(context, regionParameterAttribute, Twine(offset).str()));
  if (const auto required = requiredGroupSize(kernel))
    for (unsigned dimension = 0; dimension != 3; ++dimension)
      result
          ->getArg(kernel.arg_size() + RegionParameters::GroupId +
                   inLaneOrder(dimension, laneDimension(kernel)))
          ->addAttr(
              Attribute::get(context, groupPitchAttribute, Twine((*required)[dimension]).str()));
  return result;
}

void RegionFunctionBuilder::createFunction() {
  result = createRegionFunction(plan, index);
  for (auto [original, copy] : zip_first(plan.kernel.args(), result->args()))
    map[&original] = &copy;
}

Argument *RegionFunctionBuilder::parameter(unsigned offset) const {
  return result->getArg(plan.kernel.arg_size() + offset);
}

void RegionFunctionBuilder::createEntry() {
  entry = BasicBlock::Create(result->getContext(), "region.entry", result);
  IRBuilder<> builder(entry);
  for (const PrivateArray &array : plan.liveness.arrays())
    placeArray(array, builder);
  for (const auto &[value, variable] : variables)
    map[variable] =
        builder.CreateAlloca(variable->getAllocatedType(), nullptr, variable->getName());
}

void RegionFunctionBuilder::placeArray(const PrivateArray &array, IRBuilder<> &builder) {
  Value *address = nullptr;
  switch (array.place) {
  case ArrayPlace::Stack: {
    auto *copy = cast<AllocaInst>(array.alloca->clone());
    builder.Insert(copy, array.alloca->getName());
    address = copy;
    break;
  }
  case ArrayPlace::ContextFixed:
    address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), parameter(RegionParameters::ContextFixed), array.fixedOffset);
    break;
  case ArrayPlace::ContextItem:
    if (array.interleaved) {
      auto *placeholder = cast<AllocaInst>(array.alloca->clone());
      placeholders.emplace_back(&array, placeholder);
      address = builder.Insert(placeholder, array.alloca->getName());
      break;
    }
    address = emitSlotAddress(builder, array.slot, parameter(RegionParameters::ContextBlock),
                              parameter(RegionParameters::ContextLane));
    break;
  }
  map[array.alloca] = address;
}

// Accesses to lane-interleaved arrays: element e of a lane is e rows of all lanes after the first.
void RegionFunctionBuilder::moveInterleavedArrays() {
  for (auto [array, placeholder] : placeholders) {
    auto found = InterleavedArray::find(*placeholder, array->interleaved);
    if (!found)
      llvm_unreachable("copies of accesses qualify as they do");
    IRBuilder<> builder(placeholder);
    Value *start = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                      parameter(RegionParameters::ContextBlock),
                                                      array->slot.offset * WEFT_CONTEXT_LANES);
    Value *lane = builder.CreateMul(parameter(RegionParameters::ContextLane),
                                    builder.getInt64(array->interleaved));
    found->moveTo(*start, *builder.getInt64(WEFT_CONTEXT_LANES), *lane);
  }
}

void RegionFunctionBuilder::copyBlocks() {
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : region->blocks) {
    BasicBlock *copy = CloneBasicBlock(block, map, "", result);
    map[block] = copy;
    copies.push_back(copy);
    for (PHINode &phi : copy->phis())
      for (unsigned incoming = phi.getNumIncomingValues(); incoming-- != 0;)
        if (!region->blocks.contains(phi.getIncomingBlock(incoming)))
          phi.removeIncomingValue(incoming, /*DeletePHIIfEmpty=*/false);
  }
  remapInstructionsInBlocks(copies, map);
  // Arrays in the context array live as long as the group.
  for (Instruction &instruction : make_early_inc_range(instructions(*result)))
    if (instruction.isLifetimeStartOrEnd() && !isa<AllocaInst>(instruction.getOperand(0)))
      instruction.eraseFromParent();
  BranchInst::Create(cast<BasicBlock>(map[region->entry]), entry);
}

// The original of a value: a load of a demoted value's variable represents the value.
static Value *originalOf(Value *value, const MapVector<Instruction *, AllocaInst *> &variables) {
  if (auto *load = dyn_cast<LoadInst>(value))
    for (const auto &[original, variable] : variables)
      if (load->getPointerOperand() == variable)
        return original;
  return value;
}

// A kept value is live only where another needs it. Elsewhere it is recomputed.
Rematerialiser::Plan RegionFunctionBuilder::planFor(Value &value) {
  if (const LiveValue *live = uniforms.lookup(&value); live && live->liveAfter.test(index - 1))
    return {parameter(RegionParameters::Count + live->uniform)};
  assert(!isa<PHINode>(value) && "what is computed again depends on no way to it");
  if (isa<Argument, AllocaInst>(value))
    return {map[&value]};
  if (!isa<Instruction>(value))
    return {&value};
  return {nullptr, Rematerialiser::Facts::Kept};
}

void RegionFunctionBuilder::fillVariables(IRBuilder<> &builder) {
  if (index == 0)
    return;
  Rematerialiser copies(builder, [&](Value &value, unsigned) {
    Value &original = *originalOf(&value, variables);
    return &original == &value ? planFor(value) : Rematerialiser::Plan{copies.of(original)};
  });
  for (const LiveValue &live : plan.liveness.values()) {
    if (!live.liveAfter.test(index - 1))
      continue;
    AllocaInst *variable = variables.lookup(live.value);
    assert(variable && "all that lives across a split has a variable");
    Type *type = variable->getAllocatedType();
    Value *value = nullptr;
    switch (live.survival) {
    case Survival::Recomputed:
      value = copies.of(*live.value);
      break;
    case Survival::Uniform:
      value = parameter(RegionParameters::Count + live.uniform);
      break;
    case Survival::Item:
      value = builder.CreateAlignedLoad(typeInSlot(type),
                                        emitSlotAddress(builder, live.slot,
                                                        parameter(RegionParameters::ContextBlock),
                                                        parameter(RegionParameters::ContextLane)),
                                        live.slot.alignment, live.value->getName());
      value = builder.CreateTruncOrBitCast(value, type);
      loadedSlots[value] = live.slot.offset;
      break;
    }
    builder.CreateStore(value, map[variable]);
  }
}

void RegionFunctionBuilder::finishExits() {
  for (unsigned split : region->exits)
    emitSplitExit(split);
  for (BasicBlock &block : *result)
    if (auto *exit = dyn_cast<ReturnInst>(block.getTerminator()); exit && !exit->getReturnValue()) {
      IRBuilder<> builder(exit);
      builder.CreateRet(builder.getInt32(0));
      exit->eraseFromParent();
    }
}

void RegionFunctionBuilder::emitSplitExit(unsigned number) {
  const Split &split = plan.graph.splits()[number];
  auto *call = cast<CallInst>(map[split.call]);
  IRBuilder<> builder(call);
  const auto storeToContext = [&](Value *value, const ContextSlot &slot) {
    StoreInst *store = builder.CreateAlignedStore(
        builder.CreateZExtOrBitCast(value, typeInSlot(value->getType())),
        emitSlotAddress(builder, slot, parameter(RegionParameters::ContextBlock),
                        parameter(RegionParameters::ContextLane)),
        slot.alignment);
    slotStores.push_back({store, slot.offset});
  };
  const auto storeToGroup = [&](Value *value, unsigned field) {
    builder.CreateStore(
        value,
        builder.CreateStructGEP(plan.groupValues, parameter(RegionParameters::GroupValues), field));
  };
  for (auto [operand, use] : zip(plan.operands[number], call->args()))
    if (operand.isUniform)
      storeToGroup(use, operand.field);
    else
      storeToContext(use, operand.slot);
  for (const LiveValue &live : plan.liveness.values()) {
    // A value defined by the group, or not in this region, is already in its slot.
    const auto primitive = findPrimitive(*live.value);
    if (live.survival == Survival::Recomputed || !live.liveAfter.test(number) ||
        !region->blocks.contains(live.definition) || (primitive && splitsRegion(primitive->kind)))
      continue;
    AllocaInst *variable = variables.lookup(live.value);
    Value *value = builder.CreateLoad(variable->getAllocatedType(), map[variable]);
    if (live.survival == Survival::Uniform)
      storeToGroup(value, live.uniform);
    else
      storeToContext(value, live.slot);
  }
  const ReturnInst *exit = builder.CreateRet(builder.getInt32(number + 1));
  BasicBlock *block = call->getParent();
  while (&block->back() != exit) {
    Instruction &last = block->back();
    if (!last.use_empty())
      last.replaceAllUsesWith(PoisonValue::get(last.getType()));
    last.eraseFromParent();
  }
}

void RegionFunctionBuilder::replacePrimitives() {
  for (Instruction &instruction : make_early_inc_range(instructions(*result))) {
    const auto primitive = findPrimitive(instruction);
    if (!primitive || splitsRegion(primitive->kind) || findSubGroupFunction(instruction))
      continue; // the lanes implement sub-groups
    const unsigned dimension = inLaneOrder(primitive->dimension, laneDimension(plan.kernel));
    unsigned source = 0;
    switch (primitive->kind) {
    case PrimitiveKind::LocalId:
      source = RegionParameters::LocalId + dimension;
      break;
    case PrimitiveKind::GroupId:
      source = RegionParameters::GroupId + dimension;
      break;
    case PrimitiveKind::LocalSize:
      source = RegionParameters::LocalSize + dimension;
      break;
    case PrimitiveKind::Launch:
      source = RegionParameters::Launch;
      break;
    default:
      assert(primitive->kind == PrimitiveKind::Worker);
      source = RegionParameters::Worker;
      break;
    }
    instruction.replaceAllUsesWith(parameter(source));
    instruction.eraseFromParent();
  }
}

void RegionFunctionBuilder::promoteVariables() {
  removeUnreachableBlocks(*result);
  SmallVector<AllocaInst *> promotable;
  for (Instruction &instruction : *entry)
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      if (isAllocaPromotable(alloca))
        promotable.push_back(alloca);
  if (promotable.empty())
    return;
  DominatorTree dominators(*result);
  PromoteMemToReg(promotable, dominators);
}

// A value stays in its slot if it is already there under the name of another value that shares the
// slot.
void RegionFunctionBuilder::removeMoves() {
  for (auto &[handle, offset] : slotStores) {
    auto *store = cast_or_null<StoreInst>(handle);
    if (!store)
      continue;
    const Value *value = store->getValueOperand();
    if (const auto *wide = dyn_cast<ZExtInst>(value); wide && wide->getSrcTy()->isIntegerTy(1))
      value = wide->getOperand(0);
    while (const auto *phi = dyn_cast<PHINode>(value)) {
      const Value *only = phi->hasConstantValue();
      if (!only)
        break;
      value = only;
    }
    if (const auto loaded = loadedSlots.find(value);
        loaded != loadedSlots.end() && loaded->second == offset)
      store->eraseFromParent();
  }
}

} // namespace weft::compiler
