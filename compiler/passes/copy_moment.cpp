#include "compiler/passes/copy_moment.h"

#include "compiler/passes/builtin_traits.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral issueName = "__weft_group_step_issue_copy";
constexpr StringLiteral copyName = "__weft_group_step_copy_to_local";
constexpr StringLiteral waitName = "__weft_group_step_wait";
constexpr StringLiteral barrierName = "__weft_barrier";

// The bytes that the library may leave to the wait, and the event of a copy that is done
// (kernel-lib/async).
constexpr std::uint64_t deferFrom = 512;
constexpr std::uint64_t deferTo = 12288;
constexpr std::uint64_t doneEvent = 1;
// How far the wait is looked for, and how many values an event is followed through.
constexpr unsigned reach = 64;

SmallVector<CallInst *> findCalls(Function &function, StringRef name) {
  SmallVector<CallInst *> found;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName() == name)
      found.push_back(call);
  return found;
}

bool isSizeUnsuitable(const CallInst &issue) {
  const auto *bytes = dyn_cast<ConstantInt>(issue.getArgOperand(2));
  return bytes && (bytes->getZExtValue() < deferFrom || bytes->getZExtValue() > deferTo);
}

// Whether `event` may be that of the copy: its result, or what the copy was given to join.
bool stemsFrom(Value *event, const CallInst &issue) {
  SmallVector<Value *> pending{event};
  for (unsigned seen = 0; !pending.empty() && seen != reach; ++seen) {
    Value *value = pending.pop_back_val();
    if (value == &issue || (value == issue.getArgOperand(3) && !isa<Constant>(value)))
      return true;
    if (auto *select = dyn_cast<SelectInst>(value))
      pending.append({select->getTrueValue(), select->getFalseValue()});
    else if (auto *extreme = dyn_cast<MinMaxIntrinsic>(value))
      pending.append({extreme->getLHS(), extreme->getRHS()});
    // A copy that joins the event of an earlier one returns that.
    else if (auto *call = dyn_cast<CallInst>(value);
             call && call->getCalledFunction() && call->getCalledFunction()->getName() == issueName)
      pending.push_back(call->getArgOperand(3));
  }
  return false;
}

// Whether the copy's wait follows with nothing between that takes time.
bool isWaitedForAtOnce(const CallInst &issue) {
  const Instruction *at = issue.getNextNode();
  for (unsigned passed = 0; at && passed != reach; ++passed) {
    const auto *call = dyn_cast<CallInst>(at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == waitName)
      return stemsFrom(call->getArgOperand(0), issue);
    const auto primitive = findPrimitive(*at);
    const bool isCopy = primitive && primitive->kind == PrimitiveKind::GroupStep;
    if (!isCopy && at->mayReadOrWriteMemory() && !at->isLifetimeStartOrEnd())
      return false;
    if (!at->isTerminator()) {
      at = at->getNextNode();
      continue;
    }
    const BasicBlock *next = at->getParent()->getSingleSuccessor();
    at = next ? &next->front() : nullptr;
  }
  return false;
}

void copyNow(CallInst &issue) {
  IRBuilder<> builder(&issue);
  Function *copy = issue.getModule()->getFunction(copyName);
  CallInst *call = builder.CreateCall(
      copy, {issue.getArgOperand(0), issue.getArgOperand(1), issue.getArgOperand(2)});
  call->setAttributes(copy->getAttributes());
  Value *given = issue.getArgOperand(3);
  Value *isGiven = builder.CreateICmpNE(given, builder.getInt64(0));
  issue.replaceAllUsesWith(builder.CreateSelect(isGiven, given, builder.getInt64(doneEvent)));
  issue.eraseFromParent();
}

void waitByBarrier(CallInst &wait) {
  IRBuilder<> builder(&wait);
  FunctionCallee barrier = wait.getModule()->getOrInsertFunction(
      barrierName, FunctionType::get(builder.getVoidTy(), false));
  CallInst *call = builder.CreateCall(barrier);
  call->addFnAttr(Attribute::Convergent);
  call->addFnAttr(Attribute::NoUnwind);
  wait.eraseFromParent();
}

bool decide(Function &function, bool allAtIssue) {
  bool someWait = false;
  SmallVector<CallInst *> now;
  for (CallInst *issue : findCalls(function, issueName)) {
    if (allAtIssue || isSizeUnsuitable(*issue) || isWaitedForAtOnce(*issue))
      now.push_back(issue);
    else
      someWait = true;
  }
  for (CallInst *issue : now)
    copyNow(*issue);
  const SmallVector<CallInst *> waits = findCalls(function, waitName);
  if (!someWait)
    for (CallInst *wait : waits)
      waitByBarrier(*wait);
  return !now.empty() || (!someWait && !waits.empty());
}

} // namespace

PreservedAnalyses CopyMomentPass::run(Module &module, ModuleAnalysisManager &) {
  const auto *flag = mdconst::extract_or_null<ConstantInt>(module.getModuleFlag(copyAtIssueFlag));
  bool changed = false;
  for (Function &function : module)
    if (isKernel(function))
      changed |= decide(function, flag && !flag->isZero());
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
