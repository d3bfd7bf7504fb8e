// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers and addresses as affine forms: constant + Σ factor · term.
//
// AffineForms walks from a value through sums, differences, complements, products with constants,
// casts and address arithmetic. Values that it cannot decompose are terms, and so are those that
// the client selects: ids, loop counters, uniform values. Equal terms are combined.
//
// Machine arithmetic wraps. A WrapPolicy says how the form accounts for that. ScalarEvolution has
// such forms for loop counters, but neither knows the ranges of a launch (value_ranges.h) nor stops
// at a client's terms.
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
    llvm::Value *value; ///< null: the lane's index
    bool isSigned;      ///< how the value is extended to 64 bits
    std::int64_t factor;
  };
  /// The form holds if the extension preserves its operand's value; otherwise it is off by a
  /// multiple of `factor` times 2^bits.
  struct Condition {
    llvm::Instruction *extension;
    unsigned bits; ///< 0: unknown
    bool isSigned;
    std::int64_t factor;
  };
  llvm::SmallVector<Term, 4> terms;
  std::int64_t constant = 0;
  llvm::SmallVector<Condition, 1> conditions; ///< with WrapPolicy::Assumed

  /// 0 if the value is not a term.
  std::int64_t factorOf(const llvm::Value *value) const;
  /// Whether the form is 1 · value.
  bool isJust(const llvm::Value &value) const;

  /// Adds factor · other; terms that cancel out stay, with the factor 0. False if a number would
  /// overflow 64 bits.
  bool add(const AffineForm &other, std::int64_t factor);

  /// Emits the sum. `valueOf` returns each term's value in `type`; null omits the term.
  llvm::Value *emit(llvm::IRBuilderBase &builder, llvm::Type &type,
                    llvm::function_ref<llvm::Value *(const Term &)> valueOf) const;

  /// `printTerm` prints the value of a term, without its extension.
  void print(llvm::raw_ostream &stream,
             llvm::function_ref<void(const llvm::Value &)> printTerm) const;

private:
  friend class AffineForms;
  bool mayWrap = false; ///< the value, in its own type
};

enum class WrapPolicy {
  Exact,   ///< the form equals the value extended to 64 bits: operations that may wrap are terms
  Modular, ///< the form equals the value modulo 2^width: extensions are terms
  Assumed, ///< as if nothing wrapped; conditions say where this is assumed
};

/// The forms of a function's values. Values that have been queried must not change.
class AffineForms {
public:
  using Predicate = std::function<bool(const llvm::Value &)>;

  /// `isTerm`: the values at which to stop.
  AffineForms(WrapPolicy policy, const llvm::DataLayout &layout, Predicate isTerm)
      : policy(policy), layout(layout), isTerm(std::move(isTerm)) {}

  /// The form of an integer or an address; with WrapPolicy::Modular also of an integer vector with
  /// one element per lane. `isSigned`: how the value is extended. Addresses are in bytes, modulo
  /// 2^64.
  AffineForm of(llvm::Value &value, bool isSigned = true) {
    return at(value, isSigned ? Reading::Signed : Reading::Unsigned, 0);
  }
  /// The form of an integer of 64 bits as addresses have it: modulo 2^64.
  AffineForm modulo(llvm::Value &value) { return at(value, Reading::Whole, 0); }

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
      known; ///< of values with several uses
};

} // namespace weft::compiler
