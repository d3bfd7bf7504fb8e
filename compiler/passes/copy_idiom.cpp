#include "compiler/passes/copy_idiom.h"

#include "compiler/passes/builtin_traits.h"
#include "compiler/passes/group_uniformity.h"
#include "device/kernel_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;
constexpr unsigned localSpace = 3;
// The steps of the kernel library (kernel-lib/async/async.h).
constexpr StringLiteral stepIn = "__weft_group_step_copy_to_local";
constexpr StringLiteral stepOut = "__weft_group_step_copy_to_global";
// How many instructions may lie between the loop and its barrier.
constexpr unsigned reach = 32;

Value *withoutCasts(Value *value) {
  while (isa<ZExtInst, SExtInst, TruncInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  return value;
}

bool isPrimitive(Value *value, PrimitiveKind kind) {
  const auto *call = dyn_cast<Instruction>(withoutCasts(value));
  const auto primitive = call ? findPrimitive(*call) : std::nullopt;
  return primitive && primitive->kind == kind && primitive->dimension == 0;
}

bool touchesMemory(const Instruction &instruction) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const bool isConstant = load && load->getPointerAddressSpace() == constantSpace;
  return instruction.mayReadOrWriteMemory() && !instruction.isLifetimeStartOrEnd() && !isConstant;
}

/// The barrier or group step that follows with only arithmetic between, or null.
CallInst *followingSplit(BasicBlock &block) {
  Instruction *at = &block.front();
  for (unsigned passed = 0; at && passed != reach; ++passed) {
    const auto primitive = findPrimitive(*at);
    if (primitive && splitsRegion(primitive->kind))
      return cast<CallInst>(at);
    if (touchesMemory(*at))
      return nullptr;
    if (!at->isTerminator()) {
      at = at->getNextNode();
      continue;
    }
    BasicBlock *next = at->getParent()->getSingleSuccessor();
    at = next ? &next->front() : nullptr;
  }
  return nullptr;
}

// One loop: matched first, then replaced.
class CopyLoop {
public:
  CopyLoop(Loop &loop, const GroupUniformity &uniformity) : loop(loop), uniformity(uniformity) {}

  bool matches() {
    before = loop.getLoopPreheader();
    header = loop.getHeader();
    body = loop.getLoopLatch();
    exit = loop.getUniqueExitBlock();
    return before && body && exit && body != header && loop.getNumBlocks() == 2 &&
           loop.getExitingBlock() == header && isa<BranchInst>(before->getTerminator()) &&
           matchCounter() && matchBound() && matchAccesses() &&
           isContiguous(load->getPointerOperand()) && isContiguous(store->getPointerOperand()) &&
           !isUsedOutside() && stepFunction() && (split = followingSplit(*exit));
  }

  void replace() {
    IRBuilder<> builder(before->getTerminator());
    Type *number = builder.getInt64Ty();
    Value *count = atStart(bound);
    if (isSigned)
      count = builder.CreateBinaryIntrinsic(Intrinsic::smax, count,
                                            ConstantInt::get(count->getType(), 0));
    count = builder.CreateZExtOrTrunc(count, number);
    Value *bytes = builder.CreateMul(count, builder.getInt64(elementBytes()));
    Value *to = atStart(store->getPointerOperand());
    Value *from = atStart(load->getPointerOperand());
    CallInst *step = callStep(builder, to, from, bytes);
    step->addFnAttr(Attribute::Convergent);
    if (splitIsBarrier())
      split->eraseFromParent();
    exit->replacePhiUsesWith(header, before);
    ReplaceInstWithInst(before->getTerminator(), BranchInst::Create(exit));
    DeleteDeadBlocks({header, body});
  }

private:
  // i begins with the work-item's id and grows by the group's size.
  bool matchCounter() {
    const auto phis = header->phis();
    if (!hasSingleElement(phis))
      return false;
    counter = &*phis.begin();
    auto *next = dyn_cast<BinaryOperator>(counter->getIncomingValueForBlock(body));
    if (!counter->getType()->isIntegerTy() || counter->getType()->getIntegerBitWidth() < 32 ||
        !next || next->getOpcode() != Instruction::Add)
      return false;
    Value *step = next->getOperand(next->getOperand(0) == counter);
    return is_contained(next->operands(), counter) && isPrimitive(step, PrimitiveKind::LocalSize) &&
           isPrimitive(counter->getIncomingValueForBlock(before), PrimitiveKind::LocalId);
  }

