// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/optimisations.h"

#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/workgroup/contiguous_loops.h"
#include "compiler/passes/workgroup/many_loops.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Transforms/IPO/ArgumentPromotion.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/MemCpyOptimizer.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// The level of LLVM's heuristics for inlining and unrolling.
constexpr int level = 3;

SimplifyCFGPass simplifyControlFlow() {
  return SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true));
}

LICMPass hoist(bool allowSpeculation) {
  LICMOptions options;
  options.AllowSpeculation = allowSpeculation;
  return LICMPass(options);
}

// What a function needs once those that it calls are inlined or final.
FunctionPassManager buildSimplification(bool vectorises) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(JumpThreadingPass());
  passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(simplifyControlFlow());
  passes.addPass(ReassociatePass());
  passes.addPass(ManyLoopsPass());
  LoopPassManager hoisting;
  hoisting.addPass(hoist(/*allowSpeculation=*/false));
  hoisting.addPass(LoopRotatePass());
  hoisting.addPass(hoist(/*allowSpeculation=*/true));
  hoisting.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoisting), /*UseMemorySSA=*/true));
  passes.addPass(simplifyControlFlow());
  passes.addPass(InstCombinePass());
  if (vectorises)
    passes.addPass(KeepContiguousLoopsPass());
  LoopPassManager counting;
  counting.addPass(LoopIdiomRecognizePass());
  counting.addPass(IndVarSimplifyPass());
  counting.addPass(LoopFullUnrollPass(level));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(counting)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(VectorCombinePass());
  passes.addPass(GVNPass());
  passes.addPass(SCCPPass());
  passes.addPass(InstCombinePass());
  passes.addPass(JumpThreadingPass());
  passes.addPass(ADCEPass());
  passes.addPass(MemCpyOptPass());
  passes.addPass(DSEPass());
  LoopPassManager last;
  last.addPass(hoist(/*allowSpeculation=*/true));
  last.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(last), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                     .convertSwitchRangeToICmp(true)
                                     .convertSwitchToArithmetic(true)
                                     .hoistCommonInsts(true)
                                     .sinkCommonInsts(true)));
  return passes;
}

FunctionPassManager buildLateOptimisations(bool vectorises) {
  FunctionPassManager passes;
  if (vectorises) {
    passes.addPass(LoopVectorizePass());
    passes.addPass(ReleaseContiguousLoopsPass());
  }
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                     .forwardSwitchCondToPhi(true)
                                     .convertSwitchRangeToICmp(true)
                                     .convertSwitchToArithmetic(true)
                                     .convertSwitchToLookupTable(true)
                                     .needCanonicalLoops(false)
                                     .hoistCommonInsts(true)
                                     .sinkCommonInsts(true)));
  if (vectorises)
    passes.addPass(SLPVectorizerPass());
  passes.addPass(ManyLoopsPass());
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(level)));
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(hoist(/*allowSpeculation=*/true),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(DivRemPairsPass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                     .convertSwitchRangeToICmp(true)
                                     .convertSwitchToArithmetic(true)
                                     .speculateUnpredictables(true)
                                     .hoistLoadsStoresWithCondFaulting(true)));
  return passes;
}

} // namespace

ModulePassManager buildOptimisations(bool vectorises) {
  const auto eachFunction = [](FunctionPassManager passes) {
    return createModuleToFunctionPassAdaptor(std::move(passes), /*EagerlyInvalidate=*/true);
  };
  ModulePassManager passes;
  FunctionPassManager early;
  early.addPass(LowerExpectIntrinsicPass());
  early.addPass(SimplifyCFGPass());
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  early.addPass(EarlyCSEPass());
  passes.addPass(eachFunction(std::move(early)));
  passes.addPass(IPSCCPPass(IPSCCPOptions(/*AllowFuncSpec=*/false)));
  passes.addPass(GlobalOptPass());
  ModuleInlinerWrapperPass inliner(getInlineParams(level, /*SizeOptLevel=*/0),
                                   /*MandatoryFirst=*/false);
  inliner.getPM().addPass(ArgumentPromotionPass());
  inliner.getPM().addPass(createCGSCCToFunctionPassAdaptor(
      buildSimplification(vectorises), /*EagerlyInvalidate=*/true, /*NoRerun=*/true));
  inliner.getPM().addPass(PostOrderFunctionAttrsPass());
  passes.addPass(RequireAnalysisPass<ProfileSummaryAnalysis, Module>());
  passes.addPass(std::move(inliner));
  passes.addPass(DeadArgumentEliminationPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(eachFunction(buildLateOptimisations(vectorises)));
  passes.addPass(GlobalDCEPass());
  passes.addPass(ConstantMergePass());
  return passes;
}

ModulePassManager buildOptimisationsForDebuggers() {
  // What is inlined is copied to each call in a function that stays as long as it is.
  constexpr int mostInlined = 60;
  ModulePassManager passes;
  ModuleInlinerWrapperPass inliner(getInlineParams(mostInlined), /*MandatoryFirst=*/false);
  FunctionPassManager simplification;
  simplification.addPass(UnlessDebuggedPass(buildSimplification(/*vectorises=*/false)));
  inliner.getPM().addPass(createCGSCCToFunctionPassAdaptor(
      std::move(simplification), /*EagerlyInvalidate=*/true, /*NoRerun=*/true));
  passes.addPass(RequireAnalysisPass<ProfileSummaryAnalysis, Module>());
  passes.addPass(std::move(inliner));
  passes.addPass(GlobalDCEPass());
  return passes;
}

bool skipsDriverLoops(StringRef pass) {
  return pass == SimpleLoopUnswitchPass::name() || pass == LoopIdiomRecognizePass::name();
}

bool skipsVectorCode(StringRef pass) { return pass == SLPVectorizerPass::name(); }

bool skipsManyLoops(StringRef pass) {
  const StringRef passes[] = {LICMPass::name(),
                              LoopRotatePass::name(),
                              SimpleLoopUnswitchPass::name(),
                              KeepContiguousLoopsPass::name(),
                              LoopIdiomRecognizePass::name(),
                              IndVarSimplifyPass::name(),
                              LoopFullUnrollPass::name(),
                              LoopDeletionPass::name(),
                              LoopVectorizePass::name(),
                              LoopUnrollPass::name()};
  return is_contained(passes, pass);
}

} // namespace weft::compiler
