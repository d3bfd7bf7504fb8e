// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is to be known of CPUs for vector code: the width of vectors that suits them, whether they
// have fused operations, estimates and arithmetic of half, and which memory accesses their vector
// instructions make well, by element size. What they do not make well is done by other means: LLVM
// would expand it into one branch for each lane.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// In bits, of a CPU that LLVM knows by this name; 0 where LLVM's own choice is good.
unsigned preferredVectorBits(llvm::StringRef cpu);

class VectorTarget {
public:
  /// Reads the function's target features.
  explicit VectorTarget(const llvm::Function &function);

  /// Masked loads and stores of neighbouring elements.
  bool masks(std::uint64_t elementBytes) const {
    return elementBytes >= 4 ? masksWords : masksBytes;
  }
  /// Masked stores cost no more than plain ones.
  bool masksStoresFreely(std::uint64_t elementBytes) const {
    return storesFreely && masks(elementBytes);
  }
  bool gathers(std::uint64_t elementBytes) const { return elementBytes >= 4 && gathersWords; }
  bool scatters(std::uint64_t elementBytes) const { return elementBytes >= 4 && scattersWords; }
  /// Has no operands that are one number for all lanes, and takes an instruction to make such.
  bool repeatsConstants() const { return hasBroadcasts && !hasEmbeddedBroadcasts; }
  /// Keeps one bit for each lane in registers of their own.
  bool hasMaskRegisters() const { return hasFoundation; }
  /// Picks any elements of two registers by one instruction.
  bool permutesPairs() const { return hasFoundation; }
  /// Of those for whole vectors, where masks are in them too.
  unsigned registerBits() const { return masksWords ? 256 : 128; }
  /// Multiplies and adds with one rounding.
  bool fuses() const { return fusesOperations; }
  bool fuses(const llvm::Type &element) const {
    return element.isHalfTy() ? computesHalf() : fuses();
  }
  /// Has an instruction that estimates 1 / sqrt(x) of floats, subnormal ones too, to 14 bits, and
  /// fused operations to refine it.
  bool estimatesRoots() const { return hasRootEstimate && fusesOperations; }
  /// Has instructions for half beyond conversions from and to float.
  bool computesHalf() const { return hasHalfArithmetic; }

private:
  bool masksWords = false;
  bool masksBytes = false;
  bool storesFreely = false;
  bool gathersWords = false;
  bool hasFoundation = false; ///< of AVX-512
  bool scattersWords = false;
  bool fusesOperations = false;
  bool hasHalfArithmetic = false;
  bool hasRootEstimate = false;
  bool hasBroadcasts = false;
  bool hasEmbeddedBroadcasts = false;
};

} // namespace weft::compiler
