// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/work_item_stacks.h"

#include "compiler/passes/regions/arch/stack_switch.h"
#include "compiler/passes/regions/sub_group_runs.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/group_sizes.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_debug.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// What a stack holds beside the frames of the program's functions: those of host libraries, and of
// a signal handler of the host.
constexpr std::uint64_t spareStackBytes = std::uint64_t{48} << 10;
// Work-items use the same part of their stacks, which would lie in few sets of the caches.
constexpr std::uint64_t pageBytes = 4096, stackSkew = 5 * WEFT_BLOCK_ALIGNMENT;
// Of each frame: saved registers, the return address, alignment for vectors.
constexpr std::uint64_t frameBytes = 256;

constexpr StringLiteral switchName = "weft_switch_work_item", startName = "weft_start_work_item",
                        endName = "weft_end_work_item";

// Without optimisation a function keeps each value in memory at most once.
std::uint64_t stackBytesOf(const Function &function) {
  const DataLayout &layout = function.getDataLayout();
  std::uint64_t bytes = frameBytes;
  for (const Instruction &instruction : instructions(function)) {
    if (const auto *array = dyn_cast<AllocaInst>(&instruction))
      bytes += array->getAllocationSize(layout).value_or(TypeSize::getFixed(0));
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      for (unsigned index = 0; index != call->arg_size(); ++index)
        if (Type *copied = call->getParamByValType(index))
          bytes += alignTo(layout.getTypeAllocSize(copied).getFixedValue(), 64);
    if (instruction.getType()->isSized())
      bytes += alignTo(layout.getTypeAllocSize(instruction.getType()).getFixedValue(), 8);
  }
  return bytes;
}

// What a function needs with all that it calls. Recursive functions may be nested to any depth.
class StackNeeds {
public:
  std::uint64_t of(const Function &function) {
    const auto [known, isNew] = needs.try_emplace(&function, recursionBytes);
    if (!isNew)
      return known->second;
    std::uint64_t calls = 0;
    for (const Instruction &instruction : instructions(function))
      for (const Value *operand : instruction.operands())
        if (const auto *callee = dyn_cast<Function>(operand); callee && !callee->isDeclaration())
          calls = std::max(calls, of(*callee));
    return needs[&function] = SaturatingAdd(stackBytesOf(function), calls);
  }

private:
  static constexpr std::uint64_t recursionBytes = std::uint64_t{8} << 20; // backend/stack_needs.cpp
  DenseMap<const Function *, std::uint64_t> needs;
};

bool isPrimitive(const Value &value, PrimitiveKind kind, unsigned dimension) {
  const auto *call = dyn_cast<Instruction>(&value);
  const auto primitive = call ? findPrimitive(*call) : std::nullopt;
  return primitive && primitive->kind == kind && primitive->dimension == dimension;
}

/// Whether the value is a field of the launch for a dimension.
bool isLaunchField(const Value &value, std::uint64_t field, unsigned dimension) {
  const auto *load = dyn_cast<LoadInst>(&value);
  if (!load)
    return false;
  APInt offset(64, 0);
  const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      load->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  return isPrimitive(*base, PrimitiveKind::Launch, 0) &&
         offset == field + dimension * sizeof(std::uint64_t);
}

// What get_global_id() computes (kernel-lib/work-item/work_item.cl): the dimension; nothing for
// another instruction.
std::optional<unsigned> globalIdDimension(const Instruction &instruction, const Function &kernel) {
  using namespace PatternMatch;
  Value *group, *size, *local, *offset;
  if (!match(&instruction,
             m_Add(m_Add(m_Mul(m_Value(group), m_Value(size)), m_Value(local)), m_Value(offset))))
    return std::nullopt;
  const auto required = requiredGroupSize(kernel);
  for (unsigned dimension = 0; dimension != 3; ++dimension)
    if (isPrimitive(*group, PrimitiveKind::GroupId, dimension) &&
        isPrimitive(*local, PrimitiveKind::LocalId, dimension) &&
        isLaunchField(*offset, offsetof(weft_launch, global_offset), dimension) &&
        (isLaunchField(*size, offsetof(weft_launch, local_size), dimension) ||
         (required && match(size, m_SpecificInt((*required)[dimension])))))
      return dimension;
  return std::nullopt;
}

