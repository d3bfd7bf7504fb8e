// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the values in a copy loop follow the loop's counter.
//
// The loop is one of copy_idiom.h. In all work-items together its counter i takes each number from
// 0 to n - 1, where n is below a limit that local memory sets. A value *progresses* if it is start
// + step * i, where start is its value for i = 0. A sum or product of a progressing value with a
// value that is the same in all work-items progresses too, as integers wrap. An extension, a mask
// or a right shift keeps the value in a *window*; there a wrap becomes a *fall*: from some i on,
// the value is smaller by the size of the window. No fall happens if the start is known to be far
// enough from the end of the window, or if the extended sum is known not to wrap. Otherwise the
// caller must test for it. A fall happens at most once, because n steps do not go round the window
// twice.
//
// Clang creates such forms for counters of all types: an `int` becomes a 64-bit phi whose lower
// half a truncation, a mask or a pair of shifts extracts.
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// A value in the loop that falls when it would exceed `last`.
struct Fall {
  llvm::Instruction *value = nullptr;
  llvm::APInt last; ///< as signed or unsigned as the window is
  llvm::APInt step; ///< of the value; a power of two
  /// How much smaller a value computed from this one is after the fall: modulo 2 to its width.
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
  /// `limit`: above every i, and below 2^31. Invariant code must have left the loop.
  CopyProgressions(const llvm::Loop &loop, const llvm::PHINode &counter,
                   const GroupUniformity &uniformity, std::uint64_t limit)
      : loop(loop), counter(counter), uniformity(uniformity), limit(limit) {}

  /// The progression of an integer; empty if it is not known to progress.
  std::optional<Progression> of(const llvm::Value &value, unsigned depth = 0) const;
  /// The progression of a pointer, in bytes and 64 bits.
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
