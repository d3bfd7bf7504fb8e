// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the values in a copy loop follow the loop's counter.
//
// The loop is one of copy_idiom.h. In all work-items together its counter i takes each number from
// 0 to n - 1, where n is below a limit that local memory sets. The values' affine forms
// (affine_form.h) have two kinds of terms: i, and what all work-items share. A condition of a form
// is an extension of a value that may wrap. There a wrap becomes a *fall*: from some i on, the
// extended value is smaller by a power of two. No fall happens if the value for i = 0 is known to
// be far enough from the end of its type. Otherwise the caller must test for it. A fall happens at
// most once, because n steps do not go round the type twice.
#pragma once

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/analysis/group_uniformity.h"

#include "llvm/Analysis/LoopInfo.h"

namespace weft::compiler {

/// A value in the loop that falls when it would exceed `last`.
struct Fall {
  llvm::Instruction *value = nullptr;
  llvm::APInt last; ///< as signed or unsigned as the extension is
  llvm::APInt step; ///< of the value; a power of two
  /// How much smaller the address is after the fall, modulo 2^64.
  llvm::APInt bytes;
};

/// An address that grows by one number of bytes as the counter does.
struct CopyAddress {
  std::int64_t step;
  std::optional<Fall> fall; ///< where there may be one
};

class CopyForms {
public:
  /// `limit`: above every i, and below 2^31. Invariant code must have left the loop.
  CopyForms(const llvm::Loop &loop, const llvm::PHINode &counter, const GroupUniformity &uniformity,
            std::uint64_t limit)
      : loop(loop), counter(counter), uniformity(uniformity), limit(limit),
        forms(WrapPolicy::Assumed, counter.getDataLayout(), [this](const llvm::Value &value) {
          return &value == &this->counter || isShared(value);
        }) {}

  /// Whether the value is computed before the loop and the same in all work-items of the group.
  bool isShared(const llvm::Value &value) const;
  /// Whether the value is i.
  bool isCounter(llvm::Value &value);
  /// Nothing if the address is not known to follow the counter, or may fall more than once.
  std::optional<CopyAddress> ofAddress(llvm::Value &pointer);

private:
  enum class Falling { Never, Perhaps, Unknown };
  Falling find(const AffineForm::Condition &condition, Fall &fall);

  const llvm::Loop &loop;
  const llvm::PHINode &counter;
  const GroupUniformity &uniformity;
  const std::uint64_t limit;
  AffineForms forms;
};

} // namespace weft::compiler
