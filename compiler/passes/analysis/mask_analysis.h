// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans how divergent control flow becomes straight-line code under masks.
//
// Order. Blocks are laid out in a topological order that keeps loops contiguous. A uniform branch
// remains a branch; a divergent one jumps to the earlier of its targets, and the other one is
// *pending* until no pending block precedes it. The pending blocks are known for each block, as a
// superset; every jump goes to the earliest of the pending blocks and its target. The latch of a
// loop that lanes leave at different times iterates while any lane is in it, and the exits of such
// a loop are pending throughout.
//
// Masks. A block that always follows another one has that block's mask: its immediate dominator, or
// that of the loop if the dominator is in a loop that excludes the block. So has one that is
// reached only by uniform branches from blocks of one mask, and the header of a loop that all lanes
// leave together. Every other block has a mask variable: each edge ORs its mask into the variable;
// the block reads and clears it. The entry mask may be absent, which means that all lanes are
// active: the plan is the same.
//
// Lanes. If blocks are pending, a block with a mask variable may be reached without an active lane.
// It is then guarded, that is skipped, or speculated, that is run anyway, if that costs less than
// the test and is harmless. Preheaders, headers and blocks with uniform branches are never
// speculated.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/support/passes/required_pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace weft::compiler {

/// How a block is emitted.
struct BlockPlan {
  enum class Mask {
    Entry,    ///< the function's
    Follows,  ///< that of `maskOf`, which the block always follows
    Together, ///< that of `maskOf`, from which all lanes come here together
    Variable, ///< what incoming edges have stored in its mask variable
  };
  enum class Execution {
    WithLanes,  ///< reached only with an active lane
    Guarded,    ///< skipped without one
    Speculated, ///< runs without one as well
  };
  enum class Exit {
    Return,
    Jump,
    UniformBranch,   ///< remains a branch
    DivergentBranch, ///< becomes masks
    Latch,           ///< iterates while any lane is active; divergent
  };
  struct Edge {
    llvm::BasicBlock *to;
    bool isFirst; ///< nothing has been stored for this arrival in `to`
  };

  llvm::BasicBlock *block = nullptr;
  Mask mask = Mask::Variable;
  const llvm::BasicBlock *maskOf = nullptr;
  Execution execution = Execution::WithLanes;
  Exit exit = Exit::Return;
  /// To each successor.
  llvm::SmallVector<Edge, 2> edges;
  /// The next block for each successor of a uniform branch, otherwise after the block; a latch
  /// exits to it.
  llvm::SmallVector<llvm::BasicBlock *, 2> next;
  /// The next block without an active lane: instead of a guarded block, and after a speculated one
  /// at the end of a loop.
  llvm::BasicBlock *withoutLanes = nullptr;
  /// Later blocks in which lanes may wait while this one runs.
  llvm::SmallVector<llvm::BasicBlock *, 4> pending;

  bool mayRunWithoutLanes() const { return execution == Execution::Speculated; }
  const Edge &edgeTo(const llvm::BasicBlock &target) const;
};

/// The plan for one function in canonical form; valid until it changes.
class MaskPlan {
public:
  /// In the order of execution, the entry first.
  llvm::ArrayRef<BlockPlan> blocks() const { return plans; }
  const BlockPlan &operator[](const llvm::BasicBlock &block) const {
    assert(positions.contains(&block) && "blocks that can be reached are planned");
    return plans[positions.lookup(&block)];
  }
  /// Whether lanes leave the loop with this header at different times.
  bool isDivergentLoop(const llvm::BasicBlock &header) const {
    return llvm::is_contained(divergentLoops, &header);
  }
  /// The reason why there is no plan, with the instruction; empty if there is one.
  const std::string &problem() const { return problemText; }
  const llvm::Instruction *problemLocation() const { return place; }

  void print(llvm::raw_ostream &stream) const;

private:
  friend class MaskPlanner;
  std::vector<BlockPlan> plans;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> positions;
  llvm::SmallVector<const llvm::BasicBlock *> divergentLoops;
  std::string problemText;
  const llvm::Instruction *place = nullptr;
};

/// For managers with a gang's uniformity (gang_analyses.h).
class MaskAnalysis : public llvm::AnalysisInfoMixin<MaskAnalysis> {
public:
  using Result = MaskPlan;
  /// With a gang's analyses and its kernel's costs (gang_analyses.h), which decide speculation.
  Result run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<MaskAnalysis>;
  static llvm::AnalysisKey Key;
};

/// print<weft-masks>: prints the plan of a function in canonical form.
class MaskPrinterPass : public RequiredPass<MaskPrinterPass> {
public:
  explicit MaskPrinterPass(llvm::raw_ostream &stream) : stream(stream) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  llvm::raw_ostream &stream;
};

} // namespace weft::compiler
