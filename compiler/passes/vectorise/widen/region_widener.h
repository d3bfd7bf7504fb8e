// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the vector version of a region function: one call runs VF work-items.
//
// The source is a scalar region function in canonical form (canonical_form.h). The result has the
// same parameters; those marked as lane parameters are the values of lane 0. It may also take a
// mask: the active lanes. It returns what the source returns, as a vector if that varies.
//
// All decisions have been made, in analyses shared by the versions of a region: which values are
// uniform or strided (stride_analysis.h), and the plan for control flow (mask_analysis.h). The
// widener emits the blocks in the plan's order (linearisation.h), and each instruction by kind
// (instruction_widener.h).
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"
#include "compiler/passes/vectorise/widen/widening_source.h"

namespace weft::compiler {

class RegionWidener {
public:
  RegionWidener(const WideningSource &source, unsigned lanes);

  /// The vector version, or null with `remark()` set; the source is not modified. With `takesMask`
  /// its last parameter is the mask of active lanes; at least one lane is active.
  llvm::Function *run(bool takesMask);
  const WideningRemark &remark() const { return gang.remark(); }

private:
  void createFunction(bool takesMask);
  void emitBlocks();

  const WideningSource &source;
  GangBuilder gang;
  bool returnsLanes = false;
};

} // namespace weft::compiler
