// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/barrier_checks.h"

#include "compiler/passes/analysis/group_uniformity.h"
#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/checked/control_dependence.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/lanes/lane_functions.h"
#include "compiler/passes/support/user_code.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-barrier-checks"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(branchesCompared, "Branches to barriers that a group compares");
ALWAYS_ENABLED_STATISTIC(operandsCompared, "Operands that a group compares");

namespace {

/// A branch that may separate the work-items of a group. Its block changes as checks split it.
struct Branch {
  Instruction *terminator;
  /// By successor: the first call on its path that all work-items must reach, or null.
  SmallVector<Instruction *, 2> calls;
};

struct Operand {
  CallBase *call;
  unsigned index;
};

bool isGroupStep(const Instruction &call) {
  const auto primitive = findPrimitive(call);
  return primitive && primitive->kind == PrimitiveKind::GroupStep;
}

bool hasUniformOperands(const CallBase &call) {
  if (isGroupStep(call))
    return true;
  const auto collective = parseCollective(call.getCalledFunction()->getName());
  return collective && collective->operation == CollectiveOperation::Broadcast;
}

class Checker {
public:
  explicit Checker(Function &kernel) : kernel(kernel), reports(kernel) {}

  bool run() {
    find();
    for (const Operand &operand : operands)
      compareOperand(operand);
    for (const Branch &branch : branches)
      compareDecisions(branch);
    return !branches.empty() || !operands.empty();
  }

private:
  void find() {
    if (none_of(instructions(kernel), isSplit))
      return;
    dropUnreachableDefaults(kernel);
    const GroupUniformity uniformity(kernel);
    const PostDominatorTree tree(kernel);
    for (BasicBlock &block : kernel) {
      if (uniformity.hasDivergentTerminator(block))
        if (Branch branch{block.getTerminator(), callsBehind(block, tree)};
            any_of(branch.calls, [](Instruction *call) { return call != nullptr; }))
          branches.push_back(std::move(branch));
      for (Instruction &instruction : block)
        if (isSplit(instruction) && hasUniformOperands(cast<CallBase>(instruction)) &&
            !instruction.hasMetadata(checkMetadata))
          findOperands(cast<CallBase>(instruction), uniformity);
    }
  }

  void findOperands(CallBase &call, const GroupUniformity &uniformity) {
    // What is broadcast may differ.
    for (unsigned index = isGroupStep(call) ? 0 : 1; index < call.arg_size(); ++index) {
      const auto *operand = dyn_cast<Instruction>(call.getArgOperand(index));
      const bool isNumber =
          operand && (operand->getType()->isIntegerTy() || operand->getType()->isPointerTy());
      if (isNumber && !uniformity.isUniform(*operand))
        operands.push_back({&call, index});
    }
  }

  static SmallVector<Instruction *, 2> callsBehind(BasicBlock &block,
                                                   const PostDominatorTree &tree) {
    const auto *node = tree.getNode(&block);
    const auto *meeting = node ? node->getIDom() : nullptr;
    const BasicBlock *end = meeting ? meeting->getBlock() : nullptr;
    SmallVector<Instruction *, 2> calls;
    for (BasicBlock *successor : successors(&block))
      calls.push_back(firstCall(*successor, end));
    return calls;
  }

  static Instruction *firstCall(BasicBlock &from, const BasicBlock *end) {
    SmallPtrSet<BasicBlock *, 16> seen;
    SmallVector<BasicBlock *> pending{&from};
    for (unsigned index = 0; index != pending.size(); ++index) {
      BasicBlock *block = pending[index];
      if (block == end || !seen.insert(block).second)
        continue;
      for (Instruction &instruction : *block)
        if (isSplit(instruction))
          return &instruction;
      append_range(pending, successors(block));
    }
    return nullptr;
  }

  // The least or greatest number in the group.
  static Value *reduce(IRBuilder<> &builder, Value *number, bool isGreatest) {
    const unsigned bits = number->getType()->getIntegerBitWidth();
    FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        (Twine("__weft_collective_reduce_") + (isGreatest ? "max" : "min") + "_u" + Twine(bits))
            .str(),
        FunctionType::get(number->getType(), {number->getType()}, /*isVarArg=*/false));
    auto &declaration = *cast<Function>(callee.getCallee());
    declaration.addFnAttr(Attribute::Convergent);
    declaration.setDoesNotThrow();
    return builder.CreateCall(callee, {number});
  }

