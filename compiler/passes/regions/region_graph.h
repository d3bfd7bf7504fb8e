// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions of a kernel: the code of one work-item from one split to the next.
//
// Private arrays move to a block before all regions, and every splitting call gets its own block.
// Region 0 starts at the kernel's entry, region k at the block after split k - 1. A region contains
// the blocks that are reachable from its start without passing a split. It ends at a return or at a
// split. A block may belong to several regions: each gets a copy of it.
#pragma once

#include "compiler/passes/support/builtin_traits.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::compiler {

using BlockSet = llvm::SmallSetVector<llvm::BasicBlock *, 16>;

/// A call that ends a region, with its terminator alone in `block`.
struct Split {
  llvm::CallInst *call = nullptr;
  PrimitiveKind kind{};
  llvm::BasicBlock *block = nullptr;
  llvm::BasicBlock *next = nullptr; ///< where the following region starts
};

struct Region {
  llvm::BasicBlock *entry = nullptr;
  BlockSet blocks;                   ///< the blocks of its splits included, in order of discovery
  llvm::SmallVector<unsigned> exits; ///< indexes of its splits
  bool returns = false;              ///< whether a work-item can finish in it
};

class RegionGraph {
public:
  /// Normalises the function as described above and finds its regions.
  explicit RegionGraph(llvm::Function &function);

  llvm::ArrayRef<Split> splits() const { return splitList; }
  /// Region k + 1 follows split k.
  llvm::ArrayRef<Region> regions() const { return regionList; }
  const Split *splitIn(const llvm::BasicBlock *block) const;
  /// Prints each region in readable form.
  void print(llvm::raw_ostream &stream) const;

private:
  void addRegion(llvm::BasicBlock *entry);

  llvm::SmallVector<Split> splitList;
  llvm::SmallVector<Region> regionList;
};

} // namespace weft::compiler
