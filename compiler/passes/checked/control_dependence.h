// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which branches decide whether a block is executed: from each successor of a branch, up the tree
// of post-dominators to the block that the branch reaches in any case (Ferrante, Ottenstein and
// Warren).
#pragma once

#include "compiler/passes/analysis/group_uniformity.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// What Clang knows to be unreachable, as the default of a switch over all ways out of a block, is
/// an end of the kernel for the tree of post-dominators: then paths meet nowhere. Leads such
/// switches to another of their blocks. Before any analysis of control dependence.
void dropUnreachableDefaults(llvm::Function &kernel);

class ControlDependence {
public:
  explicit ControlDependence(llvm::Function &kernel);

  using Branches = llvm::SmallSetVector<const llvm::BasicBlock *, 8>;
  /// The blocks whose terminators decide over this one, and those that decide over them.
  Branches branchesAbove(const llvm::BasicBlock &block) const;

  /// Whether all work-items of a group execute the block together. Branches on what all lanes agree
  /// on (lane_functions.h) lead to the same code, and separate no work-items.
  bool isExecutedByAll(const llvm::BasicBlock &block, const GroupUniformity &uniformity) const;

private:
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallSetVector<const llvm::BasicBlock *, 4>>
      direct;
};

/// "barrier", "asynchronous copy" or "work-group function": what all work-items of a group must
/// reach, by a call that ends a region.
llvm::StringRef nameOfGroupCall(const llvm::Instruction &call);

} // namespace weft::compiler
