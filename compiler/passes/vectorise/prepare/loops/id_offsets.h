// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offsets in objects along an x range, and the interval in which they are inside, for index-set
// splitting (index_set_splitting.h) of checked kernels (checked/bounds_checks.h).
//
// An offset is a sum with the id that increases along the x range, times a constant, modulo 2^64.
// Other terms are uniform, the counters of loops, the ids of a linear gang's rows, or products of
// any of these with uniform values: then the sum lies between two values. As numbers with a sign
// these saturate, so that no interval contains a sum that may have left 64 bits. A term of 32 bits
// that may wrap is exact within an interval of its own.
#pragma once

#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/vectorise/prepare/loops/id_sums.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"

namespace weft::compiler {

class IdOffsets {
public:
  /// The work-items from `first` to `last` are inside; i64.
  struct Inside {
    llvm::Value *first, *last;
  };

  /// `size`: of the x range. The others are those of `sums`, and must outlive it.
  IdOffsets(const std::optional<LinearGangs> &gangs, const llvm::LoopInfo &loops,
            const llvm::DominatorTree &tree, llvm::IRBuilder<> &builder,
            UniformRematerialiser &uniformValues, IdSums &sums, llvm::Value *size);

  /// The interval in which a number of 64 bits is less than a limit of 2^63 at most, both without
  /// sign, whenever the block runs. Only work-items of `most` matter; other results are right for
  /// these alone. Nothing if the number is no such sum, or if the limit is not uniform.
  std::optional<Inside> below(llvm::Value &number, llvm::Value &limit,
                              const llvm::BasicBlock &block, const Inside &most);

private:
  /// A sum that is exact within an interval: not negative, and less than a limit.
  struct Condition {
    IdSum sum;
    std::uint64_t limit;
  };
  using MaybeSum = std::optional<IdSum>;
  bool isId(const llvm::Value &value) const;
  MaybeSum sumOf(const AffineForm &form, unsigned depth);
  MaybeSum termOf(const AffineForm::Term &term, unsigned depth);
  MaybeSum ofNarrow(llvm::Instruction &operation, bool isSigned, unsigned depth);
  MaybeSum ofProduct(llvm::BinaryOperator &product, bool isSigned, unsigned depth);
  MaybeSum ofCounter(llvm::PHINode &counter, bool isSigned, unsigned depth);
  IdSum overAll(const IdSum &sum);
  IdSum times(const IdSum &sum, llvm::Value &factor);
  llvm::Value *saturatingProduct(llvm::Value &one, llvm::Value &other);
  Inside inside(const IdSum &sum, llvm::Value &limit);
  Inside intersection(const Inside &one, const Inside &other);

  const std::optional<LinearGangs> &gangs;
  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &tree;
  llvm::IRBuilder<> &builder;
  UniformRematerialiser &uniformValues;
  IdSums &sums;
  llvm::Value *const size;
  AffineForms forms;
  const llvm::BasicBlock *place = nullptr; ///< where the sum is wanted
  Inside whole{};                          ///< of the work-items that matter
  llvm::SmallVector<Condition, 2> conditions;
};

} // namespace weft::compiler
