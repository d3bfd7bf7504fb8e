// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stages of vectorisation run, and whether the copy idiom does: for debugging and for tests.
//
// No result depends on a stage. `-cl-weft-without=` names the stages to disable. With
// `-cl-weft-chaos=N` each kernel and each region disables random stages, each region chooses a
// random number of lanes, and each kernel a random dimension for them. The choice depends only on N
// and on the name of the function. So scalar and vector regions of all kinds are mixed in one
// kernel, and every run with the same N is the same.
#pragma once

#include "compiler/options/vector_stage.h"

#include "llvm/IR/Function.h"

#include <optional>

namespace weft::compiler {

/// On a function: its disabled stages for analyses, as a list of names.
inline constexpr llvm::StringLiteral absentStagesAttribute = "weft-without";

class VectorStages {
public:
  /// All stages run.
  VectorStages() = default;
  /// All stages except `absent`; `seed`: the seed for disabling further ones, or 0.
  VectorStages(VectorStageSet absent, unsigned seed) : absent(absent), seed(seed) {}

  /// The stages of one kernel or region, after its random choice.
  VectorStages of(const llvm::Function &function) const;

  /// Writes the disabled stages to an attribute of the function, for analyses.
  void attachTo(llvm::Function &function) const;
  static VectorStages attachedTo(const llvm::Function &function);

  bool run(VectorStage stage) const { return !absent.contains(stage); }
  /// The random number of lanes; 0: none.
  unsigned lanes() const { return drawnLanes; }
  /// The random lane dimension of a kernel.
  std::optional<unsigned> laneDimension() const { return drawnDimension; }

private:
  VectorStageSet absent;
  unsigned seed = 0, drawnLanes = 0;
  std::optional<unsigned> drawnDimension;
};

} // namespace weft::compiler
