// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which texels a gang may have as they lie in memory: the components of each side by side.
//
// A texel is a list of four vectors over the lanes, one for each component. Most images have the
// components of a texel side by side, so that a row of them must be sorted when it is read, and
// again when it is written. Where all that happens to texels in between is the same for each
// component, the order does not matter: the four vectors may hold the components in the order of
// memory, the first a quarter of the lanes' texels, and so on. What is done to them stays as it is.
//
// Texels flow from reads to writes of a row through "quads": four instructions that do the same
// with one component each. Other operands of a quad must be the same in all lanes and for all
// components. No member of a quad may be used in another way.
#pragma once

#include "compiler/passes/analysis/stride_analysis.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// The accesses of a function in canonical form whose texels are interleaved.
class InterleavedTexels {
public:
  InterleavedTexels(llvm::Function &function, const StrideInfo &strides);

  bool contains(const llvm::CallInst &access) const { return accesses.contains(&access); }

private:
  llvm::DenseSet<const llvm::CallInst *> accesses;
};

} // namespace weft::compiler
