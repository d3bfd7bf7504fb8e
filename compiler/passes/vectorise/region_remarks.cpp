// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/region_remarks.h"

#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/support/library_calls.h"
#include "compiler/passes/support/remarks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using namespace llvm;

namespace {

void tell(const Function &region, StringRef kind, const Twine &text, const DebugLoc &place = {},
          Remark::Numbers numbers = {}) {
  region.getContext().diagnose(Remark(region, kind, text, place, std::move(numbers)));
}

void tellOfAccess(const Function &region, const Instruction &instruction,
                  const MemoryAccess &access, const CostModel &costs) {
  const bool isStore = isa<StoreInst>(instruction);
  const DebugLoc &place = instruction.getDebugLoc();
  using Kind = MemoryAccess::Kind;
  if (access.kind == Kind::Interleaved) {
    tell(region, "interleaved",
         (isStore ? "stores" : "loads") + Twine(" of neighbouring lanes are ") +
             Twine(access.pitch) + " elements apart",
         place, {{"pitch", access.pitch}});
    return;
  }
  if (access.kind != Kind::Scattered && access.kind != Kind::Unsupported)
    return;
  const bool hasInstruction =
      access.kind == Kind::Scattered && access.count == 1 &&
      (isStore ? costs.hasScatter(*access.element) : costs.hasGather(*access.element));
  tell(region, isStore ? "scatter" : "gather",
       Twine(isStore ? "lanes store to" : "lanes load from") +
           " addresses without a common stride" +
           (hasInstruction ? "" : ", one lane after the other"),
       place, {{"instruction", hasInstruction}});
}

void tellOfAccesses(const Function &region, const WideningSource &copy) {
  for (const Instruction &instruction : instructions(copy.function)) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (!address || instruction.isVolatile() || copy.strides.isUniform(*address))
      continue;
    tellOfAccess(region, instruction, classifyAccess(copy.strides, instruction), copy.costs);
  }
}

void tellOfMasks(const Function &region, const MaskPlan &plan) {
  unsigned masked = 0, guarded = 0, speculated = 0;
  for (const BlockPlan &block : plan.blocks()) {
    masked += block.mask == BlockPlan::Mask::Variable;
    guarded += block.execution == BlockPlan::Execution::Guarded;
    speculated += block.execution == BlockPlan::Execution::Speculated;
    const DebugLoc &place = block.block->getTerminator()->getDebugLoc();
    if (block.exit == BlockPlan::Exit::DivergentBranch)
      tell(region, "divergent branch", "lanes go both ways, under masks", place);
    else if (block.exit == BlockPlan::Exit::Latch)
      tell(region, "divergent loop", "the loop goes on until its last lane leaves it", place);
  }
  if (masked)
    tell(region, "masks",
         Twine(masked) + " of " + Twine(plan.blocks().size()) +
             " blocks have a mask of their own; " + Twine(guarded) +
             " are jumped over where no lane is active, " + Twine(speculated) + " run nevertheless",
         {},
         {{"blocks", plan.blocks().size()},
          {"masked", masked},
          {"guarded", guarded},
          {"speculated", speculated}});
}

} // namespace

void remarkDivergence(const Function &region, const WideningSource &copy) {
  if (!Remark::wantsDetails(region.getContext()))
    return;
  tellOfMasks(region, copy.masks);
  tellOfAccesses(region, copy);
}

void remarkCosts(const Function &region, const VersionPrice &price, unsigned vf) {
  if (!Remark::wantsDetails(region.getContext()))
    return;
  for (const Instruction *instruction : price.replicated) {
    const Function *callee = calleeOf(*instruction);
    tell(region, "lane by lane",
         (callee ? "a call of " + callee->getName() : Twine(instruction->getOpcodeName())) +
             " runs once for each lane",
         instruction->getDebugLoc());
  }
  const std::uint64_t gang = price.cost(vf), items = price.varying * vf;
  tell(region, "cost",
       "a gang of " + Twine(vf) + " costs " + Twine(gang) + ", as many single work-items " +
           Twine(items) + ", by estimate",
       {}, {{"gang", gang}, {"items", items}, {"vf", vf}});
}

void remarkPlan(const Function &region, const GangPlan &plan) {
  if (!Remark::wantsDetails(region.getContext()) || !plan.isVectorised())
    return;
  std::string text;
  raw_string_ostream stream(text);
  for (const Segment &segment : plan.segments) {
    stream << (text.empty() ? "" : "; ") << nameOf(segment.kind) << ": ";
    if (segment.lanes == 1)
      stream << "single work-items";
    else
      stream << "gangs of " << segment.lanes;
    if (segment.cost != 0)
      stream << ", cost " << segment.cost;
  }
  tell(region, "plan", text);
}

} // namespace weft::compiler
