// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stages of vectorisation run, and whether the copy idiom does: for debugging and for tests.
//
// No result depends on a stage. `-cl-weft-without=` names the stages to leave out. With
// `-cl-weft-chaos=N` each kernel and each region draws stages to leave out, each region a number of
// lanes, and each kernel their dimension. The draw depends on N and on the name of the function
// alone. So scalar and vector regions of all kinds meet in one kernel, and every run with the same
// N draws the same.
#pragma once

#include "compiler/options/vector_stage.h"

#include "llvm/IR/Function.h"

#include <optional>

namespace weft::compiler {

/// On a function: the stages that analyses of it do without, as a list of names.
inline constexpr llvm::StringLiteral absentStagesAttribute = "weft-without";

class VectorStages {
public:
  /// All stages run.
  VectorStages() = default;
  /// All stages but those of `absent`; `seed`: the seed for leaving out further ones, or 0.
  VectorStages(VectorStageSet absent, unsigned seed) : absent(absent), seed(seed) {}

  /// The stages of one kernel or region, after its draw.
  VectorStages of(const llvm::Function &function) const;

  /// Writes the stages to do without into an attribute of the function, where analyses find them.
  void attachTo(llvm::Function &function) const;
  static VectorStages attachedTo(const llvm::Function &function);

  bool run(VectorStage stage) const { return !absent.contains(stage); }
  /// The number of lanes that was drawn; 0: none.
  unsigned lanes() const { return drawnLanes; }
  /// The dimension of the lanes that was drawn for a kernel.
  std::optional<unsigned> laneDimension() const { return drawnDimension; }

private:
  VectorStageSet absent;
  unsigned seed = 0, drawnLanes = 0;
  std::optional<unsigned> drawnDimension;
};

} // namespace weft::compiler
