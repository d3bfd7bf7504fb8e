// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors over the lanes whose elements grow by a constant, seen from the code that makes them.
//
// Strides (stride_analysis.h) say this of integers of the source, but not of the components of its
// vectors: those exist only once they are emitted. There they are sums of what all lanes share and
// of constant sequences.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// Element k is the sum of the terms and of first + k * step, modulo the width of the type.
struct LaneSequence {
  /// Nothing if the vector of integers is not known to be one.
  static std::optional<LaneSequence> of(llvm::Value &vector);

  /// Element 0.
  llvm::Value *emitFirst(llvm::IRBuilder<> &builder) const;

  struct Term {
    llvm::Value *value;
    bool isNegative;
  };
  llvm::SmallVector<Term, 4> terms;
  llvm::APInt first, step;
};

} // namespace weft::compiler
