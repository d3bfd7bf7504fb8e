// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/vectorise/prepare/loops/omitted_checks.h"

#include "compiler/passes/support/lanes/lane_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace weft::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

// The check that a block ends with, or null.
static CallInst *checkAtEnd(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *call =
      branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
  return call && isAllLanes(*call) ? call : nullptr;
}

static SmallVector<Value *> partsOf(Value &condition) {
  SmallVector<Value *> parts, pending{&condition};
  while (!pending.empty()) {
    Value *part = pending.pop_back_val(), *first = nullptr, *second = nullptr;
    if (match(part, m_LogicalAnd(m_Value(first), m_Value(second))))
      pending.append({second, first});
    else
      parts.push_back(part);
  }
  return parts;
}

bool hasChecks(const Function &region) { return any_of(region, checkAtEnd); }

OmittedChecks findOmittedChecks(Function &region, std::initializer_list<OffsetRanges *> ranges,
                                IRBuilderBase &builder,
                                SmallMapVector<Value *, bool, 4> &outcomes) {
  OmittedChecks result;
  const auto omit = [&](Value &part, const BasicBlock &block) {
    if (const auto *known = outcomes.find(&part); known != outcomes.end())
      return known->second;
    for (OffsetRanges *one : ranges)
      if (Value *holds = one ? one->holdsIn(part, block) : nullptr) {
        outcomes[&part] = true;
        result.hold = result.hold ? builder.CreateAnd(result.hold, holds) : holds;
        return true;
      }
    return false;
  };
  for (BasicBlock &block : region) {
    CallInst *check = checkAtEnd(block);
    if (!check)
      continue;
    bool isWhole = true;
    for (Value *part : partsOf(*check->getArgOperand(0)))
      isWhole &= omit(*part, *check->getParent());
    if (isWhole)
      outcomes[check] = true;
    result.hasWhole |= isWhole;
  }
  return result;
}

void dropChecks(Function &copy) {
  bool isAny = false;
  for (Instruction &instruction : make_early_inc_range(instructions(copy)))
    if (auto *check = dyn_cast<CallInst>(&instruction); check && isAllLanes(*check))
      isAny |= RecursivelyDeleteTriviallyDeadInstructions(check);
  if (isAny)
    for (BasicBlock &block : make_early_inc_range(copy))
      MergeBlockIntoPredecessor(&block);
}

} // namespace weft::compiler
