// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which instructions the CPU has, where TargetTransformInfo has no question for it.
//
// The answers come from the function's subtarget, as the TargetMachine knows it: from the
// function's "target-cpu" and "target-features", or else from the machine's. This is the only place
// that names features of CPUs. What code costs is in cost_model.h.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class MCSubtargetInfo;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class TargetFeatures {
public:
  explicit TargetFeatures(const llvm::MCSubtargetInfo &cpu);

  /// Multiplies and adds numbers of this type with one rounding.
  bool fuses(const llvm::Type &element) const {
    return element.isHalfTy() ? hasHalfArithmetic : hasFusedOperations;
  }
  /// Estimates 1 / sqrt(x) of floats, subnormal ones too, to 14 bits, and refines it by fused
  /// operations.
  bool estimatesRoots() const { return hasRootEstimate && hasFusedOperations; }
  /// Multiplies floats by 2^n for whole numbers n, also where 2^n is no normal number.
  bool scalesByPowers() const { return hasFoundation && hasEmbeddedBroadcasts; }
  /// Has instructions for half beyond conversions from and to float.
  bool computesHalf() const { return hasHalfArithmetic; }
  /// Divides a register of doubles in the time of some products.
  bool dividesDoublesFast() const { return hasFastDivider; }
  /// Converts doubles to integers of 64 bits.
  bool convertsToLongs() const { return hasLongConversions; }
  /// Keeps one bit for each lane in registers of their own.
  bool hasMaskRegisters() const { return hasFoundation; }
  /// Has instructions that read and write memory under a mask that is a vector of its own.
  bool hasMaskedMoves() const { return hasVectorMasks && !hasFoundation; }
  /// Picks any elements of two registers by one instruction.
  bool permutesPairs() const { return hasFoundation; }
  /// Picks any bytes of 16, any 32-bit elements of a register, any 16-bit ones, or any bytes.
  bool permutesSixteenBytes() const { return hasByteShuffle; }
  bool permutesWords() const { return hasBroadcasts; }
  bool permutesShorts() const { return hasShortPermutation; }
  bool permutesBytes() const { return hasBytePermutation; }
  /// Compares and exchanges 16 bytes at once.
  bool exchangesSixteenBytes() const { return hasWideExchange; }
  /// Has no operands that repeat one number for all lanes, and repeats it by an instruction.
  bool repeatsConstants() const { return hasBroadcasts && !hasEmbeddedBroadcasts; }

  /// The result depends on nothing that passes change.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }

private:
  bool hasFusedOperations, hasHalfArithmetic, hasRootEstimate, hasBroadcasts, hasEmbeddedBroadcasts;
  bool hasFoundation; ///< of AVX-512
  bool hasByteShuffle, hasShortPermutation, hasBytePermutation, hasWideExchange;
  bool hasFastDivider, hasLongConversions, hasVectorMasks;
};

/// The features for passes: `analyses.getResult<TargetFeaturesAnalysis>(function)`.
class TargetFeaturesAnalysis : public llvm::AnalysisInfoMixin<TargetFeaturesAnalysis> {
public:
  using Result = TargetFeatures;
  /// `machine` must outlive the analysis.
  explicit TargetFeaturesAnalysis(const llvm::TargetMachine &machine) : machine(machine) {}
  TargetFeatures run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<TargetFeaturesAnalysis>;
  static llvm::AnalysisKey Key;
  const llvm::TargetMachine &machine;
};

} // namespace weft::compiler
