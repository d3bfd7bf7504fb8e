// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/regions/region_graph.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define DEBUG_TYPE "weft-regions"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(regionsFound, "Regions of kernels");

// Moves everything except the private arrays out of the entry block, so that no region contains it.
static BasicBlock *separateAllocas(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  BasicBlock *body = entry.splitBasicBlock(entry.begin(), "body");
  for (Instruction &instruction : make_early_inc_range(*body))
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      if (isa<ConstantInt>(alloca->getArraySize()))
        alloca->moveBefore(entry.getTerminator()->getIterator());
  return body;
}

RegionGraph::RegionGraph(Function &function) {
  BasicBlock *body = separateAllocas(function);
  for (Instruction &instruction : instructions(function))
    if (const auto primitive = findPrimitive(instruction))
      if (splitsRegion(primitive->kind))
        if (auto *call = dyn_cast<CallInst>(&instruction))
          splitList.push_back({call, primitive->kind});
  for (Split &split : splitList) {
    BasicBlock *block = split.call->getParent();
    split.block = block->splitBasicBlock(split.call->getIterator(), "split");
    split.next = split.block->splitBasicBlock(std::next(split.call->getIterator()), "region");
  }
  addRegion(body);
  for (const Split &split : splitList)
    addRegion(split.next);
  assert(none_of(regionList,
                 [&](const Region &region) {
                   return region.blocks.contains(&function.getEntryBlock());
                 }) &&
         "private arrays belong to all regions");
  regionsFound += regionList.size();
  LLVM_DEBUG(print(dbgs() << function.getName() << ":\n"));
}

void RegionGraph::print(raw_ostream &stream) const {
  for (auto [index, region] : enumerate(regionList)) {
    stream << "  region " << index << ": " << region.blocks.size() << " blocks, leads to";
    for (const unsigned split : region.exits)
      stream << ' ' << split + 1;
    stream << (region.returns ? " the end\n" : "\n");
  }
}

const Split *RegionGraph::splitIn(const BasicBlock *block) const {
  const auto *found =
      find_if(splitList, [block](const Split &split) { return split.block == block; });
  return found == splitList.end() ? nullptr : found;
}

void RegionGraph::addRegion(BasicBlock *entry) {
  Region region;
  region.entry = entry;
  region.blocks.insert(entry);
  for (unsigned index = 0; index != region.blocks.size(); ++index) {
    BasicBlock *block = region.blocks[index];
    if (const Split *split = splitIn(block)) {
      region.exits.push_back(split - splitList.begin());
      continue;
    }
    region.returns |= isa<ReturnInst>(block->getTerminator());
    region.blocks.insert(succ_begin(block), succ_end(block));
  }
  regionList.push_back(std::move(region));
}

} // namespace weft::compiler
