// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of work-items that compute with vector types, individually and as lanes of a gang.
//
// A single work-item performs an operation on float8 in one instruction, with a full register. A
// gang performs it once per component, and gains nothing. Moreover, it deinterleaves records that
// it loads, and interleaves those that it stores: log2(n) register shuffles for each of n
// components. It wins where components are combined with each other: that costs a work-item
// extractions and permutations, and a gang nothing. So the estimate counts the code of both.
//
// If nothing combines components, gangs keep records in memory order (interleaved_records.h).
//
// Records at scattered addresses cost a gang more: it extracts the address of each lane from a
// register, and inserts the parts of its record into registers.
//
// A latency-bound loop takes as long for a work-item as for a gang, which has as many dependence
// chains as components.
//
// Measured on Zen 5, with 256 and 512 bits, for all types and sizes, on one thread: a shuffle takes
// 0.5 to 0.7 of a cycle, among other operations. Up to six scalar instructions, and four vector
// instructions, execute per cycle.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <cstdint>

namespace weft::compiler {

struct VectorTypeCosts {
  bool hasVectors = false; ///< any varying value has a vector type
  std::uint64_t gang = 0;  ///< in twelfths of a cycle
  std::uint64_t items = 0; ///< likewise, of that many single work-items

  bool favourGang() const { return !hasVectors || gang < items; }
};

/// For code in which values still have vector types, for a gang of `vf` work-items.
VectorTypeCosts estimateVectorTypes(const llvm::Function &function, unsigned vf,
                                    const CostModel &costs, const llvm::UniformityInfo &uniformity,
                                    const StrideInfo &strides, const llvm::LoopInfo &loops);

} // namespace weft::compiler
