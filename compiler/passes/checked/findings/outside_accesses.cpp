// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/checked/findings/outside_accesses.h"

#include "compiler/passes/checked/checked_accesses.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/remarks.h"
#include "compiler/passes/support/user_code.h"
#include "device/base/address_spaces.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

class Search {
public:
  Search(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel(kernel), evolution(analyses.getResult<ScalarEvolutionAnalysis>(kernel)),
        tree(analyses.getResult<DominatorTreeAnalysis>(kernel)) {}

  void run() {
    for (Instruction &instruction : instructions(kernel))
      for (const CheckedAccess &access : accessesOf(instruction))
        look(access);
  }

private:
  void look(const CheckedAccess &access) {
    const DataLayout &layout = kernel.getDataLayout();
    APInt known(layout.getIndexTypeSizeInBits(access.pointer->getType()), 0);
    const Value *object =
        access.pointer->stripAndAccumulateConstantOffsets(layout, known, /*AllowNonInbounds=*/true);
    if (sizeOfObject(*object)) {
      judge(access, *object, known.getSExtValue());
      return;
    }
    object = getUnderlyingObject(access.pointer, /*MaxLookup=*/0);
    if (!sizeOfObject(*object))
      return;
    const SCEV *offset = evolution.getMinusSCEV(evolution.getSCEV(access.pointer),
                                                evolution.getSCEV(const_cast<Value *>(object)));
    for (const Offset at : offsetsOf(*offset, *access.instruction->getParent()))
      if (at && judge(access, *object, *at))
        return;
  }

  // Whether the access is outside.
  bool judge(const CheckedAccess &access, const Value &object, std::int64_t at) const {
    const std::uint64_t size = sizeOfObject(object).value_or(0);
    if (access.length || (at >= 0 && static_cast<std::uint64_t>(at) + access.bytes <= size))
      return false;
    tell(access, object, at, size);
    return true;
  }

  using Offset = std::optional<std::int64_t>;

  static Offset numberOf(const SCEV *value) {
    const auto *constant = dyn_cast<SCEVConstant>(value);
    return constant ? Offset(constant->getAPInt().getSExtValue()) : std::nullopt;
  }

  // The first and the last one that a block surely accesses, as far as they are known.
  std::array<Offset, 2> offsetsOf(const SCEV &offset, const BasicBlock &block) {
    if (const Offset known = numberOf(&offset))
      return {known};
    const auto *counted = dyn_cast<SCEVAddRecExpr>(&offset);
    if (!counted || !counted->isAffine())
      return {};
    const Loop &loop = *counted->getLoop();
    const BasicBlock *latch = loop.getLoopLatch(), *exiting = loop.getExitingBlock();
    const auto *more = dyn_cast<SCEVConstant>(evolution.getBackedgeTakenCount(&loop));
    if (!latch || !exiting || !more || !tree.dominates(&block, latch))
      return {};
    // A block behind the test is not executed in the last round of the loop.
    const bool isBehind = tree.properlyDominates(exiting, &block);
    if (!isBehind && !tree.dominates(&block, exiting))
      return {};
    if (isBehind && more->isZero())
      return {};
    const SCEV *last =
        isBehind ? evolution.getMinusSCEV(more, evolution.getOne(more->getType())) : more;
    return {numberOf(counted->getStart()), numberOf(counted->evaluateAtIteration(last, evolution))};
  }

  void tell(const CheckedAccess &access, const Value &object, std::int64_t at,
            std::uint64_t size) const {
    const StringRef word = access.mistake == WEFT_MISTAKE_READ    ? "read of "
                           : access.mistake == WEFT_MISTAKE_WRITE ? "write of "
                                                                  : "atomic operation of ";
    kernel.getContext().diagnose(Remark(kernel, "bounds",
                                        word + Twine(access.bytes) + " bytes at byte " + Twine(at) +
                                            " of a " + spaceOf(object) + " variable of " +
                                            Twine(size) + " bytes",
                                        access.instruction->getDebugLoc()));
  }

  static StringRef spaceOf(const Value &object) {
    const unsigned space = object.getType()->getPointerAddressSpace();
    return isa<AllocaInst, Argument>(object) ? "private"
           : space == localSpace             ? "local"
                                             : "program";
  }

  Function &kernel;
  ScalarEvolution &evolution;
  const DominatorTree &tree;
};

} // namespace

PreservedAnalyses OutsideAccessesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (isKernel(function) && isUserCode(function))
    Search(function, analyses).run();
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