  bool matchBound() {
    auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || branch->getSuccessor(0) != body)
      return false;
    const bool isSwapped = withoutCasts(compare->getOperand(1)) == counter;
    const auto predicate = isSwapped ? compare->getSwappedPredicate() : compare->getPredicate();
    Value *left = compare->getOperand(isSwapped);
    bound = compare->getOperand(!isSwapped);
    isSigned = predicate == CmpInst::ICMP_SLT;
    return (isSigned || predicate == CmpInst::ICMP_ULT) && !isa<TruncInst>(left) &&
           withoutCasts(left) == counter && isUniform(bound);
  }

  bool matchAccesses() {
    for (Instruction &instruction : concat<Instruction>(*header, *body)) {
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
    return ((from == globalSpace && to == localSpace) ||
            (from == localSpace && to == globalSpace)) &&
           layout.getTypeStoreSize(load->getType()) == elementBytes() &&
           !load->getType()->isIntegerTy(1);
  }

  std::uint64_t elementBytes() const {
    return load->getDataLayout().getTypeAllocSize(load->getType()).getFixedValue();
  }

  bool isUniform(Value *value) const {
    const auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || (instruction != counter && uniformity.isUniform(*instruction));
  }

  // base + i * elementBytes(), with a uniform base.
  bool isContiguous(Value *address) const {
    auto *element = dyn_cast<GetElementPtrInst>(address);
    if (!element || element->getNumIndices() != 1)
      return false;
    Value *index = element->getOperand(1);
    if (isUniform(index))
      return isContiguous(element->getPointerOperand());
    const std::uint64_t scale =
        element->getDataLayout().getTypeAllocSize(element->getSourceElementType());
    return isUniform(element->getPointerOperand()) && scale == elementBytes() &&
           isCounterPlus(index);
  }

  // i, or i plus something uniform in a sum that does not wrap before it is extended.
  bool isCounterPlus(Value *index) const {
    if (auto *extension = dyn_cast<CastInst>(index); extension && isa<ZExtInst, SExtInst>(index)) {
      Value *inner = extension->getOperand(0);
      const auto *sum = dyn_cast<OverflowingBinaryOperator>(inner);
      const bool isExact =
          isa<SExtInst>(index) ? sum && sum->hasNoSignedWrap() : sum && sum->hasNoUnsignedWrap();
      return inner == counter || (isExact && isCounterPlus(inner));
    }
    if (index == counter)
      return true;
    auto *sum = dyn_cast<BinaryOperator>(index);
    if (!sum || sum->getOpcode() != Instruction::Add)
      return false;
    return (isUniform(sum->getOperand(0)) && isCounterPlus(sum->getOperand(1))) ||
           (isUniform(sum->getOperand(1)) && isCounterPlus(sum->getOperand(0)));
  }

  bool isUsedOutside() const {
    for (Instruction &instruction : concat<Instruction>(*header, *body))
      for (const User *user : instruction.users())
        if (!loop.contains(cast<Instruction>(user)))
          return true;
    return false;
  }

  bool splitIsBarrier() const {
    const auto primitive = findPrimitive(*split);
    return primitive && primitive->kind == PrimitiveKind::Barrier;
  }

  // The value for i = 0, computed before the loop.
  Value *atStart(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return value;
    if (instruction == counter)
      return Constant::getNullValue(counter->getType());
    if (Value *known = started.lookup(instruction))
      return known;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(atStart(operand.get()));
    copy->insertBefore(before->getTerminator()->getIterator());
    copy->setName(instruction->getName());
    started[instruction] = copy;
    return copy;
  }

  Function *stepFunction() const {
    return header->getModule()->getFunction(isIntoLocal() ? stepIn : stepOut);
  }

  // The step of the built-in.
  CallInst *callStep(IRBuilder<> &builder, Value *to, Value *from, Value *bytes) const {
    Function *step = stepFunction();
    SmallVector<Value *> operands{to, from, bytes};
    if (isIntoLocal()) {
      operands.append({groupsOfLaunch(builder),
                       numberIn(builder, "__weft_worker", offsetof(weft_worker, streams))});
    } else {
      const std::uint64_t offset = offsetof(weft_launch, groups_at_large_buffers);
      operands.append({numberIn(builder, "__weft_launch", offset), /*fences=*/builder.getInt64(1)});
    }
    CallInst *call = builder.CreateCall(step, operands);
    call->setCallingConv(step->getCallingConv());
    return call;
  }

  static Value *groupsOfLaunch(IRBuilder<> &builder) {
    Value *groups = builder.getInt64(1);
    for (unsigned dimension = 0; dimension != 3; ++dimension) {
      const std::uint64_t offset =
          offsetof(weft_launch, group_count) + dimension * sizeof(std::uint64_t);
      groups = builder.CreateMul(groups, numberIn(builder, "__weft_launch", offset));
    }
    return groups;
  }

  // A field of the launch or the worker.
  static Value *numberIn(IRBuilder<> &builder, StringRef name, std::uint64_t offset) {
    FunctionCallee primitive = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        name, FunctionType::get(builder.getPtrTy(constantSpace), false));
    cast<Function>(primitive.getCallee())->setDoesNotAccessMemory();
    Value *field =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), builder.CreateCall(primitive), offset);
    return builder.CreateAlignedLoad(builder.getInt64Ty(), field, Align(8));
  }

  bool isIntoLocal() const { return store->getPointerAddressSpace() == localSpace; }

  Loop &loop;
  const GroupUniformity &uniformity;
  BasicBlock *before = nullptr, *header = nullptr, *body = nullptr, *exit = nullptr;
  PHINode *counter = nullptr;
  Value *bound = nullptr;
  bool isSigned = false;
  LoadInst *load = nullptr;
  StoreInst *store = nullptr;
  CallInst *split = nullptr;
  DenseMap<Instruction *, Value *> started;
};

