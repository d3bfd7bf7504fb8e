// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates what a vector version of a region costs and how large it is, before it is written.
//
// The price follows the widener (region_widener.h): the plan of masks says which blocks have one,
// strides say what lanes access together, and each kind of instruction has a size per gang or per
// lane. What takes time is counted exactly, as each decision depends on the source alone. The size
// is within about a quarter of what is written.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"
#include "compiler/passes/vectorise/widen/widening_source.h"

namespace weft::compiler {

/// Instructions in loops count several times in all but the size.
struct VersionPrice {
  std::uint64_t varying = 0;   ///< instructions that are not the same for all lanes
  std::uint64_t slow = 0;      ///< of these, those executed lane by lane, gathers and scatters
  std::uint64_t scattered = 0; ///< of these, loads and stores at addresses of the lanes' own
  std::uint64_t lookUps = 0;   ///< of these, loads at addresses that depend on other loads
  std::uint64_t size = 0;      ///< instructions of the version
  std::uint64_t shuffling = 0; ///< what instruction selection makes of its shuffles in addition
  llvm::SmallVector<const llvm::Instruction *> replicated; ///< executed lane by lane
  WideningRemark problem; ///< why there is no such version; no text if there is one

  bool isPossible() const { return problem.text.empty(); }
  std::uint64_t codeSize() const { return size + shuffling; }
  /// Of a gang with so many lanes.
  std::uint64_t cost(unsigned lanes) const { return CostModel::gangCost(varying, slow, lanes); }
};

VersionPrice priceVersion(const WideningSource &source, unsigned lanes, bool takesMask);

} // namespace weft::compiler
