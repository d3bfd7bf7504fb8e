// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU features for which TargetTransformInfo has no query.
//
// The answers come from the function's subtarget, according to the TargetMachine: from the
// function's "target-cpu" and "target-features", or else from the machine's. Only the constructor,
// which the folder of each architecture defines (arch/), names CPU features. The cost of code is in
// cost_model.h.
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

  /// Fused multiply-add for this type.
  bool fuses(const llvm::Type &element) const {
    return element.isHalfTy() ? hasHalfArithmetic : hasFusedOperations;
  }
  /// Estimates 1 / sqrt(x) of floats, including subnormal ones, to 14 bits, and refines it by fused
  /// operations.
  bool estimatesRoots() const { return hasRootEstimate; }
  /// Multiplies floats by 2^n for integers n, even if 2^n is not a normal number.
  bool scalesByPowers() const { return hasPowerScaling; }
  /// Has arithmetic for half, not just conversions from and to float.
  bool computesHalf() const { return hasHalfArithmetic; }
  /// Divides a register of doubles in the time of a few products.
  bool dividesDoublesFast() const { return hasFastDivider; }
  /// Converts doubles to 64-bit integers.
  bool convertsToLongs() const { return hasLongConversions; }
  /// Has mask registers with one bit per lane.
  bool hasMaskRegisters() const { return hasMasks; }
  /// Has masked memory instructions whose mask is a vector.
  bool hasMaskedMoves() const { return hasVectorMasks; }
  /// Permutes the elements of two registers by one instruction.
  bool permutesPairs() const { return hasPairPermutation; }
  /// Permutes the bytes of 16, the 32-bit elements of a register, its 16-bit elements, or its
  /// bytes.
  bool permutesSixteenBytes() const { return hasByteShuffle; }
  bool permutesWords() const { return hasWordPermutation; }
  bool permutesShorts() const { return hasShortPermutation; }
  bool permutesBytes() const { return hasBytePermutation; }
  /// Compares and exchanges 16 bytes atomically.
  bool exchangesSixteenBytes() const { return hasWideExchange; }
  /// Adds four products of bytes to each 32-bit element by one instruction: of bytes with the same
  /// sign, of unsigned and signed ones (in registers of 512 bits, too).
  bool addsByteProducts() const { return hasByteProducts; }
  bool addsMixedByteProducts() const { return hasMixedByteProducts; }
  bool addsByteProductsOf512Bits() const { return hasWideByteProducts; }
  /// Rounds floats to bfloat16, subnormal ones too, and keeps NaNs.
  bool convertsToBFloat16() const { return hasBFloat16Conversion; }
  /// Has no broadcast operands, and broadcasts by an instruction.
  bool repeatsConstants() const { return hasRepeatedConstants; }

  /// Never invalidated.
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }

private:
  bool hasFusedOperations = false, hasHalfArithmetic = false;
  bool hasRootEstimate = false, hasPowerScaling = false;
  bool hasMasks = false, hasVectorMasks = false;
  bool hasByteShuffle = false, hasWordPermutation = false, hasShortPermutation = false,
       hasBytePermutation = false, hasPairPermutation = false;
  bool hasWideExchange = false, hasFastDivider = false, hasLongConversions = false;
  bool hasRepeatedConstants = false, hasBFloat16Conversion = false;
  bool hasByteProducts = false, hasMixedByteProducts = false, hasWideByteProducts = false;
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