Function *assemblyFunction(Module &module, StringRef name, ArrayRef<Type *> parameters,
                           const Twine &text) {
  if (Function *existing = module.getFunction(name))
    return existing;
  LLVMContext &context = module.getContext();
  auto *function = Function::Create(FunctionType::get(Type::getVoidTy(context), parameters, false),
                                    GlobalValue::InternalLinkage, name, module);
  for (const Attribute::AttrKind kind :
       {Attribute::Naked, Attribute::NoInline, Attribute::NoUnwind})
    function->addFnAttr(kind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  builder.CreateCall(InlineAsm::get(FunctionType::get(builder.getVoidTy(), false), text.str(), "",
                                    /*hasSideEffects=*/true));
  builder.CreateUnreachable();
  return function;
}

Function *switchFunction(Module &module) {
  Type *pointer = PointerType::get(module.getContext(), 0);
  return assemblyFunction(module, switchName, {pointer, pointer}, stackSwitchAssembly());
}

// The record lies at the upper end of the work-item's stack.
Function *startFunction(Module &module) {
  Type *pointer = PointerType::get(module.getContext(), 0);
  return assemblyFunction(module, startName, {pointer, pointer},
                          stackStartAssembly(offsetof(weft_work_item, group_stack)));
}

// Switches to the work-group function for the last time.
Function *endFunction(Module &module) {
  Type *pointer = PointerType::get(module.getContext(), 0);
  return assemblyFunction(module, endName, {pointer}, stackEndAssembly());
}

} // namespace

WorkItemStacks::WorkItemStacks(RegionPlan &plan, std::uint64_t hostBytes) : plan(plan) {
  const DataLayout &layout = plan.kernel.getDataLayout();
  recordBytes = sizeof(weft_work_item);
  for (const Argument &argument : plan.kernel.args()) {
    recordBytes = alignTo(recordBytes, layout.getABITypeAlign(argument.getType()));
    argumentOffsets.push_back(recordBytes);
    recordBytes += layout.getTypeAllocSize(argument.getType());
  }
  if (usesSubGroups(plan.kernel) && haveMeetings(plan.kernel)) {
    meetings.emplace(plan.kernel);
    pathOffset = alignTo(recordBytes, sizeof(std::uint64_t));
    recordBytes = pathOffset + meetings->pathBytes();
  }
  recordBytes = alignTo(recordBytes, WEFT_BLOCK_ALIGNMENT);
  Module &module = *plan.kernel.getParent();
  stackBytes =
      alignTo(StackNeeds().of(plan.kernel) + spareStackBytes + hostBytes + recordBytes, pageBytes) +
      stackSkew;
  ContextLayout &context = plan.liveness.contextLayout();
  if (hasSplits()) {
    stack = context.addItemSlot(stackBytes, Align(WEFT_BLOCK_ALIGNMENT));
    createPlaces();
  } else {
    fixedOffset = context.addFixed(stackBytes, Align(WEFT_BLOCK_ALIGNMENT));
  }
  switching = switchFunction(module);
  starting = startFunction(module);
  ending = endFunction(module);
  createItemFunction();
}

