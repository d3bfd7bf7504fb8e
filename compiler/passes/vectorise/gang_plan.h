// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which function runs which work-items of an x range. The vectoriser decides it for a region, and
// the work-group function is emitted from it (x_range_loops.h).
//
// The plan cuts an x range into segments. Each has a version of the region: a function that runs
// one gang, or one work-item. Several segments may share a version. An example with bounds
// (index_set_splitting.h), which `print<weft-plan>` prints as
//
//   bounds: @k.region.0.bounds
//   outside: @k.region.0.predicated, 8 lanes
//   interior: @k.region.0.wide, 32 lanes
//   interior: @k.region.0.unmasked, 8 lanes
//   remainder: @k.region.0.predicated, 8 lanes
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>

namespace weft::compiler {

enum class SegmentKind {
  RowBlock,     ///< whole gangs of several x ranges, before all others (row_blocks.h)
  Outside,      ///< gangs before the interior, and between two
  Interior,     ///< whole gangs, inside the bounds if there are any
  InteriorTail, ///< single work-items after these, inside the bounds
  Tail,         ///< those after the interior, if they are at most half a gang
  Remainder,    ///< gangs after the interior, if there are no tails or more is left
};

struct Segment {
  SegmentKind kind;
  unsigned lanes;                    ///< work-items along the x range that a call runs
  std::uint64_t cost = 0;            ///< of a call, in instructions, by estimate; 0: unknown
  llvm::Function *version = nullptr; ///< null until it is written
};

struct GangPlan {
  /// In the order in which an x range runs them. Empty: there are only single work-items.
  llvm::SmallVector<Segment, 0> segments;
  llvm::Function *bounds = nullptr; ///< where the interior is (index_set_splitting.h); null: all
  /// Instead of all versions: the region in canonical form, for one work-item.
  llvm::Function *canonical = nullptr;
  bool isDoubtful = false; ///< lanes may lose: by estimate (cost_model.h), or as data decide

  void add(SegmentKind kind, unsigned lanes, std::uint64_t cost = 0) {
    segments.push_back({kind, lanes, cost});
  }
  /// The last segment of a kind, which has the fewest lanes; null if there is none.
  const Segment *find(SegmentKind kind) const;
  bool has(SegmentKind kind) const { return find(kind) != nullptr; }
  bool isVectorised() const { return has(SegmentKind::Remainder); }
  /// The lanes of gangs that run whatever is left.
  unsigned vf() const { return isVectorised() ? find(SegmentKind::Remainder)->lanes : 1; }
  /// The same without the versions for gangs whose lanes are all active.
  GangPlan predicated() const;
  /// The versions that are written, each once, and the bounds function.
  llvm::SmallVector<llvm::Function *, 8> functions() const;

  void print(llvm::raw_ostream &stream) const;
};

/// "row block", "outside", "interior", "interior tail", "tail" or "remainder".
llvm::StringRef nameOf(SegmentKind kind);

} // namespace weft::compiler
