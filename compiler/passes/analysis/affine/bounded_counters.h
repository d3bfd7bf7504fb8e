// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop counters that step by constants, and the tests that bound them.
#pragma once

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>

namespace llvm {
class LoopInfo;
class PHINode;
} // namespace llvm

namespace weft::compiler {

/// The phi of a loop's header to which each round adds a constant, and the test of it before each
/// round. The test bounds it: no step leaps over the limit.
struct BoundedCounter {
  llvm::Value *start, *limit;
  std::int64_t step;              ///< not 0, of 16 bits
  llvm::CmpInst::Predicate stays; ///< of the counter and the limit, before another round
  llvm::BasicBlockEdge enters;    ///< from the test to the round

  bool goesUp() const { return step > 0; }

  /// Nothing if the phi is none, as a number with a sign or without.
  static std::optional<BoundedCounter> of(const llvm::PHINode &counter, const llvm::LoopInfo &loops,
                                          bool isSigned);
};

} // namespace weft::compiler