void WorkItemStacks::createPlaces() {
  Module &module = *plan.kernel.getParent();
  LLVMContext &context = module.getContext();
  Type *number = Type::getInt64Ty(context);
  SmallVector<std::uint32_t> lines;
  const auto addLine = [&](const CallInst &call) {
    const DebugLoc &location = call.getDebugLoc();
    lines.push_back(location ? location.getLine() : plan.kernel.getSubprogram()->getLine());
  };
  for (const Split &split : plan.graph.splits())
    addLine(*split.call);
  if (meetings)
    for (const CallInst *call : meetings->calls())
      addLine(*call);
  const auto constant = [&](Constant *content, const Twine &name) {
    return new GlobalVariable(module, content->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, content, name);
  };
  const auto count = [&](std::uint64_t value) -> Constant * {
    return ConstantInt::get(number, value);
  };
  const StringRef name = plan.kernel.getFnAttribute(kernelAttribute).getValueAsString();
  const ContextLayout &layout = plan.liveness.contextLayout();
  places = constant(
      ConstantStruct::getAnon(
          {count(WEFT_WORK_ITEM_VERSION), count(layout.fixedBytes()), count(layout.itemBytes()),
           count(stack.offset), count(stack.bytes), count(recordBytes),
           constant(ConstantDataArray::getString(context, name), "work.item.kernel"),
           constant(ConstantDataArray::get(context, lines), "work.item.lines"),
           count(lines.size())}),
      "work.item.places");
}

Value *WorkItemStacks::field(IRBuilder<> &builder, Value *record, std::uint64_t offset) const {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, offset);
}

Value *WorkItemStacks::recordField(IRBuilder<> &builder, std::uint64_t offset) const {
  return field(builder, item->getArg(0), offset);
}

void WorkItemStacks::createItemFunction() {
  Function &kernel = plan.kernel;
  LLVMContext &context = kernel.getContext();
  item = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0)}, false),
      GlobalValue::InternalLinkage, kernel.getName() + ".item", kernel.getParent());
  AttrBuilder attributes(context, kernel.getAttributes().getFnAttrs());
  attributes.removeAttribute(Attribute::Convergent);
  attributes.removeAttribute(Attribute::AlwaysInline);
  attributes.removeAttribute(Attribute::Memory);
  attributes.removeAttribute(kernelAttribute);
  attributes.addAttribute(Attribute::NoInline);
  attributes.addAttribute("frame-pointer", "all");
  item->addFnAttrs(attributes);
  item->splice(item->begin(), &kernel);
  item->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  BasicBlock *leftover = BasicBlock::Create(context, "splits", &kernel);
  IRBuilder<> end(leftover);
  end.CreateUnreachable();
  Instruction &start = *item->getEntryBlock().getTerminator();
  start.setDebugLoc(DebugLoc());
  IRBuilder<> builder(&start);
  loadArguments(builder);
  declareRecord(start);
  if (usesSubGroups(*item))
    replaceSubGroupCalls();
  replaceGlobalIds();
  replacePrimitives();
  replaceReturns();
  for (unsigned split = 0; split != plan.graph.splits().size(); ++split)
    replaceSplit(split, *leftover);
}

void WorkItemStacks::loadArguments(IRBuilder<> &builder) {
  for (auto [argument, offset] : zip_equal(plan.kernel.args(), argumentOffsets))
    argument.replaceAllUsesWith(
        builder.CreateLoad(argument.getType(), recordField(builder, offset), argument.getName()));
}