  // Whether all have the same; a number of 32 or 64 bits.
  Instruction *emitDiffer(Instruction *before, Value *number, Value *&least) {
    IRBuilder<> builder(before);
    least = reduce(builder, number, /*isGreatest=*/false);
    Value *greatest = reduce(builder, number, /*isGreatest=*/true);
    return SplitBlockAndInsertIfThen(builder.CreateICmpNE(least, greatest), before,
                                     /*Unreachable=*/false,
                                     MDBuilder(kernel.getContext()).createUnlikelyBranchWeights());
  }

  static Value *asNumber(IRBuilder<> &builder, Value *value) {
    if (value->getType()->isPointerTy())
      return builder.CreatePtrToInt(value, builder.getInt64Ty());
    const bool isWide = value->getType()->getIntegerBitWidth() > 32;
    return builder.CreateZExtOrTrunc(value, isWide ? builder.getInt64Ty() : builder.getInt32Ty());
  }

  // Reported by those that differ from the least.
  void compareOperand(const Operand &operand) {
    IRBuilder<> builder(operand.call);
    Value *number = asNumber(builder, operand.call->getArgOperand(operand.index)), *least = nullptr;
    Instruction *cold = emitDiffer(operand.call, number, least);
    builder.SetInsertPoint(cold);
    Instruction *own = SplitBlockAndInsertIfThen(builder.CreateICmpNE(number, least), cold,
                                                 /*Unreachable=*/false);
    CheckSite site{};
    site.mistake = WEFT_MISTAKE_OPERAND;
    report(own, *operand.call, site, number, least);
    ++operandsCompared;
  }

  void compareDecisions(const Branch &branch) {
    Instruction *terminator = branch.terminator;
    Value *condition = nullptr;
    if (auto *conditional = dyn_cast<BranchInst>(terminator))
      condition = conditional->getCondition();
    else if (auto *choice = dyn_cast<SwitchInst>(terminator))
      condition = choice->getCondition();
    const auto *call = dyn_cast_or_null<CallBase>(condition);
    if (!condition || condition->getType()->getIntegerBitWidth() > 64 ||
        (call && isAllLanes(*call)))
      return;
    IRBuilder<> builder(terminator);
    Value *number = asNumber(builder, condition), *least = nullptr;
    Instruction *cold = emitDiffer(terminator, number, least);
    if (isa<BranchInst>(terminator))
      reportBranch(cold, branch, condition, terminator->getDebugLoc());
    else
      reportSwitch(cold, branch, number, least, terminator->getDebugLoc());
    ++branchesCompared;
  }

  // Reported by work-items that do not reach the only call, or that take the second way.
  void reportBranch(Instruction *cold, const Branch &branch, Value *condition,
                    const DebugLoc &place) {
    Instruction *first = branch.calls[0], *second = branch.calls[1];
    IRBuilder<> builder(cold);
    Instruction *own = SplitBlockAndInsertIfThen(first ? builder.CreateNot(condition) : condition,
                                                 cold, /*Unreachable=*/false);
    CheckSite site{};
    const bool haveTwo = first && second && first != second;
    site.mistake = haveTwo ? WEFT_MISTAKE_OTHER_BARRIER : WEFT_MISTAKE_BARRIER;
    site.related = haveTwo ? first->getDebugLoc() : place;
    report(own, haveTwo || !first ? *second : *first, site, builder.getInt64(0),
           builder.getInt64(0));
  }

  void reportSwitch(Instruction *cold, const Branch &branch, Value *number, Value *least,
                    const DebugLoc &place) {
    IRBuilder<> builder(cold);
    Instruction *own = SplitBlockAndInsertIfThen(builder.CreateICmpNE(number, least), cold,
                                                 /*Unreachable=*/false);
    CheckSite site{};
    site.mistake = WEFT_MISTAKE_BARRIER;
    site.related = place;
    Instruction *call = *find_if(branch.calls, [](Instruction *found) { return found != nullptr; });
    report(own, *call, site, builder.getInt64(0), builder.getInt64(0));
  }

  void report(Instruction *before, const Instruction &call, CheckSite &site, Value *first,
              Value *second) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    site.name = nameOfGroupCall(call).str();
    reports.report(builder, site, builder.CreateZExt(first, builder.getInt64Ty()),
                   builder.CreateZExt(second, builder.getInt64Ty()));
  }

  Function &kernel;
  CheckReports reports;
  std::vector<Branch> branches;
  std::vector<Operand> operands;
};

} // namespace

PreservedAnalyses BarrierChecksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !isUserCode(function))
    return PreservedAnalyses::all();
  return Checker(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
