// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/llvm_bugs/separate_entries.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace weft::compiler {

using namespace llvm;

using Edges = SmallSetVector<std::pair<BasicBlock *, BasicBlock *>, 4>;

static void addEdges(const Cycle &cycle, Edges &edges) {
  for (BasicBlock *entry : cycle.getEntries())
    for (BasicBlock *from : predecessors(entry))
      if (cycle.contains(from) && !from->getUniqueSuccessor())
        edges.insert({from, entry});
}

PreservedAnalyses SeparateEntriesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  Edges edges;
  for (const Cycle *outermost : analyses.getResult<CycleAnalysis>(function).toplevel_cycles())
    for (const Cycle *cycle : depth_first(outermost))
      if (!cycle->isReducible())
        addEdges(*cycle, edges);
  for (const auto &[from, entry] : edges)
    SplitEdge(from, entry);
  return edges.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