bool hasSplit(const Function &kernel) {
  return any_of(kernel, [](const BasicBlock &block) {
    return any_of(block, [](const Instruction &instruction) {
      const auto primitive = findPrimitive(instruction);
      return primitive && splitsRegion(primitive->kind);
    });
  });
}

/// Whether all work-items of a group come to the block, or none.
bool isReachedTogether(BasicBlock &block, const GroupUniformity &uniformity,
                       const DominatorTree &dominators, const PostDominatorTree &postDominators) {
  const auto *node = dominators.getNode(&block);
  for (node = node->getIDom(); node; node = node->getIDom())
    if (uniformity.hasDivergentTerminator(*node->getBlock()) &&
        !postDominators.dominates(&block, node->getBlock()))
      return false;
  return true;
}

bool replaceOne(Function &kernel, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(kernel);
  if (loops.empty())
    return false;
  const GroupUniformity uniformity(kernel);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(kernel);
  auto &postDominators = analyses.getResult<PostDominatorTreeAnalysis>(kernel);
  // Backwards: a loop before another one finds that one's step as its barrier.
  for (Loop *loop : loops.getLoopsInReverseSiblingPreorder())
    if (CopyLoop copy(*loop, uniformity);
        copy.matches() &&
        isReachedTogether(*loop->getLoopPreheader(), uniformity, dominators, postDominators)) {
      copy.replace();
      return true;
    }
  return false;
}

} // namespace

void requestCopySteps(Module &module) {
  const bool hasBarrier = any_of(module, [](const Function &function) {
    const StringRef name = function.getName();
    return name.starts_with("_Z7barrier") || name.starts_with("_Z18work_group_barrier") ||
           name.starts_with("_Z17wait_group_events");
  });
  if (!hasBarrier)
    return;
  IRBuilder<> builder(module.getContext());
  Type *number = builder.getInt64Ty();
  Type *global = builder.getPtrTy(globalSpace), *local = builder.getPtrTy(localSpace);
  const auto declare = [&](StringRef name, ArrayRef<Type *> parameters) {
    return cast<Function>(
        module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), parameters, false))
            .getCallee());
  };
  appendToCompilerUsed(module, {declare(stepIn, {local, global, number, number, number}),
                                declare(stepOut, {global, local, number, number, number})});
}

PreservedAnalyses CopyIdiomPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function) && hasSplit(function))
      kernels.push_back(&function);
  bool changed = false;
  for (Function *kernel : kernels)
    while (replaceOne(*kernel, functions)) {
      changed = true;
      functions.invalidate(*kernel, PreservedAnalyses::none());
    }
  // Who needs them calls them now.
  removeFromUsedLists(module, [](Constant *used) {
    const StringRef name = used->stripPointerCasts()->getName();
    return name == stepIn || name == stepOut;
  });
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
