// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/copies/copy_loop.h"

#include "compiler/passes/analysis/affine/value_ranges.h"
#include "compiler/passes/normalise/copies/group_stride_ranges.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/rematerialisation.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t localMemoryLimit = WEFT_LOCAL_MEMORY_LIMIT;

// Whether the counter and its operands are exact in 32 bits, signed or unsigned.
static_assert(localMemoryLimit + 2 * localSizeLimit < std::uint64_t{1} << 31);

// Whether the instruction loads a field of the launch, which any work-item may do at any time.
bool readsLaunch(const Instruction &instruction) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const auto *base =
      load ? dyn_cast<Instruction>(getUnderlyingObject(load->getPointerOperand())) : nullptr;
  const auto primitive = base ? findPrimitive(*base) : std::nullopt;
  return primitive && primitive->kind == PrimitiveKind::Launch && load->isSimple();
}

// Whether the instruction loads a field of the launch or of the worker.
Value *numberIn(IRBuilder<> &builder, StringRef name, std::uint64_t offset) {
  FunctionCallee primitive = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, FunctionType::get(builder.getPtrTy(constantSpace), false));
  cast<Function>(primitive.getCallee())->setDoesNotAccessMemory();
  Value *field =
      builder.CreateConstGEP1_64(builder.getInt8Ty(), builder.CreateCall(primitive), offset);
  return builder.CreateAlignedLoad(builder.getInt64Ty(), field, Align(8));
}

Value *groupsOfLaunch(IRBuilder<> &builder) {
  Value *groups = builder.getInt64(1);
  for (unsigned dimension = 0; dimension != 3; ++dimension) {
    const std::uint64_t offset =
        offsetof(weft_launch, group_count) + dimension * sizeof(std::uint64_t);
    groups = builder.CreateMul(groups, numberIn(builder, "__weft_launch", offset));
  }
  return groups;
}

} // namespace

bool CopyLoop::prepare(DominatorTree &dominators, LoopInfo &loops) {
  if (!body || body == header || loop.getNumBlocks() != 2 || loop.getExitingBlock() != header ||
      !findAccesses() || !stepFunction())
    return false;
  before = loop.getLoopPreheader();
  if (!before)
    before = InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
  if (!before)
    return false;
  hoist();
  return true;
}

// Finds a load from one side and a store to the other; false if the loop has another effect.
bool CopyLoop::findAccesses() {
  for (Instruction &instruction : concat<Instruction>(*header, *body)) {
    if (readsLaunch(instruction))
      continue;
    if (auto *read = dyn_cast<LoadInst>(&instruction); read && !load)
      load = read;
    else if (auto *write = dyn_cast<StoreInst>(&instruction); write && !store)
      store = write;
    else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects())
      return false;
  }
  if (!load || !store || store->getValueOperand() != load || !load->isSimple() ||
      !store->isSimple() || load->getParent() != body)
    return false;
  const unsigned from = load->getPointerAddressSpace(), to = store->getPointerAddressSpace();
  const DataLayout &layout = load->getDataLayout();
  return ((from == globalSpace && to == localSpace) || (from == localSpace && to == globalSpace)) &&
         layout.getTypeSizeInBits(load->getType()) == 8 * elementBytes();
}

void CopyLoop::hoist() {
  Instruction *place = before->getTerminator();
  bool changed = false;
  for (BasicBlock *block : {header, body})
    for (Instruction &instruction : make_early_inc_range(*block)) {
      const auto primitive = findPrimitive(instruction);
      const bool isConstant = (primitive && primitive->kind != PrimitiveKind::SubGroupOperation) ||
                              readsLaunch(instruction);
      if (isConstant && loop.hasLoopInvariantOperands(&instruction))
        instruction.moveBefore(place->getIterator());
      else if (!isa<PHINode>(instruction) && !instruction.isTerminator())
        loop.makeLoopInvariant(&instruction, changed, place);
    }
}

bool CopyLoop::matches(const GroupUniformity &uniformity) {
  const auto phis = header->phis();
  if (!hasSingleElement(phis) || isUsedOutside())
    return false;
  counter = &*phis.begin();
  exit = loop.getUniqueExitBlock(); // the preheader of another loop may have come between
  const std::uint64_t limit = localMemoryLimit / elementBytes() + localSizeLimit;
  CopyForms forms(loop, *counter, uniformity, limit);
  return matchCounter(forms) && matchBound(forms) && matchAddresses(forms);
}

bool CopyLoop::isUsedOutside() const {
  for (Instruction &instruction : concat<Instruction>(*header, *body))
    for (const User *user : instruction.users())
      if (!loop.contains(cast<Instruction>(user)))
        return true;
  return false;
}

bool CopyLoop::matchCounter(CopyForms &forms) const {
  if (!counter->getType()->isIntegerTy() || counter->getType()->getIntegerBitWidth() < 32)
    return false;
  const auto *next =
      dyn_cast<BinaryOperator>(withoutCasts(counter->getIncomingValueForBlock(body)));
  if (!next || next->getOpcode() != Instruction::Add || !loop.contains(next))
    return false;
  const unsigned stepOperand = forms.isShared(*next->getOperand(1));
  const Value &step = *next->getOperand(stepOperand);
  return forms.isCounter(*next->getOperand(!stepOperand)) && forms.isShared(step) &&
         isGroupStrideRange(*counter->getIncomingValueForBlock(before), step);
}

