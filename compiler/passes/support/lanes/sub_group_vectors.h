// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans of a sub-group whose values are a vector with an element for each lane.
//
// A reduction combines halves until one element is left, a clustered reduction lanes at distance 1,
// 2, 4 …. A scan combines the lanes of each 128 bits, then the totals of the preceding ones.
// Inactive lanes hold the neutral element. So the order of floating-point operations depends only
// on the type and on the size of sub-groups.
#pragma once

#include "compiler/passes/support/lanes/sub_groups.h"

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

class SubGroupVectors {
public:
  /// `active`: the active lanes, as <lanes x i1>; null: all of them.
  SubGroupVectors(llvm::IRBuilderBase &builder, unsigned lanes, llvm::Value *active)
      : builder(builder), lanes(lanes), active(active) {}

  /// The result of the action, which is a reduction or a scan, for the lanes' values: an element of
  /// a vector of one for Reduce, otherwise a vector. `clusterSize`: i32, of Clustered.
  llvm::Value *resultOf(const SubGroupFunction &function, llvm::Value *vector,
                        llvm::Value *clusterSize = nullptr);

private:
  llvm::Value *participants(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *reduced(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *scanned(llvm::Value *vector, const SubGroupFunction &function);
  llvm::Value *earlier(llvm::Value *vector, unsigned distance, unsigned block,
                       const SubGroupFunction &function);
  llvm::Value *exclusive(llvm::Value *sums, const SubGroupFunction &function);
  llvm::Value *clustered(llvm::Value *vector, llvm::Value *size, const SubGroupFunction &function);
  llvm::Value *both(const SubGroupFunction &function, llvm::Value *left, llvm::Value *right);

  llvm::IRBuilderBase &builder;
  const unsigned lanes;
  llvm::Value *active;
};

} // namespace weft::compiler
