// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stages of vectorisation run, and whether copies by hand become steps, for debugging and for
// tests.
//
// No stage is needed for the result. `-cl-weft-without=` names those that a program does without.
// With `-cl-weft-chaos=` each kernel and each region draws stages to do without, by a number and
// its name, and regions may draw their number of lanes as well: so scalar and vector regions of all
// kinds meet in one kernel, and the same number always draws the same.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>

namespace weft::compiler {

enum class VectorStage : unsigned {
  Unswitching,    ///< conditions at the start of a region are the group's (uniform_unswitching.h)
  UniformRegions, ///< what all work-items do alike runs once (uniform_regions.h)
  Gangs,          ///< regions have vector versions at all
  Widening,       ///< what is in canonical form runs for several work-items at a time
  IndexSetSplitting, ///< conditions on ids are decided inside of bounds (index_set_splitting.h)
  ScalarTails,       ///< the few work-items behind whole gangs have a version of their own
  UnmaskedGangs,     ///< gangs of which all lanes are active run without a mask
  WideGangs,         ///< whole gangs may have more lanes (vectorisation_factor.h)
  GroupStrideLoops,  ///< loops over shares of a range (group_stride_loops.h)
  PrivateArrays,     ///< private arrays are laid out for lanes (private_arrays.h)
  Inductions,        ///< inductions are split (inductions.h)
  AdjacentAccesses,  ///< neighbouring accesses become one (adjacent_accesses.h)
  Narrowing,         ///< integers become narrower (narrow_integers.h)
  IfConversion,      ///< cheap branches become selects (if_conversion.h)
  Speculation,       ///< cheap blocks run even if no lane is in them
  Strides,           ///< accesses know what is contiguous or evenly spaced
  CopyIdiom,         ///< loops that copy become steps of the group (copy_idiom.h)
  Count
};

/// Module flags: the stages to do without, one bit each, and the number to draw by, if not 0.
inline constexpr llvm::StringLiteral absentStagesFlag = "weft.without";
inline constexpr llvm::StringLiteral chaosFlag = "weft.chaos";

/// The bits of a list of names separated by commas; nothing, with `error` set, for an unknown one.
std::optional<unsigned> parseVectorStages(llvm::StringRef list, std::string &error);

class VectorStages {
public:
  /// All stages run.
  VectorStages() = default;
  explicit VectorStages(const llvm::Module &module);

  /// What the kernel or region does, which may have drawn.
  VectorStages of(const llvm::Function &function) const;

  bool run(VectorStage stage) const { return !(absent & 1u << static_cast<unsigned>(stage)); }
  /// How many lanes were drawn; 0: none.
  unsigned lanes() const { return drawnLanes; }

private:
  unsigned absent = 0, seed = 0, drawnLanes = 0;
};

} // namespace weft::compiler
