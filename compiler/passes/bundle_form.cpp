#include "compiler/passes/bundle_form.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

namespace weft::compiler {

using namespace llvm;

namespace {

InstructionUniformity classify(const Value &value) {
  if (const auto *argument = dyn_cast<Argument>(&value))
    return argument->hasAttribute(laneParameterAttribute) ? InstructionUniformity::NeverUniform
                                                          : InstructionUniformity::Default;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return InstructionUniformity::Default;
  if (isa<AllocaInst>(instruction) || instruction->isAtomic() || instruction->isVolatile())
    return InstructionUniformity::NeverUniform;
  if (const auto *call = dyn_cast<CallBase>(instruction))
    return call->doesNotAccessMemory() ? InstructionUniformity::Default
                                       : InstructionUniformity::NeverUniform;
  return InstructionUniformity::Default;
}

class BundleTargetInfo final : public TargetTransformInfoImplCRTPBase<BundleTargetInfo> {
public:
  explicit BundleTargetInfo(const DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    return classify(*value);
  }
};

// Passes leave undefined values on paths where nothing reads them; masks must not be made of such,
// and uniformity analysis would take the other values of their phis for uniform.
void defineUndefinedPhis(Function &function) {
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      for (Use &incoming : phi.incoming_values())
        if (isa<UndefValue>(incoming.get()))
          incoming.set(Constant::getNullValue(phi.getType()));
}

// Gives every divergent branch a join that only its own side enters, inner branches first.
void separateJoins(Function &function, FunctionAnalysisManager &analyses) {
  auto &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  auto &postDominators = analyses.getResult<PostDominatorTreeAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> branches;
  for (BasicBlock *block : post_order(&function.getEntryBlock())) {
    if (!uniformity.hasDivergentTerminator(*block))
      continue;
    const auto *node = postDominators.getNode(block);
    BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (join && is_contained(successors(block), join) &&
        loops.getLoopFor(join) == loops.getLoopFor(block))
      branches.push_back({block, join});
  }
  for (auto [block, join] : branches) {
    BasicBlock *target = join;
    // An earlier split may have put a block before the join already.
    if (!is_contained(successors(block), target))
      for (BasicBlock *successor : successors(block))
        if (successor->getSingleSuccessor() == join)
          target = successor;
    SmallVector<BasicBlock *> own;
    SmallVector<BasicBlock *> others;
    for (BasicBlock *predecessor : predecessors(target))
      (dominators.dominates(block, predecessor) ? own : others).push_back(predecessor);
    if (!others.empty() && !own.empty())
      SplitBlockPredecessors(target, own, ".join", &dominators, &loops);
  }
  analyses.invalidate(function, PreservedAnalyses::none());
}

} // namespace

struct BundleForm::Managers {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  FunctionPassManager passes;

  Managers() {
    functions.registerPass([] {
      return TargetIRAnalysis([](const Function &subject) {
        return TargetTransformInfo(std::make_unique<BundleTargetInfo>(subject.getDataLayout()));
      });
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(LowerSwitchPass());
    passes.addPass(UnifyFunctionExitNodesPass());
    passes.addPass(FixIrreduciblePass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(UnifyLoopExitsPass());
    passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
    passes.addPass(LoopSimplifyPass());
    passes.addPass(DCEPass());
  }
};

BundleForm::BundleForm() : managers(std::make_unique<Managers>()) {}

BundleForm::~BundleForm() = default;

void BundleForm::forget(Function &function) {
  managers->functions.clear(function, function.getName());
}

FunctionAnalysisManager &BundleForm::normalise(Function &function) {
  FunctionAnalysisManager &analyses = managers->functions;
  managers->passes.run(function, analyses);
  defineUndefinedPhis(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  separateJoins(function, analyses);
  LCSSAPass().run(function, analyses);
  analyses.invalidate(function, PreservedAnalyses::none());
  return analyses;
}

} // namespace weft::compiler
