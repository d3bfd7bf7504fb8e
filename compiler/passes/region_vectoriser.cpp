#include "compiler/passes/region_vectoriser.h"

#include "compiler/passes/builtin_traits.h"
#include "device/kernel_abi.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// What a library function, and all that is inlined into a region, may measure in instructions.
constexpr unsigned inlineLimit = 400;
constexpr unsigned regionLimit = 6000;

unsigned flagValue(const Module &module, StringRef name, unsigned absent) {
  const auto *value = mdconst::extract_or_null<ConstantInt>(module.getModuleFlag(name));
  return value ? value->getZExtValue() : absent;
}

CallInst *findInlinableCall(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && !callee->isDeclaration() && callee != &function && !callee->isConvergent() &&
        !isRareLibraryFunction(callee->getName()) && callee->getInstructionCount() <= inlineLimit)
      return call;
  }
  return nullptr;
}

void inlineSmallFunctions(Function &function) {
  while (function.getInstructionCount() < regionLimit) {
    CallInst *call = findInlinableCall(function);
    InlineFunctionInfo info;
    if (!call || !InlineFunction(*call, info).isSuccess())
      return;
  }
}

// Scopes of `restrict` parameters were promises of one work-item for itself.
void dropAliasScopes(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    instruction.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    instruction.setMetadata(LLVMContext::MD_noalias, nullptr);
    if (isa<NoAliasScopeDeclInst>(instruction))
      instruction.eraseFromParent();
  }
}

} // namespace

RegionVectoriser::RegionVectoriser(Module &module, unsigned targetLanes)
    : module(module), alwaysWiden(flagValue(module, alwaysWidenFlag, 0) != 0) {
  const unsigned asked = flagValue(module, lanesFlag, 1);
  laneCount = std::min<unsigned>(asked ? asked : targetLanes, WEFT_FRAME_LANES);
}

void RegionVectoriser::tell(const Function &region, const Twine &text,
                            const DebugLoc &place) const {
  std::string where;
  if (const DILocation *location = place.get())
    where = (location->getFilename() + ":" + Twine(location->getLine()) + ": ").str();
  module.getContext().diagnose(
      DiagnosticInfoGeneric(where + region.getName() + ": " + text, DS_Remark));
}

void RegionVectoriser::tellScalar(const Function &kernel, const Twine &reason) const {
  tell(kernel, "scalar: " + reason);
}

bool RegionVectoriser::isWorthwhile(const WideningStatistics &counts) const {
  const unsigned slow = counts.laneLoops + counts.scatteredAccess;
  const unsigned cheap = counts.instructions - std::min(counts.instructions, slow);
  const unsigned vectorCost = cheap + slow * laneCount * 3 / 2;
  const unsigned scalarCost = counts.instructions * laneCount;
  return vectorCost * 5 < scalarCost * 4;
}

Function *RegionVectoriser::vectorise(Function &region, ArrayRef<unsigned> laneParameters) {
  if (region.getInstructionCount() > regionLimit) {
    tell(region, "scalar: the region is too large");
    return nullptr;
  }
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&region, map);
  copy->setName(region.getName() + ".bundle");
  copy->setLinkage(GlobalValue::InternalLinkage);
  for (unsigned index : laneParameters)
    copy->addParamAttr(index, Attribute::get(module.getContext(), laneParameterAttribute));
  inlineSmallFunctions(*copy);
  dropAliasScopes(*copy);
  if (!form)
    form = std::make_unique<BundleForm>();
  RegionWidener widener(*copy, laneCount, form->normalise(*copy));
  Function *wide = widener.run(/*takesMask=*/false);
  if (!wide) {
    tell(region, "scalar: " + widener.remark().text, widener.remark().place);
  } else if (!alwaysWiden && !isWorthwhile(widener.statistics())) {
    const WideningStatistics counts = widener.statistics();
    tell(region, "scalar: too much would run lane by lane (" +
                     Twine(counts.laneLoops + counts.scatteredAccess) + " of " +
                     Twine(counts.instructions) + " varying instructions)");
    wide->eraseFromParent();
    wide = nullptr;
  } else {
    tell(region, "vectorised, " + Twine(laneCount) + " work-items at a time");
    wide->setName(region.getName() + ".lanes");
    for (unsigned index : laneParameters)
      wide->removeParamAttr(index, laneParameterAttribute);
  }
  form->forget(*copy);
  copy->eraseFromParent();
  return wide;
}

} // namespace weft::compiler
