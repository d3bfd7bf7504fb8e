// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stages of vectorisation run, and whether copies by hand become steps, for debugging and for
// tests.
//
// No stage is needed for the result. `-cl-weft-without=` names those that a program does without.
// With `-cl-weft-chaos=` each kernel and each region draws stages to do without, by a number and
// its name, and regions may draw their number of lanes as well: so scalar and vector regions of all
// kinds meet in one kernel, and the same number always draws the same.
#pragma once

#include "compiler/options/vector_stage.h"

#include "llvm/IR/Function.h"

namespace weft::compiler {

class VectorStages {
public:
  /// All stages run.
  VectorStages() = default;
  /// All but those of `absent`; `seed`: the number to draw further ones by, or 0.
  VectorStages(VectorStageSet absent, unsigned seed) : absent(absent), seed(seed) {}

  /// What the kernel or region does, which may have drawn.
  VectorStages of(const llvm::Function &function) const;

  bool run(VectorStage stage) const { return !absent.contains(stage); }
  /// How many lanes were drawn; 0: none.
  unsigned lanes() const { return drawnLanes; }

private:
  VectorStageSet absent;
  unsigned seed = 0, drawnLanes = 0;
};

} // namespace weft::compiler
