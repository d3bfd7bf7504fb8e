// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers and addresses as affine forms: constant + Σ factor · term.
//
// AffineForms walks from a value through sums, differences, complements, products with constants,
// casts and address arithmetic. What it cannot take apart is a term, and so is what its client
// names: ids, loop counters, what is uniform. Terms that occur twice are added up.
//
// Arithmetic of a machine wraps. A WrapPolicy says what that does to the form. ScalarEvolution has
// such forms for the counters of loops; it neither knows the ranges of a launch (value_ranges.h)
// nor stops at a client's terms.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace weft::compiler {

struct AffineForm {
  struct Term {
    llvm::Value *value; ///< null: the number of the lane
    bool isSigned;      ///< how the value is extended to 64 bits
    std::int64_t factor;
  };
  /// The form is right if the extension keeps what it extends in its number of bits; otherwise it
  /// is off by a multiple of `factor` times 2^bits.
  struct Condition {
    llvm::Instruction *extension;
    unsigned bits; ///< 0: not known
    bool isSigned;
    std::int64_t factor;
  };
  llvm::SmallVector<Term, 4> terms;
  std::int64_t constant = 0;
  llvm::SmallVector<Condition, 1> conditions; ///< with WrapPolicy::Assumed

  /// 0 where the value is no term.
  std::int64_t factorOf(const llvm::Value *value) const;
  /// Whether the form is 1 · value.
  bool isJust(const llvm::Value &value) const;

  /// Adds factor · other; terms that cancel out stay, with the factor 0. False where a number would
  /// have more than 64 bits.
  bool add(const AffineForm &other, std::int64_t factor);

  /// Emits the sum. `valueOf` gives each term's value in `type`; null leaves the term out.
  llvm::Value *emit(llvm::IRBuilderBase &builder, llvm::Type &type,
                    llvm::function_ref<llvm::Value *(const Term &)> valueOf) const;

  void print(llvm::raw_ostream &stream, const llvm::Module *module) const;

private:
  friend class AffineForms;
  bool mayWrap = false; ///< the value, in its own width
};

enum class WrapPolicy {
  Exact,   ///< the form is the value, extended to 64 bits: what may wrap is a term
  Modular, ///< the form is the value modulo 2 to its width: extensions are terms
  Assumed, ///< as if nothing wrapped; conditions say where this is taken for granted
};

/// The forms of a function's values. The function must not change where it has been asked for.
class AffineForms {
public:
  using Predicate = std::function<bool(const llvm::Value &)>;

  /// `isTerm`: where to stop.
  AffineForms(WrapPolicy policy, const llvm::DataLayout &layout, Predicate isTerm)
      : policy(policy), layout(layout), isTerm(std::move(isTerm)) {}

  /// Of an integer or an address; with WrapPolicy::Modular also of a vector of integers over the
  /// lanes. `isSigned`: how the value is extended. Addresses count in bytes, modulo 2^64.
  AffineForm of(llvm::Value &value, bool isSigned = true) {
    return at(value, isSigned ? Reading::Signed : Reading::Unsigned, 0);
  }

private:
  /// How a value is read: extended to 64 bits, or, as in addresses, modulo 2^64.
  enum class Reading { Unsigned, Signed, Whole };
  using MaybeForm = std::optional<AffineForm>;
  AffineForm at(llvm::Value &value, Reading reading, unsigned depth);
  MaybeForm ofInstruction(llvm::Instruction &instruction, Reading reading, unsigned depth);
  MaybeForm ofTruncation(llvm::TruncInst &cut, Reading reading, unsigned depth);
  MaybeForm ofExtension(llvm::Instruction &extension, Reading reading, unsigned depth);
  MaybeForm ofShiftRight(llvm::BinaryOperator &shift, unsigned depth);
  MaybeForm ofOperation(llvm::BinaryOperator &operation, Reading reading, unsigned depth);
  MaybeForm ofAddress(llvm::GEPOperator &address, unsigned depth);

  const WrapPolicy policy;
  const llvm::DataLayout &layout;
  const Predicate isTerm;
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, AffineForm>
      known; ///< of values with more uses
};

} // namespace weft::compiler