// The ids, as debuggers show them.
void WorkItemStacks::declareRecord(Instruction &before) {
  DISubprogram *subprogram = item->getSubprogram();
  DIBuilder types(*item->getParent(), /*AllowUnresolved=*/true, subprogram->getUnit());
  DIFile *file = subprogram->getFile();
  DIType *number = types.createBasicType("ulong", 64, dwarf::DW_ATE_unsigned);
  DIType *triple = types.createArrayType(3 * 64, 64, number,
                                         types.getOrCreateArray({types.getOrCreateSubrange(0, 3)}));
  SmallVector<Metadata *> members;
  const std::pair<const char *, std::uint64_t> fields[] = {
      {"global", offsetof(weft_work_item, global_id)},
      {"local", offsetof(weft_work_item, local_id)},
      {"group", offsetof(weft_work_item, group_id)}};
  for (const auto &[name, offset] : fields)
    members.push_back(types.createMemberType(file, name, file, 0, 3 * 64, 64, offset * 8,
                                             DINode::FlagZero, triple));
  DIType *type =
      types.createStructType(file, "work_item", file, 0, std::size(fields) * 3 * 64, 64,
                             DINode::FlagArtificial, nullptr, types.getOrCreateArray(members));
  DILocalVariable *variable = DILocalVariable::get(
      item->getContext(), subprogram, "__work_item", file, subprogram->getLine(), type, /*Arg=*/0,
      DINode::FlagArtificial, /*AlignInBits=*/0, /*Annotations=*/nullptr);
  types.finalize();
  declareAtAddress(*variable, *item->getArg(0), before);
}

// The record has global ids, too.
void WorkItemStacks::replaceGlobalIds() {
  for (Instruction &instruction : make_early_inc_range(instructions(*item)))
    if (const auto dimension = globalIdDimension(instruction, plan.kernel)) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(builder.CreateLoad(
          instruction.getType(), recordField(builder, offsetof(weft_work_item, global_id) +
                                                          *dimension * sizeof(std::uint64_t))));
      instruction.eraseFromParent();
    }
}

void WorkItemStacks::replacePrimitives() {
  for (Instruction &instruction : make_early_inc_range(instructions(*item))) {
    const auto primitive = findPrimitive(instruction);
    if (!primitive || splitsRegion(primitive->kind))
      continue;
    std::uint64_t offset = primitive->dimension * sizeof(std::uint64_t);
    switch (primitive->kind) {
    case PrimitiveKind::LocalId:
      offset += offsetof(weft_work_item, local_id);
      break;
    case PrimitiveKind::GroupId:
      offset += offsetof(weft_work_item, group_id);
      break;
    case PrimitiveKind::LocalSize:
      offset += offsetof(weft_work_item, local_size);
      break;
    case PrimitiveKind::Launch:
      offset = offsetof(weft_work_item, launch);
      break;
    default:
      assert(primitive->kind == PrimitiveKind::Worker);
      offset = offsetof(weft_work_item, worker);
      break;
    }
    IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(
        builder.CreateLoad(instruction.getType(), recordField(builder, offset)));
    instruction.eraseFromParent();
  }
}

void WorkItemStacks::replaceSubGroupCalls() {
  Value &record = *item->getArg(0);
  const unsigned size = subGroupSize(*item);
  replaceSubGroupValues(*item, record, size);
  if (meetings)
    meetings->replace(record, pathOffset, size, [&](IRBuilder<> &builder, unsigned index) {
      setState(builder, WEFT_WORK_ITEM_MEETS);
      switchToGroup(builder, plan.graph.splits().size() + index + 1);
    });
}

void WorkItemStacks::setState(IRBuilder<> &builder, std::uint64_t state) const {
  if (meetings)
    builder.CreateStore(builder.getInt64(state),
                        recordField(builder, offsetof(weft_work_item, state)));
}

Value *WorkItemStacks::groupStack(IRBuilder<> &builder) const {
  return builder.CreateLoad(builder.getPtrTy(),
                            recordField(builder, offsetof(weft_work_item, group_stack)));
}

// Waits there as `next` (weft_work_item::next).
void WorkItemStacks::switchToGroup(IRBuilder<> &builder, std::uint64_t next) const {
  builder.CreateStore(builder.getInt64(next), recordField(builder, offsetof(weft_work_item, next)));
  builder.CreateCall(switching,
                     {recordField(builder, offsetof(weft_work_item, stack)), groupStack(builder)});
}

