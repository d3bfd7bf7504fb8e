// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/memory_walks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

using namespace llvm;

constexpr std::int64_t lineBytes = 64;

const SCEVAddRecExpr *MemoryWalks::recurrenceOf(Value &address) const {
  const auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&address));
  return recurrence && recurrence->getLoop() == &loop && recurrence->isAffine() ? recurrence
                                                                                : nullptr;
}

void MemoryWalks::add(Instruction &access, const SCEVAddRecExpr &address, std::uint64_t bytes) {
  const SCEV *begin = address.getStart(), *step = address.getStepRecurrence(evolution);
  const auto size = static_cast<std::int64_t>(bytes);
  for (Walk &walk : walks) {
    if (walk.step != step || walk.begin->getType() != begin->getType())
      continue;
    if (const auto *offset = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(begin, walk.begin))) {
      walk.accesses.push_back({&access, offset->getAPInt().getSExtValue(), size});
      return;
    }
  }
  walks.push_back({begin, step, {{&access, 0, size}}});
}

void MemoryWalks::forEachLine(function_ref<void(Instruction &, std::int64_t, const SCEV *)> visit) {
  for (Walk &walk : walks) {
    llvm::stable_sort(walk.accesses,
                      [](const Access &a, const Access &b) { return a.offset < b.offset; });
    std::int64_t next = walk.accesses.front().offset;
    for (const Access &access : walk.accesses)
      for (next = std::max(next, access.offset); next < access.offset + access.bytes;
           next += lineBytes)
        visit(*access.instruction, next - access.offset, walk.step);
  }
}

void prefetch(Value &address, CacheLevel level, Instruction &place) {
  IRBuilder<> builder(&place);
  builder.CreateIntrinsic(Intrinsic::prefetch, {address.getType()},
                          {&address, builder.getInt32(0),
                           builder.getInt32(static_cast<std::uint8_t>(level)),
                           builder.getInt32(1)}); // data, to be read
}

} // namespace weft::compiler
