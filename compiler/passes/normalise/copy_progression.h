// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the values of a loop that copies follow its counter.
//
// The loop is one of copy_idiom.h: in all work-items together its counter i takes each number from
// 0 to n - 1, where n is below a limit that local memory sets. A value *progresses* if it is
// start + step * i, with the start that it has for i = 0. Sums and products with what is the same
// in all work-items progress without a condition, since integers wrap. Where a value is made wider,
// masked, or shifted to the right, its numbers keep to a *window*, and a wrap that did no harm
// before becomes a *fall*: from some i on, the value is less by the size of the window. There is
// none if the start is known to be far enough from the end of the window, or if the sum that is
// made wider is known not to wrap. Otherwise the caller has to look out for it. It comes once at
// most, because n steps do not go round the window twice.
//
// Clang makes such forms of counters of all types: an `int` becomes a phi of 64 bits, of which the
// lower half is taken by a truncation, a mask or a pair of shifts.
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// A value in the loop that begins with its start and falls when it would exceed `last`.
struct Fall {
  llvm::Instruction *value = nullptr;
  llvm::APInt last; ///< as signed or unsigned as the window is
  llvm::APInt step; ///< of the value; a power of two
  /// How much less is what is made of the value: modulo 2 to the width of that.
  llvm::APInt bytes;
};

struct Progression {
  llvm::APInt step;                 ///< modulo 2 to the width of the value
  std::optional<llvm::APInt> start; ///< where it is known
  std::optional<Fall> fall;         ///< where there may be one

  /// Whether the value is the counter itself.
  bool isCounter() const;
};

class CopyProgressions {
public:
  /// `limit`: above every i, and below 2^31. What does not change in the loop must have left it.
  CopyProgressions(const llvm::Loop &loop, const llvm::PHINode &counter,
                   const GroupUniformity &uniformity, std::uint64_t limit)
      : loop(loop), counter(counter), uniformity(uniformity), limit(limit) {}

  /// Of an integer; empty where it is not known to progress.
  std::optional<Progression> of(const llvm::Value &value, unsigned depth = 0) const;
  /// Of a pointer, in bytes and 64 bits.
  std::optional<Progression> ofAddress(const llvm::Value &pointer) const;
  /// Whether the value is computed before the loop and the same in all work-items of the group.
  bool isShared(const llvm::Value &value) const;

private:
  std::optional<Progression> ofOperation(const llvm::BinaryOperator &operation,
                                         unsigned depth) const;
  std::optional<Progression> ofShift(const llvm::BinaryOperator &shift,
                                     const Progression &from) const;
  std::optional<Progression> ofCast(const llvm::CastInst &cast, unsigned depth) const;
  std::optional<Progression> narrowed(const llvm::Instruction &result, const Progression &from,
                                      llvm::function_ref<llvm::APInt(const llvm::APInt &)> map,
                                      const llvm::APInt &last, const llvm::APInt &window,
                                      bool isSigned, bool isExact = false) const;
  bool neverWraps(const llvm::Value &value, bool isSigned, unsigned depth = 0) const;

  const llvm::Loop &loop;
  const llvm::PHINode &counter;
  const GroupUniformity &uniformity;
  std::uint64_t limit;
};

} // namespace weft::compiler
