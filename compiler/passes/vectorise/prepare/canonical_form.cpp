// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/canonical_form.h"

#include "compiler/passes/analysis/gang_analyses.h"
#include "compiler/passes/support/defined_phis.h"
#include "compiler/passes/target/llvm_bugs/separate_entries.h"
#include "compiler/passes/vectorise/prepare/close_loops.h"
#include "compiler/passes/vectorise/prepare/if_conversion.h"
#include "compiler/passes/vectorise/prepare/images/image_coordinates.h"
#include "compiler/passes/vectorise/prepare/images/image_loops.h"
#include "compiler/passes/vectorise/prepare/loops/group_stride_loops.h"
#include "compiler/passes/vectorise/prepare/loops/inductions.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_comparisons.h"
#include "compiler/passes/vectorise/prepare/memory/adjacent_accesses.h"
#include "compiler/passes/vectorise/prepare/memory/invariant_loads.h"
#include "compiler/passes/vectorise/prepare/memory/private_arrays.h"
#include "compiler/passes/vectorise/prepare/memory/successive_loads.h"
#include "compiler/passes/vectorise/prepare/narrow_integers.h"
#include "compiler/passes/vectorise/prepare/scalarisation.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

#define DEBUG_TYPE "weft-canonical-form"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(functionsNormalised, "Functions brought into canonical form");

namespace {

// A pass, and others that clean up where it has changed something.
template <class Pass> class WithCleanup : public RequiredPass<WithCleanup<Pass>> {
public:
  template <class... Cleanup> explicit WithCleanup(Pass pass, Cleanup... passes) : pass(pass) {
    (cleanup.addPass(std::move(passes)), ...);
  }
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    PreservedAnalyses preserved = pass.run(function, analyses);
    if (preserved.areAllPreserved())
      return preserved;
    analyses.invalidate(function, preserved);
    cleanup.run(function, analyses);
    return PreservedAnalyses::none();
  }

private:
  Pass pass;
  FunctionPassManager cleanup;
};

// A phi that is undefined on one edge would differ between lanes.
struct DefinedPhisPass : PassInfoMixin<DefinedPhisPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    defineUndefinedPhis(function);
    return PreservedAnalyses::none();
  }
};

FunctionPassManager buildVersionsPipeline(const VectorStages &stages) {
  FunctionPassManager passes;
  if (stages.run(VectorStage::GroupStrideLoops))
    passes.addPass(GroupStrideLoopsPass());
  return passes;
}

void addMemoryPasses(FunctionPassManager &passes, const VectorStages &stages) {
  if (stages.run(VectorStage::InvariantLoads))
    passes.addPass(InvariantLoadsPass());
  if (stages.run(VectorStage::SuccessiveLoads))
    passes.addPass(SuccessiveLoadsPass());
  // Joins addresses, which neighbouring accesses then have in common.
  passes.addPass(EarlyCSEPass());
  if (stages.run(VectorStage::AdjacentAccesses))
    passes.addPass(AdjacentAccessesPass());
}

FunctionPassManager buildPipeline(const VectorStages &stages) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  // Inductions are split in rotated loops: rotating another loop would create a phi for each sum
  // that the test needs.
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.addPass(LoopSimplifyPass());
  // The reads of an unrolled loop are to lie in one block.
  passes.addPass(WithCleanup(ImageLoopsPass(), SimplifyCFGPass(), LoopSimplifyPass()));
  if (stages.run(VectorStage::PrivateArrays))
    passes.addPass(PrivateArraysPass());
  // Indices of ring buffers, as x = (x + 1) & 15, become inductions where all users have the mask.
  passes.addPass(BDCEPass());
  if (stages.run(VectorStage::Inductions)) {
    passes.addPass(InductionsPass());
    // Conditions may be constants then.
    passes.addPass(WithCleanup(UniformComparisonsPass(), SimplifyCFGPass(), LoopSimplifyPass()));
  }
  addMemoryPasses(passes, stages);
  passes.addPass(ScalarisationPass());
  if (stages.run(VectorStage::Narrowing))
    passes.addPass(NarrowIntegersPass());
  passes.addPass(DCEPass());
  passes.addPass(ImageCoordinatesPass());
  // Branches around nothing are gone before others are converted.
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  if (stages.run(VectorStage::IfConversion))
    passes.addPass(IfConversionPass());
  passes.addPass(LowerSwitchPass());
  passes.addPass(SeparateEntriesPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(DCEPass());
  passes.addPass(DefinedPhisPass());
  passes.addPass(CloseLoopsPass());
  return passes;
}

} // namespace

struct CanonicalForm::Managers {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  const CostModel *costs = nullptr; ///< of what was made canonical last

  Managers() {
    registerGangAnalyses(functions);
    registerKernelCosts(functions, [this]() -> const CostModel & {
      assert(costs && "only functions in canonical form have costs");
      return *costs;
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

CanonicalForm::CanonicalForm() : managers(std::make_unique<Managers>()) {}

CanonicalForm::~CanonicalForm() = default;

FunctionAnalysisManager &CanonicalForm::analyses() { return managers->functions; }

void CanonicalForm::forget(Function &function) {
  managers->functions.clear(function, function.getName());
}

void CanonicalForm::addVersions(Function &function, const VectorStages &stages) {
  buildVersionsPipeline(stages).run(function, managers->functions);
}

FunctionAnalysisManager &CanonicalForm::normalise(Function &function, const CostModel &costs,
                                                  const VectorStages &stages) {
  managers->costs = &costs;
  buildPipeline(stages).run(function, managers->functions);
  ++functionsNormalised;
  return managers->functions;
}

PreservedAnalyses CanonicalFormPass::run(Function &function, FunctionAnalysisManager &analyses) {
  CanonicalForm().normalise(function, analyses.getResult<CostModelAnalysis>(function));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