void WorkItemStacks::replaceReturns() {
  for (BasicBlock &block : *item)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> builder(end);
      setState(builder, WEFT_WORK_ITEM_WAITS);
      if (hasSplits())
        builder.CreateStore(builder.getInt64(0),
                            recordField(builder, offsetof(weft_work_item, next)));
      builder.CreateCall(ending, groupStack(builder));
      builder.CreateUnreachable();
      end->eraseFromParent();
    }
}

void WorkItemStacks::replaceSplit(unsigned number, BasicBlock &leftover) {
  const Split &split = plan.graph.splits()[number];
  CallInst *call = split.call;
  IRBuilder<> builder(call);
  Type *pointer = builder.getPtrTy();
  const auto load = [&](std::uint64_t offset, Type *type) {
    return builder.CreateLoad(type, recordField(builder, offset));
  };
  const auto slotAddress = [&](const ContextSlot &slot) {
    return emitSlotAddress(builder, slot, load(offsetof(weft_work_item, context_block), pointer),
                           load(offsetof(weft_work_item, context_lane), builder.getInt64Ty()));
  };
  for (auto [operand, use] : zip_equal(plan.operands[number], call->args())) {
    if (operand.isUniform)
      builder.CreateStore(
          use, builder.CreateStructGEP(plan.groupValues,
                                       load(offsetof(weft_work_item, group_values), pointer),
                                       operand.field));
    else
      builder.CreateAlignedStore(use, slotAddress(operand.slot), operand.slot.alignment);
  }
  setState(builder, WEFT_WORK_ITEM_WAITS);
  switchToGroup(builder, number + 1);
  if (const LiveValue *live = plan.liveness.find(call))
    call->replaceAllUsesWith(
        builder.CreateAlignedLoad(call->getType(), slotAddress(live->slot), live->slot.alignment));
  for (Use &use : call->args())
    if (!isa<Constant>(use))
      use.set(PoisonValue::get(use->getType()));
  call->setDebugLoc(DebugLoc());
  call->moveBefore(leftover.getTerminator()->getIterator());
}

Value *WorkItemStacks::findRecord(IRBuilder<> &builder, Function &function) const {
  const unsigned first = plan.kernel.arg_size();
  Value *begin =
      hasSplits()
          ? emitSlotAddress(builder, stack, function.getArg(first + RegionParameters::ContextBlock),
                            function.getArg(first + RegionParameters::ContextLane))
          : field(builder, function.getArg(first + RegionParameters::ContextFixed), fixedOffset);
  return field(builder, begin, (hasSplits() ? stack.bytes : stackBytes) - recordBytes);
}

// What is the same for all work-items of a group, but for their places in the context array.
void WorkItemStacks::fillGroupFields(IRBuilder<> &builder, Function &function, Value *record) {
  const auto parameter = [&](unsigned index) {
    return function.getArg(plan.kernel.arg_size() + index);
  };
  const auto store = [&](std::uint64_t offset, Value *value) {
    builder.CreateStore(value, field(builder, record, offset));
  };
  for (unsigned ofRange = 0; ofRange != 3; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, laneDimension(plan.kernel));
    const std::uint64_t place = ofRange * sizeof(std::uint64_t);
    store(offsetof(weft_work_item, group_id) + place,
          parameter(RegionParameters::GroupId + dimension));
    store(offsetof(weft_work_item, local_size) + place,
          parameter(RegionParameters::LocalSize + dimension));
  }
  store(offsetof(weft_work_item, launch), parameter(RegionParameters::Launch));
  store(offsetof(weft_work_item, worker), parameter(RegionParameters::Worker));
  store(offsetof(weft_work_item, next), builder.getInt64(0));
  store(offsetof(weft_work_item, places), hasSplits()
                                              ? static_cast<Constant *>(places)
                                              : ConstantPointerNull::get(builder.getPtrTy()));
  for (auto [index, offset] : enumerate(argumentOffsets))
    store(offset, function.getArg(index));
}

