// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values along an x range as sums with the id that increases along it, for index-set splitting
// (index_set_splitting.h).
//
// The code that computes a sum's start from uniform terms is emitted into the bounds function, in
// 64 bits. The start is exact if no step of the value's computation wraps (value_ranges.h). A term
// may be the counter of a loop that all work-items leave together. Then the start lies between two
// values.
#pragma once

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/vectorise/prepare/loops/uniform_rematerialisation.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// start + stride * local id, with a start from `low` to `high`.
struct IdSum {
  llvm::Value *low, *high;
  std::int64_t stride;

  bool isExact() const { return low == high; }
};

/// A comparison of the local id with a limit from `low` to `high`, as numbers with a sign.
struct IdComparison {
  llvm::CmpInst::Predicate predicate;
  llvm::Value *low, *high;
  bool isExact() const { return low == high; }
};

class IdSums {
public:
  /// `idDimension`: of the local id that goes up. The others must outlive it; `builder` inserts
  /// into the function that `uniformValues` copies to.
  IdSums(unsigned idDimension, const llvm::LoopInfo &loops, llvm::IRBuilder<> &builder,
         UniformRematerialiser &uniformValues);

  /// Of the value extended to 64 bits, with its sign or without. Nothing if that is no such sum.
  std::optional<IdSum> of(llvm::Value &value, bool isSigned, unsigned depth = 0);

  /// A comparison of two values; nothing if not just one of them is a sum with the id, taken once.
  std::optional<IdComparison> compare(llvm::CmpInst::Predicate predicate, llvm::Value &one,
                                      llvm::Value &two);
  /// Defines the sum of a value that has no such form by itself; non-negative, for either
  /// extension. Before that, no value that depends on it may have been asked for.
  void define(const llvm::Value &value, const IdSum &sum) { known[&value] = sum; }
  bool isDefined(const llvm::Value &value) const { return known.contains(&value); }

  /// Whether a value has 40 bits at most: in a sum with an id, no term was clamped then.
  static bool isNear(const llvm::Value &value, bool isSigned);

private:
  bool isId(const llvm::Value &value) const;
  llvm::Value *clamped(llvm::Value *shared, bool isSigned);
  std::optional<IdSum> ofCounter(llvm::PHINode &counter, bool isSigned, unsigned depth);
  std::optional<IdSum> boundsOf(const AffineForm::Term &term, unsigned depth);

  const unsigned idDimension;
  const llvm::LoopInfo &loops;
  llvm::IRBuilder<> &builder;
  UniformRematerialiser &uniformValues;
  llvm::DenseMap<const llvm::Value *, IdSum> known;
  AffineForms forms;
};

} // namespace weft::compiler
