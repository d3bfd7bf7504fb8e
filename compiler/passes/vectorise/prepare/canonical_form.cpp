// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/canonical_form.h"

#include "compiler/passes/analysis/uneven_exits.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/support/defined_phis.h"
#include "compiler/passes/target/llvm_bugs/separate_entries.h"
#include "compiler/passes/vectorise/prepare/gang_preparation.h"
#include "compiler/passes/vectorise/prepare/if_conversion.h"
#include "compiler/passes/vectorise/prepare/vector_phis.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

#define DEBUG_TYPE "weft-canonical-form"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(functionsNormalised, "Functions brought into canonical form");

namespace {

// Joins the paths that return the same number before the exit. Otherwise a divergent branch to two
// of them would make the number divergent, though it depends on uniform branches only.
class JoinEqualReturns : public PassInfoMixin<JoinEqualReturns> {
public:
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    for (BasicBlock &block : function)
      if (isa<ReturnInst>(block.getTerminator()))
        return join(block) ? PreservedAnalyses::none() : PreservedAnalyses::all();
    return PreservedAnalyses::all();
  }

private:
  static bool join(BasicBlock &exit) {
    const auto *number =
        dyn_cast_or_null<PHINode>(cast<ReturnInst>(exit.getTerminator())->getReturnValue());
    if (!number || number->getParent() != &exit || number->hasConstantValue())
      return false;
    MapVector<Value *, SmallSetVector<BasicBlock *, 4>> ways;
    for (const auto &[value, from] : zip(number->incoming_values(), number->blocks()))
      ways[value.get()].insert(from);
    bool changed = false;
    for (const auto &[value, blocks] : ways)
      if (blocks.size() > 1)
        changed |= SplitBlockPredecessors(&exit, blocks.getArrayRef(), ".same") != nullptr;
    return changed;
  }
};

} // namespace

struct CanonicalForm::Managers {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  FunctionPassManager before; ///< if-conversion
  FunctionPassManager after;
  const CostModel *costs = nullptr; ///< of what was made canonical last

  Managers() {
    registerGangAnalyses(functions);
    registerMaskAnalysis(functions, [this]() -> const CostModel & {
      assert(costs && "masks are planned for functions in canonical form");
      return *costs;
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    before.addPass(SROAPass(SROAOptions::ModifyCFG));
    before.addPass(SimplifyCFGPass());
    before.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    after.addPass(LowerSwitchPass());
    after.addPass(SeparateEntriesPass());
    after.addPass(FixIrreduciblePass());
    after.addPass(UnifyFunctionExitNodesPass());
    after.addPass(JoinEqualReturns());
    after.addPass(LoopSimplifyPass());
    after.addPass(DCEPass());
  }
};

CanonicalForm::CanonicalForm() : managers(std::make_unique<Managers>()) {}

CanonicalForm::~CanonicalForm() = default;

FunctionAnalysisManager &CanonicalForm::analyses() { return managers->functions; }

void CanonicalForm::forget(Function &function) {
  managers->functions.clear(function, function.getName());
}

void closeLoops(Function &function, FunctionAnalysisManager &analyses) {
  LCSSAPass().run(function, analyses);
  splitVectorPhis(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  const auto users = usersBehindUnevenExits(analyses.getResult<LoopAnalysis>(function),
                                            analyses.getResult<UniformityInfoAnalysis>(function));
  for (Instruction *user : users)
    user->setMetadata(unevenExitMetadata, MDNode::get(function.getContext(), {}));
  if (!users.empty())
    analyses.invalidate(function, PreservedAnalyses::none());
}

FunctionAnalysisManager &CanonicalForm::normalise(Function &function, const CostModel &costs,
                                                  const VectorStages &stages) {
  managers->costs = &costs;
  FunctionAnalysisManager &analyses = managers->functions;
  prepareForWidening(function, analyses, stages);
  managers->before.run(function, analyses);
  if (stages.run(VectorStage::IfConversion) &&
      ifConvertDivergentBranches(function, analyses.getResult<UniformityInfoAnalysis>(function),
                                 analyses.getResult<LoopAnalysis>(function), costs))
    analyses.invalidate(function, PreservedAnalyses::none());
  managers->after.run(function, analyses);
  defineUndefinedPhis(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  ++functionsNormalised;
  closeLoops(function, analyses);
  return analyses;
}

PreservedAnalyses CanonicalFormPass::run(Function &function, FunctionAnalysisManager &analyses) {
  CanonicalForm().normalise(function, analyses.getResult<CostModelAnalysis>(function));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
