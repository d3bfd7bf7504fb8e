// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/work_item_stacks.h"

#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi_debug.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
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
// The registers that weft_work_item::stack holds, and the address to continue at.
constexpr unsigned savedRegisters = 6;

constexpr StringLiteral switchName = "weft_switch_work_item", startName = "weft_start_work_item";

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
  return assemblyFunction(
      module, switchName, {pointer, pointer},
      "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n"
      " pushq %r15\n movq %rsp, (%rdi)\n movq %rsi, %rsp\n popq %r15\n"
      " popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n popq %rcx\n jmpq *%rcx");
}

// %rbx is the record, %r12 the kernel's function, which does not return. It ends the stack for
// debuggers.
Function *startFunction(Module &module) {
  return assemblyFunction(module, startName, {},
                          ".cfi_undefined %rip\n movq %rbx, %rdi\n callq *%r12\n ud2");
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
  createItemFunction();
}

void WorkItemStacks::createPlaces() {
  Module &module = *plan.kernel.getParent();
  LLVMContext &context = module.getContext();
  Type *number = Type::getInt64Ty(context);
  SmallVector<std::uint32_t> lines;
  for (const Split &split : plan.graph.splits()) {
    const DebugLoc &location = split.call->getDebugLoc();
    lines.push_back(location ? location.getLine() : 0);
  }
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

void WorkItemStacks::switchToGroup(IRBuilder<> &builder, std::uint64_t next) const {
  builder.CreateStore(builder.getInt64(next), recordField(builder, offsetof(weft_work_item, next)));
  Value *other = builder.CreateLoad(builder.getPtrTy(),
                                    recordField(builder, offsetof(weft_work_item, group_stack)));
  builder.CreateCall(switching, {recordField(builder, offsetof(weft_work_item, stack)), other});
}

void WorkItemStacks::replaceReturns() {
  for (BasicBlock &block : *item)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> builder(end);
      switchToGroup(builder, 0);
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

void WorkItemStacks::fillRecord(IRBuilder<> &builder, Function &function, Value *record) {
  const auto parameter = [&](unsigned index) {
    return function.getArg(plan.kernel.arg_size() + index);
  };
  const auto store = [&](std::uint64_t offset, Value *value) {
    builder.CreateStore(value, field(builder, record, offset));
  };
  const auto launchField = [&](std::uint64_t offset) {
    return builder.CreateLoad(builder.getInt64Ty(),
                              field(builder, parameter(RegionParameters::Launch), offset));
  };
  for (unsigned ofRange = 0; ofRange != 3; ++ofRange) {
    const unsigned dimension = inLaneOrder(ofRange, laneDimension(plan.kernel));
    const std::uint64_t place = ofRange * sizeof(std::uint64_t);
    Value *group = parameter(RegionParameters::GroupId + dimension);
    Value *local = parameter(RegionParameters::LocalId + dimension);
    Value *global = builder.CreateAdd(
        builder.CreateMul(group, launchField(offsetof(weft_launch, local_size) + place)), local);
    store(offsetof(weft_work_item, global_id) + place,
          builder.CreateAdd(global, launchField(offsetof(weft_launch, global_offset) + place)));
    store(offsetof(weft_work_item, local_id) + place, local);
    store(offsetof(weft_work_item, group_id) + place, group);
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
  if (!hasSplits())
    return;
  store(offsetof(weft_work_item, context_block), parameter(RegionParameters::ContextBlock));
  store(offsetof(weft_work_item, context_lane), parameter(RegionParameters::ContextLane));
  store(offsetof(weft_work_item, group_values), parameter(RegionParameters::GroupValues));
}

// As if weft_start_work_item had switched to the group's stack.
void WorkItemStacks::prepareStack(IRBuilder<> &builder, Value *record) const {
  constexpr std::uint64_t word = sizeof(std::uint64_t);
  // A stack pointer that is a multiple of 16 where the first function is called.
  constexpr std::uint64_t below = (savedRegisters + 3) * word;
  Value *top = builder.CreateInBoundsGEP(builder.getInt8Ty(), record,
                                         builder.getInt64(-static_cast<std::int64_t>(below)));
  Value *zero = builder.getInt64(0);
  Value *const content[] = {zero, zero, zero, item, record, zero, starting};
  for (auto [index, value] : enumerate(content))
    builder.CreateStore(value, field(builder, top, index * word));
  builder.CreateStore(top, field(builder, record, offsetof(weft_work_item, stack)));
}

Function *WorkItemStacks::build(unsigned region) {
  Function *function = createRegionFunction(plan, region);
  function->removeFnAttr(debuggedAttribute);
  function->removeFnAttr(Attribute::OptimizeNone);
  function->removeFnAttr(Attribute::NoInline);
  IRBuilder<> builder(BasicBlock::Create(function->getContext(), "entry", function));
  Value *record = findRecord(builder, *function);
  if (region == 0) {
    fillRecord(builder, *function, record);
    prepareStack(builder, record);
  }
  const auto at = [&](std::uint64_t offset) { return field(builder, record, offset); };
  Value *other = builder.CreateLoad(builder.getPtrTy(), at(offsetof(weft_work_item, stack)));
  builder.CreateCall(switching, {at(offsetof(weft_work_item, group_stack)), other});
  Value *next = builder.CreateLoad(builder.getInt64Ty(), at(offsetof(weft_work_item, next)));
  builder.CreateRet(builder.CreateTrunc(next, builder.getInt32Ty()));
  return function;
}

} // namespace weft::compiler
