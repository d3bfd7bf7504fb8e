// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What work-items take that calculate with vector types, alone and as lanes of a gang.
//
// A single work-item does an operation on float8 in one instruction, with the register full. A gang
// does it once for each component, and gains nothing. Besides, it takes records apart where it
// loads them, and puts them together where it stores them: log2(n) shuffles of registers for each
// of n components. It wins where components are combined with each other: that costs a work-item
// extractions and permutations, and a gang nothing. So the estimate counts the code of both.
//
// Where nothing combines components, gangs work on records as they lie in memory
// (interleaved_records.h).
//
// Records at scattered places cost a gang more: it takes the address of each lane out of a
// register, and puts the pieces of its record into registers.
//
// A loop in which each operation waits for the one before takes as long for a work-item as for a
// gang, which has as many such chains as components.
//
// Measured on Zen 5, with 256 and 512 bits, for all types and sizes, on one thread: a shuffle takes
// 0.5 to 0.7 of a cycle, beside other operations. Scalar code runs up to six instructions a cycle,
// and vector code four.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/stride_analysis.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <cstdint>

namespace weft::compiler {

struct VectorTypeCosts {
  bool hasVectors = false; ///< anything that varies has a vector type
  std::uint64_t gang = 0;  ///< in twelfths of a cycle
  std::uint64_t items = 0; ///< likewise, of as many single work-items

  bool favourGang() const { return !hasVectors || gang < items; }
};

/// Of code in which values still have vector types, for a gang of `vf` work-items.
VectorTypeCosts estimateVectorTypes(const llvm::Function &function, unsigned vf,
                                    const CostModel &costs, const llvm::UniformityInfo &uniformity,
                                    const StrideInfo &strides, const llvm::LoopInfo &loops);

} // namespace weft::compiler
