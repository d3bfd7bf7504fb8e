// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranges of offsets in objects over all work-items of a group, for the checks of accesses
// (checked/bounds_checks.h) in index-set splitting (index_set_splitting.h).
//
// An offset is a sum modulo 2^64 of uniform terms and others that lie between two values: ids, the
// counters of loops, and products, quotients, minima and maxima of these with uniform values.
// Conditions on ids that a work-item
// has passed on its way narrow their ranges. As numbers with a sign the sums saturate, so that none
// that may have left 64 bits is less than a limit, which is 2^62 at most here. A term of 32 bits
// must not have wrapped.
//
// The code that computes the ranges is emitted into the bounds function. Over a group it does not
// depend on ids, so LLVM moves it out of the loops over its rows. What is no such sum over a group
// may still be one over an x range, or over a row that divisions of ids form (division_rows.h).
#pragma once

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

#include <array>
#include <memory>
#include <optional>

namespace weft::compiler {

/// Whether the block dominates all uses of the condition. Those of a constant are unknown.
bool isOnlyUsedBelow(const llvm::Value &condition, const llvm::BasicBlock &block,
                     const llvm::DominatorTree &tree);

class OffsetRanges {
public:
  /// From `low` to `high`, i64 with a sign. Both have so many bits, with the sign.
  struct Range {
    llvm::Value *low, *high;
    unsigned bits = 64;
  };
  /// The work-items of an x range that the results are about.
  struct XRange {
    UniformRematerialiser *uniformValues;
    IdSums *sums;
    Range ids; ///< of dimension 0
  };

  /// `builder` inserts into `target`, the bounds function, which has the region's parameters. The
  /// others must outlive it.
  OffsetRanges(llvm::Function &region, llvm::Function &target, const llvm::LoopInfo &loops,
               const llvm::DominatorTree &tree, llvm::IRBuilder<> &builder,
               const std::optional<XRange> &xRange = std::nullopt);

  /// Whether a condition, which the block uses, holds in all work-items that come there; i1. Null
  /// if that cannot be computed. A number without sign of 64 bits may be compared with a limit of
  /// 2^63 at most.
  llvm::Value *holdsIn(llvm::Value &condition, const llvm::BasicBlock &block);

private:
  using MaybeRange = std::optional<Range>;
  llvm::Value *copyOf(llvm::Value &value) { return uniformValues->copyOf(value); }
  void narrow();
  void narrow(llvm::Value &condition, bool outcome, unsigned depth);
  void narrow(unsigned dimension, llvm::CmpInst::Predicate predicate, llvm::Value &one,
              llvm::Value &two);
  MaybeRange rangeOf(const AffineForm &form, unsigned depth);
  MaybeRange ofTerm(const AffineForm::Term &term, unsigned depth);
  MaybeRange ofNarrow(llvm::Instruction &operation, bool isSigned, unsigned depth);
  MaybeRange ofLowBits(llvm::Value &value, unsigned bits, bool isSigned, unsigned depth);
  MaybeRange ofLowBits(AffineForm form, unsigned bits, bool isSigned, unsigned depth);
  MaybeRange ofMonotone(llvm::Instruction &operation, bool isSigned, unsigned depth);
  MaybeRange ofProduct(llvm::BinaryOperator &product, bool isSigned, unsigned depth);
  MaybeRange ofCounter(llvm::PHINode &counter, bool isSigned, unsigned depth);
  Range times(const Range &range, llvm::Value &factor, unsigned bits);
  llvm::Value *saturatingProduct(llvm::Value &one, llvm::Value &other);
  Range plus(const Range &one, const Range &other);
  void requireBelow(const Range &range, llvm::Value &limit);
  llvm::Value *number(std::int64_t value);

  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &tree;
  llvm::IRBuilder<> &builder;
  const std::optional<XRange> xRange;
  UniformRematerialiser groupValues;
  UniformRematerialiser *uniformValues;
  std::array<std::unique_ptr<IdSums>, 3> idSums;
  std::array<Range, 3> ofIds{}; ///< in any work-item of the group
  AffineForms forms;
  const llvm::BasicBlock *place = nullptr; ///< where the range is wanted
  std::array<Range, 3> ids{};              ///< of the work-items that come there
  llvm::Value *isReached = nullptr;        ///< whether any do; null: they may
  llvm::Value *holds = nullptr;
};

} // namespace weft::compiler