void WorkItemStacks::fillItemFields(IRBuilder<> &builder, Function &function, Value *record) {
  const auto parameter = [&](unsigned index) {
    return function.getArg(plan.kernel.arg_size() + index);
  };
  const auto store = [&](std::uint64_t offset, Value *value) {
    builder.CreateStore(value, field(builder, record, offset));
  };
  const auto launchField = [&](std::uint64_t offset) {
    LoadInst *load = builder.CreateLoad(
        builder.getInt64Ty(), field(builder, parameter(RegionParameters::Launch), offset));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
    return load;
  };
  for (unsigned ofRange = 0; ofRange != 3; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, laneDimension(plan.kernel));
    const std::uint64_t place = ofRange * sizeof(std::uint64_t);
    Value *begin =
        builder.CreateAdd(builder.CreateMul(parameter(RegionParameters::GroupId + dimension),
                                            launchField(offsetof(weft_launch, local_size) + place)),
                          launchField(offsetof(weft_launch, global_offset) + place));
    Value *local = parameter(RegionParameters::LocalId + dimension);
    store(offsetof(weft_work_item, global_id) + place, builder.CreateAdd(begin, local));
    store(offsetof(weft_work_item, local_id) + place, local);
  }
  if (!hasSplits())
    return;
  store(offsetof(weft_work_item, context_block), parameter(RegionParameters::ContextBlock));
  store(offsetof(weft_work_item, context_lane), parameter(RegionParameters::ContextLane));
  store(offsetof(weft_work_item, group_values), parameter(RegionParameters::GroupValues));
  if (meetings)
    store(offsetof(weft_work_item, has_run), builder.getInt64(0));
}

// Work-items that use one record in turn leave most of it to the group's first one.
void WorkItemStacks::fillRecord(IRBuilder<> &builder, Function &function, Value *record) {
  if (hasSplits()) {
    fillGroupFields(builder, function, record);
    return fillItemFields(builder, function, record);
  }
  LLVMContext &context = function.getContext();
  BasicBlock *first = BasicBlock::Create(context, "first", &function);
  BasicBlock *each = BasicBlock::Create(context, "each", &function);
  Value *ids = builder.getInt64(0);
  for (unsigned dimension = 0; dimension != 3; ++dimension)
    ids = builder.CreateOr(
        ids, function.getArg(plan.kernel.arg_size() + RegionParameters::LocalId + dimension));
  builder.CreateCondBr(builder.CreateIsNull(ids), first, each);
  builder.SetInsertPoint(first);
  fillGroupFields(builder, function, record);
  builder.CreateBr(each);
  builder.SetInsertPoint(each);
  fillItemFields(builder, function, record);
}

Function *WorkItemStacks::build(unsigned region) {
  Function *function = createRegionFunction(plan, region);
  function->removeFnAttr(debuggedAttribute);
  function->removeFnAttr(Attribute::NoInline);
  IRBuilder<> builder(BasicBlock::Create(function->getContext(), "entry", function));
  Value *record = findRecord(builder, *function);
  const auto at = [&](std::uint64_t offset) { return field(builder, record, offset); };
  if (region == 0) {
    fillRecord(builder, *function, record);
    builder.CreateCall(starting, {record, item});
  } else if (meetings) {
    runSubGroup(builder,
                {record, stack.bytes, pathOffset, meetings->pathBytes(), subGroupSize(plan.kernel)},
                region, *switching);
  } else {
    Value *other = builder.CreateLoad(builder.getPtrTy(), at(offsetof(weft_work_item, stack)));
    builder.CreateCall(switching, {at(offsetof(weft_work_item, group_stack)), other});
  }
  if (!hasSplits()) {
    builder.CreateRet(builder.getInt32(0));
    return function;
  }
  Value *next = builder.CreateLoad(builder.getInt64Ty(), at(offsetof(weft_work_item, next)));
  builder.CreateRet(builder.CreateTrunc(next, builder.getInt32Ty()));
  return function;
}

} // namespace weft::compiler
