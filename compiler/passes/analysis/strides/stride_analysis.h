// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How values change from lane to lane: uniform, strided or divergent.
//
// A uniform value is the same for all lanes. Of a strided integer or address, lane i holds
// base + i * step modulo the width of the type; the step is constant, in bytes for an address. All
// other values are divergent.
//
// The analysis walks the function once in reverse post-order. Lane parameters, lane numbers and
// private arrays are strided by themselves. From there steps go through additions, complements,
// multiplications by constants, shifts, extensions and address arithmetic. An extension keeps a
// step only where no lane wraps in the narrow type. Flags and value ranges show that for most;
// elsewhere it becomes a condition, which the code tests at run time. So do the bounds of minimum
// and maximum, and the periods of divisions and masks.
//
// Bases and conditions are data: expressions over the function's uniform values and over what
// strided values are in lane 0. As lane 0 may be inactive, an expression has no flags that could
// make it poison. The number of lanes is not fixed, so one result serves all vector versions.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace weft::compiler {

/// The lanes that analyses compare: those of a gang, or, where gangs are work-items of several
/// dimensions (linear_gangs.h), those of a piece of one, or those of neighbouring pieces in one
/// column, as if they were a gang.
enum class LaneScope { Gang, Piece, Column };

/// An integer or address that all lanes share. A StrideInfo owns it.
struct UniformExpression {
  enum class Kind {
    Value,     ///< `value`, which is uniform
    FirstLane, ///< `value` in lane 0, which is strided
    Operation, ///< a binary operation or a cast to `type`, by LLVM's opcode
    Address,   ///< as the getelementptr `value`, with the operands in place of its own
  };
  Kind kind;
  llvm::Type *type;
  const llvm::Value *value = nullptr;
  unsigned opcode = 0;
  llvm::ArrayRef<const UniformExpression *> operands;

  /// The expression if it is a constant integer, or null.
  const llvm::ConstantInt *asConstant() const;
};

/// What must hold at run time for a step to be right.
struct StrideCondition {
  enum class Kind {
    NoSignedWrap,   ///< base + i * step wraps in no lane i
    NoUnsignedWrap, ///< likewise
    AtMost,         ///< base + i * step is at most `bound` in all lanes, as signed numbers
    AtLeast,        ///< likewise
    AsFor,          ///< all conditions of `value` hold
  };
  Kind kind;
  const UniformExpression *base = nullptr;
  std::int64_t step = 0;
  const UniformExpression *bound = nullptr;
  const llvm::Value *value = nullptr;
};

struct Stride {
  const UniformExpression *base; ///< what lane 0 holds
  std::int64_t step;             ///< from lane to lane; in bytes for addresses
  llvm::ArrayRef<StrideCondition> conditions;

  /// Whether the value is where strides begin: the code that has the value knows the base.
  bool isRoot(const llvm::Value &value) const {
    return base->kind == UniformExpression::Kind::FirstLane && base->value == &value;
  }
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
  const Stride *strideOf(const llvm::Value &value) const { return values.lookup(&value); }

  void print(llvm::raw_ostream &stream) const;

private:
  friend class StrideFinder;

  const llvm::Function *function;
  llvm::DenseMap<const llvm::Value *, const Stride *> values; ///< not the uniform ones
  llvm::BumpPtrAllocator memory;
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
class AffinePrinterPass : public llvm::PassInfoMixin<AffinePrinterPass> {
public:
  explicit AffinePrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler
