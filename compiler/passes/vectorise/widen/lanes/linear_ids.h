// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The local ids of a gang's work-items in several dimensions (linear_gangs.h).
//
// The version has the ids of lane 0 as parameters. A gang starts at a multiple of its lanes in
// linear order, so the first ids of its lanes are constants, or lane 0's and its successors. The
// second id grows by one from piece to piece, and restarts where the gang enters the next plane.
#pragma once

#include "compiler/passes/support/lanes/linear_gangs.h"
#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

namespace weft::compiler {

class LinearIds {
public:
  LinearIds(const LinearGangs &gangs, GangBuilder &gang) : gangs(gangs), gang(gang) {}

  /// Whether the lanes of a gang always differ only in the first two ids.
  bool areInOnePlane() const { return planes() == Planes::One; }
  /// `dimension`: in the kernel's order. `firstIds`: those of lane 0.
  llvm::Value *vectorOf(unsigned dimension, const std::array<llvm::Value *, 3> &firstIds);
  /// The same for one lane; null if that is no shorter than extracting it from the vector.
  llvm::Value *laneOf(unsigned dimension, const std::array<llvm::Value *, 3> &firstIds,
                      unsigned lane);

private:
  /// Which planes of a group contain the lanes of a gang.
  enum class Planes {
    One,     ///< all in one
    Several, ///< each gang in the same number of whole ones
    Any,     ///< gangs start anywhere in a plane
  };
  Planes planes() const;
  bool isZeroInFirstLane(unsigned dimension) const;
  std::uint64_t stepOf(unsigned dimension, unsigned lane) const;
  llvm::Value *rowOf(llvm::Value *firstRow);

  const LinearGangs gangs;
  GangBuilder &gang;
};

} // namespace weft::compiler
