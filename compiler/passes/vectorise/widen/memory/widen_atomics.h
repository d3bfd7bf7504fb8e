// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of a gang.
//
// All lanes that update one address do so in lane order, with nothing between them: that is as if
// one update did it all. Where the result is not used, it is one of the lanes' operands combined;
// where it is used and the operation adds, each lane's result is the old value and what the lanes
// before it add. Neighbouring words whose old values nobody uses are updated several at a time
// (neighbour_atomics.h). Everything else goes lane by lane.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"
#include "compiler/passes/vectorise/widen/lanes/replication.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether lanes that update one address are served by a single update.
bool isCombinedOverLanes(const llvm::AtomicRMWInst &update);

class AtomicWidener {
public:
  AtomicWidener(const CostModel &costs, LaneValues &values, EmittedStrides &strides,
                Replicator &replicator, GangBuilder &gang)
      : costs(costs), values(values), strides(strides), replicator(replicator), gang(gang) {}

  /// Returns what the lanes get.
  llvm::Value *widen(llvm::AtomicRMWInst &update);

private:
  /// The operand of the one update, and what the lanes before each lane add; null if unused.
  struct Operands {
    llvm::Value *combined = nullptr;
    llvm::Value *before = nullptr;
  };
  Operands combine(llvm::AtomicRMWInst &update);
  Operands combineEqual(llvm::AtomicRMWInst &update);
  llvm::Value *activeOperands(llvm::AtomicRMWInst &update);
  llvm::Value *firstOfNeighbours(llvm::AtomicRMWInst &update);
  bool countsNarrowNumbers(const llvm::AtomicRMWInst &update);
  llvm::Value *ranks();
  llvm::Value *prefixSums(llvm::Value *vector);

  const CostModel &costs;
  LaneValues &values;
  EmittedStrides &strides;
  Replicator &replicator;
  GangBuilder &gang;
};

} // namespace weft::compiler
