// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How values change from lane to lane: uniform, strided or divergent.
//
// A uniform value is the same for all lanes. Of a strided integer or address, lane i holds
// base + i * step modulo the width of the type; the step is constant, in bytes for an address. All
// other values are divergent.
//
// The analysis walks the function once in reverse post-order. Lane parameters, lane numbers and
// private arrays are strided by themselves. From there steps go through affine forms
// (affine_form.h), casts, shifts and address arithmetic. An extension keeps a step only where no
// lane wraps in the narrow type. Flags and value ranges show that for most; elsewhere it becomes a
// condition, which the code tests at run time. So do the bounds of minimum and maximum, and the
// periods of divisions and masks (stride_wraps.cpp).
//
// A base is computed from what operands are in lane 0, as the value itself is, or as an affine
// form. As lane 0 may be inactive, its code has no flags that could make it poison. The number of
// lanes is not fixed, so one result serves all vector versions.
#pragma once

#include "compiler/passes/analysis/affine/affine_form.h"
#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <optional>

namespace weft::compiler {

/// The lanes that analyses compare: those of a gang, or, where gangs are work-items of several
/// dimensions (linear_gangs.h), those of a piece of one, or those of neighbouring pieces in one
/// column, as if they were a gang.
enum class LaneScope { Gang, Piece, Column };

/// Sums of a period and the steps of a gang do not overflow below it.
inline constexpr std::uint64_t longestPeriod = std::uint64_t{1} << 62;

/// What must hold at run time for a step to be right.
struct StrideCondition {
  enum class Kind {
    NoSignedWrap,   ///< the low `bits` of `value`, and of it + i * step, wrap in no lane i
    NoUnsignedWrap, ///< likewise
    InPeriod,       ///< no lane of the division or mask `value` wraps, is negative, or leaves the
                    ///< period of lane 0; its dividend has the step
    InBounds,       ///< `form` + i * step is the result of the minimum or maximum `value`
    IsFalse,        ///< `value`, which is uniform
    AsFor,          ///< all conditions of `value` hold
  };
  Kind kind;
  const llvm::Value *value;
  std::int64_t step = 0;
  unsigned bits = 0;
  AffineForm form{};
};

/// An integer or address that advances from lane to lane.
struct Stride {
  /// How the base, the value in lane 0, is computed.
  enum class Base {
    Given,     ///< strides begin here: the code that has the value knows the base
    Form,      ///< as the only one of `forms`
    Operation, ///< as the value's instruction, from its operands in lane 0
  };
  Base base;
  std::int64_t step; ///< in bytes for addresses
  /// Terms are uniform, or strided values in lane 0. Those of an address operation are its indices
  /// that are not constant, in 64 bits.
  llvm::SmallVector<AffineForm, 1> forms;
  llvm::SmallVector<StrideCondition, 1> conditions;

  explicit Stride(Base base = Base::Operation, std::int64_t step = 0) : base(base), step(step) {}
  bool isRoot() const { return base == Base::Given; }
};

/// What a loop phi with a varying start and a uniform step has.
enum class InductionStrides {
  None,      ///< code may be made of all strides
  OfTheStart ///< what it has once it is split (prepare/loops/inductions.h); for estimates alone
};

/// The strides of a function; valid until it changes.
class StrideInfo {
public:
  /// `laneDimension` and `scope` as for registerGangAnalyses.
  StrideInfo(const llvm::Function &function, const llvm::UniformityInfo &uniformity,
             std::optional<unsigned> laneDimension, LaneScope scope,
             InductionStrides inductions = InductionStrides::None);
  StrideInfo(StrideInfo &&) = default;

  /// Whether all lanes share the value, and one instruction makes it for all of them. Results of
  /// operations with effects are not uniform.
  bool isUniform(const llvm::Value &value) const { return !values.contains(&value); }
  /// Null for uniform and divergent values.
  const Stride *strideOf(const llvm::Value &value) const {
    const auto found = values.find(&value);
    return found == values.end() ? nullptr : found->second.get();
  }

  void print(llvm::raw_ostream &stream) const;

private:
  friend class StrideFinder;

  const llvm::Function *function;
  /// Not of uniform values; null for divergent ones.
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<const Stride>> values;
};

/// The strides in the pieces of gangs that are work-items of several dimensions, and from one piece
/// to the next; null for other gangs.
struct LinearStrides {
  const StrideInfo *inPieces = nullptr, *inColumns = nullptr;
};

/// Whether the instruction is a call of the primitive that reads the local id of the lanes'
/// dimension; not given: that of its kernel.
bool isLocalIdOfLanes(const llvm::Instruction &instruction, std::optional<unsigned> laneDimension);

/// For managers in which uniformity is that of a gang (gang_analyses.h).
class StrideAnalysis : public llvm::AnalysisInfoMixin<StrideAnalysis> {
public:
  using Result = StrideInfo;
  StrideAnalysis(std::optional<unsigned> laneDimension, LaneScope scope)
      : laneDimension(laneDimension), scope(scope) {}
  Result run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<StrideAnalysis>;
  static llvm::AnalysisKey Key;
  std::optional<unsigned> laneDimension;
  LaneScope scope;
};

/// print<weft-affine>: prints the strides of each value of a function, the affine forms that they
/// come from, and how it accesses memory.
class AffinePrinterPass : public RequiredPass<AffinePrinterPass> {
public:
  explicit AffinePrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler
