// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages of vectorisation that a build can do without (-cl-weft-without=).
#pragma once

#include <string_view>

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
};

/// What people call them, in the order of VectorStage.
inline constexpr std::string_view vectorStageNames[] = {
    "uniform-unswitching", "uniform-regions", "gangs",          "widening",
    "index-set-splitting", "scalar-tails",    "unmasked-gangs", "wide-gangs",
    "group-stride-loops",  "private-arrays",  "inductions",     "adjacent-accesses",
    "narrowing",           "if-conversion",   "speculation",    "strides",
    "copy-idiom"};
inline constexpr unsigned vectorStageCount = sizeof vectorStageNames / sizeof *vectorStageNames;
static_assert(vectorStageCount == static_cast<unsigned>(VectorStage::CopyIdiom) + 1);

class VectorStageSet {
public:
  constexpr bool contains(VectorStage stage) const { return bits & bit(stage); }
  constexpr void insert(VectorStage stage) { bits |= bit(stage); }
  constexpr void insert(VectorStageSet other) { bits |= other.bits; }
  bool operator==(const VectorStageSet &) const = default;

private:
  static constexpr unsigned bit(VectorStage stage) { return 1u << static_cast<unsigned>(stage); }
  unsigned bits = 0;
};

} // namespace weft::compiler
