// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/copies/copies_in_flight.h"

#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/checked/copies/copy_marks.h"
#include "compiler/passes/checked/copies/copy_shapes.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-copies-in-flight"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(copiesTold, "Asynchronous copies that the driver is told of");

namespace {

/// Waits for so many events ask for each; others have a loop.
constexpr std::uint64_t mostUnrolled = 8;

class Teller {
public:
  explicit Teller(Function &kernel) : kernel(kernel), reports(kernel) {}

  bool run() {
    SmallVector<CallInst *> marks;
    for (Instruction &instruction : instructions(kernel))
      if (is_contained({StringRef(copyMark), StringRef(copiedMark), StringRef(waitMark),
                        StringRef(copyFenceMark)},
                       calleeName(instruction)))
        marks.push_back(cast<CallInst>(&instruction));
    if (marks.empty())
      return false;
    kernel.addFnAttr(tracksCopiesAttribute);
    Value *event = nullptr;
    for (CallInst *mark : marks) {
      const StringRef name = calleeName(*mark);
      if (name == copyMark)
        event = begin(*mark);
      else if (name == copiedMark)
        mark->replaceAllUsesWith(event ? event : mark->getArgOperand(0));
      else if (name == waitMark)
        await(*mark);
      else
        once(*mark->getNextNode(), *mark, fenceCopiesStep, offsetof(weft_checks, fence_copies));
    }
    for (CallInst *mark : marks)
      mark->eraseFromParent();
    return true;
  }

private:
  Value *copies() {
    if (!list) {
      Value *distance = reports.ofChecks(offsetof(weft_checks, local_copies), "copies");
      Value *local = reports.localMemory();
      IRBuilder<> builder = reports.atEntry();
      list = builder.CreateGEP(builder.getInt8Ty(), local, distance);
    }
    return list;
  }

  Constant *siteOf(const CallInst &mark, weft_mistake mistake) {
    CheckSite site{};
    site.mistake = mistake;
    return reports.siteConstant(site, mark.getDebugLoc());
  }

  // The first split behind a mark: the library's code has no branches before its own.
  static Instruction *splitBehind(Instruction &mark) {
    for (Instruction *now = mark.getNextNode(); now; now = now->getNextNode())
      if (isSplit(*now))
        return now;
    return nullptr;
  }

  // The event of the copy that follows.
  Value *begin(CallInst &mark) {
    auto *step = dyn_cast_or_null<CallInst>(splitBehind(mark));
    if (!step)
      return nullptr;
    IRBuilder<> builder(step->getNextNode());
    builder.SetCurrentDebugLocation(mark.getDebugLoc());
    const auto shape = copyShapeOf(*step, builder);
    if (!shape)
      return nullptr;
    const auto address = [&](unsigned operand) {
      return builder.CreatePtrToInt(step->getArgOperand(operand), builder.getInt64Ty());
    };
    SmallVector<Value *, 16> operands{copies(), siteOf(mark, WEFT_MISTAKE_COPY), address(0),
                                      address(1)};
    append_range(operands, *shape);
    operands.push_back(mark.getArgOperand(0));
    const bool isToLocal =
        step->getArgOperand(0)->getType()->getPointerAddressSpace() == localSpace;
    operands.push_back(builder.getInt32(isToLocal ? WEFT_COPY_IS_TO_LOCAL : 0));
    append_range(operands, reports.firstIds(builder));
    ++copiesTold;
    CallInst *begun = reports.callOnce(
        builder, beginCopyStep, offsetof(weft_checks, begin_copy), builder.getInt64Ty(), operands,
        {.first = BeginCopyBytes - 2, .count = BeginCopyEvent - BeginCopyBytes});
    // The group step of the copy has the same operands.
    begun->setMetadata(checkMetadata, MDNode::get(kernel.getContext(), {}));
    return begun;
  }

