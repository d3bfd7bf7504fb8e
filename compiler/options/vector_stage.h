// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages of vectorisation that a build can disable (-cl-weft-without=).
#pragma once

#include <string_view>

namespace weft::compiler {

enum class VectorStage : unsigned {
  Unswitching,        ///< uniform conditions at the start of a region (uniform_unswitching.h)
  UniformRegions,     ///< regions without ids run once (uniform_regions.h)
  Gangs,              ///< regions have vector versions at all
  Widening,           ///< the widener emits vector versions; without it, regions stay canonical
  IndexSetSplitting,  ///< interiors without conditions on ids (index_set_splitting.h)
  ScalarTails,        ///< a scalar version for work-items after whole gangs
  UnmaskedGangs,      ///< a version without mask for gangs with all lanes active
  WideGangs,          ///< unmasked gangs with more lanes (vectorisation_factor.h)
  GroupStrideLoops,   ///< versions of group-stride loops (group_stride_loops.h)
  PrivateArrays,      ///< layout of private arrays for lanes (private_arrays.h)
  Inductions,         ///< split inductions, and their comparisons (inductions.h)
  AdjacentAccesses,   ///< merged accesses (adjacent_accesses.h)
  Narrowing,          ///< 16-bit integers (narrow_integers.h)
  IfConversion,       ///< selects for cheap branches (if_conversion.h)
  Speculation,        ///< cheap blocks run without a test of their mask
  Strides,            ///< contiguous and strided accesses
  LinearGangs,        ///< gangs of work-items of several dimensions (linear_gangs.h)
  PrivateArrayLoops,  ///< unrolled loops of private arrays (full_unroll.h)
  InterleavedRecords, ///< records in memory order (interleaved_records.h)
  SuccessiveLoads,    ///< unrolled loops of successive loads (successive_loads.h)
  BarrierLoops,       ///< unrolled loops with barriers (full_unroll.h)
  RowBlocks,          ///< gangs of several rows of work-items (row_blocks.h)
  InvariantLoads,     ///< loads hoisted out of loops (invariant_loads.h)
  DivisionRows,       ///< interiors of rows that divisions of ids make (division_rows.h)
  RecordLoops,        ///< unrolled loops over records of work-items (full_unroll.h)
  ScalarVersions,     ///< code without lanes, if the executor finds it faster (any_order.h)
};

/// Their names in options, in the order of VectorStage.
inline constexpr std::string_view vectorStageNames[] = {"uniform-unswitching",
                                                        "uniform-regions",
                                                        "gangs",
                                                        "widening",
                                                        "index-set-splitting",
                                                        "scalar-tails",
                                                        "unmasked-gangs",
                                                        "wide-gangs",
                                                        "group-stride-loops",
                                                        "private-arrays",
                                                        "inductions",
                                                        "adjacent-accesses",
                                                        "narrowing",
                                                        "if-conversion",
                                                        "speculation",
                                                        "strides",
                                                        "linear-gangs",
                                                        "private-array-loops",
                                                        "interleaved-records",
                                                        "successive-loads",
                                                        "barrier-loops",
                                                        "row-blocks",
                                                        "invariant-loads",
                                                        "division-rows",
                                                        "record-loops",
                                                        "scalar-versions"};
inline constexpr unsigned vectorStageCount = sizeof vectorStageNames / sizeof *vectorStageNames;
static_assert(vectorStageCount == static_cast<unsigned>(VectorStage::ScalarVersions) + 1);

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