bool CopyLoop::matchBound(CopyForms &forms) {
  auto *branch = dyn_cast<BranchInst>(header->getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  comparison = dyn_cast<ICmpInst>(branch->getCondition());
  if (!comparison)
    return false;
  boundOperand = forms.isShared(*comparison->getOperand(1));
  if (!forms.isCounter(*comparison->getOperand(!boundOperand)) ||
      !forms.isShared(*comparison->getOperand(boundOperand)))
    return false;
  CmpInst::Predicate predicate =
      boundOperand ? comparison->getPredicate() : comparison->getSwappedPredicate();
  if (branch->getSuccessor(0) != body)
    predicate = CmpInst::getInversePredicate(predicate);
  isSigned = CmpInst::isSigned(predicate);
  isInclusive = ICmpInst::isLE(predicate);
  return isInclusive || ICmpInst::isLT(predicate);
}

// Both addresses must grow by one element. Elements before and after a fall are too far from
// each other to be both in local memory.
bool CopyLoop::matchAddresses(CopyForms &forms) {
  const auto from = forms.ofAddress(*load->getPointerOperand());
  const auto to = forms.ofAddress(*store->getPointerOperand());
  if (!from || !to || from->step != static_cast<std::int64_t>(elementBytes()) ||
      to->step != from->step)
    return false;
  const std::optional<Fall> &localFall = isIntoLocal() ? to->fall : from->fall;
  fall = isIntoLocal() ? from->fall : to->fall;
  return !localFall || localFall->bytes.abs().uge(2 * localMemoryLimit);
}

void CopyLoop::replace() {
  assert(before && exit && comparison && "the loop is prepared and matches");
  IRBuilder<> builder(before->getTerminator());
  emitSteps(builder, emitCount(builder));
  BasicBlock *last = builder.GetInsertBlock();
  for (PHINode &phi : exit->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(header), last);
  ReplaceInstWithInst(last->getTerminator(), BranchInst::Create(exit));
  DeleteDeadBlocks({header, body});
}

Value *CopyLoop::emitCount(IRBuilder<> &builder) const {
  Value *bound = comparison->getOperand(boundOperand);
  Type *number = builder.getInt64Ty();
  Value *count = isSigned ? builder.CreateSExt(bound, number) : builder.CreateZExt(bound, number);
  if (isInclusive)
    count = builder.CreateAdd(count, builder.getInt64(1));
  if (isSigned)
    count = builder.CreateBinaryIntrinsic(Intrinsic::smax, count, builder.getInt64(0));
  return count;
}

// Emits the step of the built-in copy. If the index in global memory may wrap, another step first
// copies the elements behind the wrap, so that a single step comes before the code that follows.
void CopyLoop::emitSteps(IRBuilder<> &builder, Value *count) {
  // For i = 0, which no work-item may have.
  Rematerialiser start(builder, [&](Value &value, unsigned) -> Rematerialiser::Plan {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == counter)
      return {Constant::getNullValue(counter->getType())};
    if (!instruction || !loop.contains(instruction))
      return {&value};
    return {nullptr, Rematerialiser::Facts::Dropped};
  });
  Value *to = start.of(*store->getPointerOperand());
  Value *from = start.of(*load->getPointerOperand());
  const SmallVector<Value *> others = launchOperands(builder);
  const auto emitStep = [&](Value *destination, Value *source, Value *elements) {
    SmallVector<Value *> operands{destination, source,
                                  builder.CreateMul(elements, builder.getInt64(elementBytes()))};
    append_range(operands, others);
    CallInst *call = builder.CreateCall(stepFunction(), operands);
    call->setCallingConv(stepFunction()->getCallingConv());
    call->addFnAttr(Attribute::Convergent);
  };
  if (fall) {
    Value *room = emitCountToFall(*fall, *start.of(*fall->value), builder);
    Value *wraps = builder.CreateICmpUGT(count, room, "wraps");
    Value *whole = count;
    count = builder.CreateBinaryIntrinsic(Intrinsic::umin, count, room);
    Instruction *end = builder.GetInsertBlock()->getTerminator();
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(wraps, end->getIterator(), false));
    const auto behind = [&](Value *address, bool falls) {
      Value *bytes = builder.CreateMul(count, builder.getInt64(elementBytes()));
      if (falls)
        bytes = builder.CreateSub(bytes, builder.getInt(fall->bytes));
      return builder.CreatePtrAdd(address, bytes);
    };
    Value *destination = behind(to, !isIntoLocal()), *source = behind(from, isIntoLocal());
    emitStep(destination, source, builder.CreateSub(whole, count));
    builder.SetInsertPoint(end);
  }
  emitStep(to, from, count);
}

// The number of elements before the index wraps, at least one. If n is 0, the index may be poison.
Value *CopyLoop::emitCountToFall(const Fall &wrap, Value &first, IRBuilder<> &builder) {
  Value *distance = builder.CreateSub(builder.getInt(wrap.last), builder.CreateFreeze(&first));
  distance = builder.CreateLShr(distance, wrap.step.logBase2());
  return builder.CreateAdd(builder.CreateZExt(distance, builder.getInt64Ty()), builder.getInt64(1));
}

SmallVector<Value *> CopyLoop::launchOperands(IRBuilder<> &builder) const {
  if (isIntoLocal())
    return {groupsOfLaunch(builder),
            numberIn(builder, "__weft_worker", offsetof(weft_worker, streams))};
  return {numberIn(builder, "__weft_launch", offsetof(weft_launch, groups_at_large_buffers)),
          /*fences=*/builder.getInt64(1)};
}

std::uint64_t CopyLoop::elementBytes() const {
  return load->getDataLayout().getTypeAllocSize(load->getType()).getFixedValue();
}

bool CopyLoop::isIntoLocal() const { return store->getPointerAddressSpace() == localSpace; }

Function *CopyLoop::stepFunction() const {
  return header->getModule()->getFunction(isIntoLocal() ? copyToLocalStep : copyToGlobalStep);
}

} // namespace weft::compiler