  void once(Instruction &before, const CallInst &mark, StringRef name, std::size_t member) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(mark.getDebugLoc());
    reports.callOnce(builder, name, member, builder.getVoidTy(), {copies()});
  }

  LoadInst *loadEvent(IRBuilder<> &builder, Value &events, Value *index) {
    Type *number = builder.getInt64Ty();
    return builder.CreateAlignedLoad(number, builder.CreateGEP(number, &events, index), Align(8),
                                     "event");
  }

  // Behind the barrier of a wait. A single event is an operand, which the whole group must have.
  void end(Instruction &before, const CallInst &mark) {
    const auto *count = dyn_cast<ConstantInt>(mark.getArgOperand(0));
    if (!count || !count->isOne())
      return once(before, mark, endCopiesStep, offsetof(weft_checks, end_copies));
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(mark.getDebugLoc());
    Value *event = loadEvent(builder, *mark.getArgOperand(1), builder.getInt64(0));
    reports.callOnce(builder, endCopiesOfStep, offsetof(weft_checks, end_copies),
                     builder.getVoidTy(), {copies(), event},
                     {.first = 1, .count = 1, .areDropped = true});
  }

  void await(CallInst &mark) {
    Instruction *barrier = splitBehind(mark);
    if (!barrier)
      return;
    end(*barrier->getNextNode(), mark);
    IRBuilder<> builder(&mark);
    Instruction *then =
        SplitBlockAndInsertIfThen(reports.isFirstItem(builder), &mark, /*Unreachable=*/false);
    markCheckBranch(*cast<BranchInst>(then->getParent()->getSinglePredecessor()->getTerminator()));
    Value *count = mark.getArgOperand(0), *events = mark.getArgOperand(1);
    Constant *site = siteOf(mark, WEFT_MISTAKE_WAIT);
    const auto *known = dyn_cast<ConstantInt>(count);
    if (known && known->getValue().ule(mostUnrolled)) {
      builder.SetInsertPoint(then);
      for (std::uint64_t index = 0; index != known->getZExtValue(); ++index)
        awaitOne(builder, mark, *site, *events, builder.getInt64(index));
      return;
    }
    builder.SetInsertPoint(then);
    Value *number = builder.CreateSExtOrTrunc(count, builder.getInt64Ty());
    Value *rounds = builder.CreateBinaryIntrinsic(Intrinsic::smax, number, builder.getInt64(0));
    auto [body, index] = SplitBlockAndInsertSimpleForLoop(rounds, then->getIterator());
    builder.SetInsertPoint(body);
    awaitOne(builder, mark, *site, *events, index);
  }

  void awaitOne(IRBuilder<> &builder, const CallInst &mark, Constant &site, Value &events,
                Value *index) {
    builder.SetCurrentDebugLocation(mark.getDebugLoc());
    Value *event = loadEvent(builder, events, index);
    reports.call(builder, "__weft_rare_await_copy", offsetof(weft_checks, await_copy),
                 {copies(), &site, event});
  }

  Function &kernel;
  CheckReports reports;
  Value *list = nullptr;
};

// Where nobody is told.
bool removeMarks(Function &function) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    const StringRef name = calleeName(instruction);
    if (name == copiedMark)
      instruction.replaceAllUsesWith(cast<CallInst>(instruction).getArgOperand(0));
    else if (name != copyMark && name != waitMark && name != copyFenceMark)
      continue;
    instruction.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace

CallInst *copyOf(CallInst &begin) {
  for (Instruction *now = begin.getPrevNode(); now; now = now->getPrevNode())
    if (isSplit(*now))
      return cast<CallInst>(now);
  return nullptr;
}

PreservedAnalyses CopiesInFlightPass::run(Function &function, FunctionAnalysisManager &) {
  const bool isTold = isKernel(function) && isUserCode(function);
  const bool changed = isTold ? Teller(function).run() : removeMarks(function);
  if (isTold && changed && reports)
    function.addFnAttr(checksCopiesAttribute);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
