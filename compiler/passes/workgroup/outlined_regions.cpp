// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/outlined_regions.h"

#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/rematerialisation.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

#define DEBUG_TYPE "weft-work-group"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(regionsOutlined, "Regions that became functions of their own");

namespace {

using Blocks = SmallSetVector<BasicBlock *, 16>;

Blocks blocksOf(const RegionBlocks &region) {
  Blocks blocks;
  blocks.insert(region.begin);
  for (unsigned index = 0; index != blocks.size(); ++index)
    for (BasicBlock *successor : successors(blocks[index]))
      if (successor != region.end)
        blocks.insert(successor);
  return blocks;
}

// Computes values of the launch and of the worker again, at the start of a region.
class Reloading {
public:
  explicit Reloading(BasicBlock &begin)
      : builder(&begin, begin.getFirstInsertionPt()),
        copies(builder, [](Value &value, unsigned) -> Rematerialiser::Plan {
          if (isa<Instruction>(value))
            return {nullptr, Rematerialiser::Facts::Kept};
          return {&value};
        }) {}

  void run(const Blocks &blocks) {
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block)
        for (Use &operand : instruction.operands())
          if (auto *value = dyn_cast<Instruction>(operand.get());
              value && !blocks.contains(value->getParent()) && isFromLaunch(*value))
            operand.set(copies.of(*value));
  }

private:
  // Whether the value depends on nothing but the function's parameters.
  bool isFromLaunch(const Value &value) {
    if (isa<Constant>(value))
      return true;
    if (const auto *argument = dyn_cast<Argument>(&value))
      return argument->getType()->isPointerTy();
    const auto &instruction = cast<Instruction>(value);
    const auto [known, isNew] = fromLaunch.try_emplace(&value, false);
    if (!isNew)
      return known->second;
    const bool isInvariantLoad =
        isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load);
    const bool isPure =
        isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) ||
        (isa<IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory());
    const bool result =
        (isInvariantLoad || isPure) &&
        all_of(instruction.operands(), [&](const Use &operand) { return isFromLaunch(*operand); });
    return fromLaunch[&value] = result;
  }

  IRBuilder<> builder;
  Rematerialiser copies;
  DenseMap<const Value *, bool> fromLaunch;
};

} // namespace

void outlineRegions(Function &function, ArrayRef<RegionBlocks> regions) {
  const CodeExtractorAnalysisCache cache(function);
  for (auto [index, region] : enumerate(regions)) {
    const Blocks blocks = blocksOf(region);
    Reloading(*region.begin).run(blocks);
    CodeExtractor extractor(blocks.getArrayRef(), /*DT=*/nullptr, /*AggregateArgs=*/false,
                            /*BFI=*/nullptr, /*BPI=*/nullptr, /*AC=*/nullptr,
                            /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                            /*AllocationBlock=*/nullptr,
                            /*Suffix=*/"region." + std::to_string(index));
    Function *outlined = extractor.extractCodeRegion(cache);
    assert(outlined && "a region has one start, one end, and no allocas");
    outlined->removeFnAttr(kernelAttribute);
    outlined->addFnAttr(Attribute::NoInline);
    ++regionsOutlined;
  }
}

} // namespace weft::compiler
