// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic updates of a gang.
//
// All lanes that update one address do so in lane order, with nothing in between: that is
// equivalent to a single update. If the result is unused, its operand combines the lanes' operands;
// if it is used and the operation adds, each lane's result is the old value plus the earlier lanes'
// operands. Neighbouring words whose old values are unused are updated several at a time
// (neighbour_atomics.h). Everything else runs lane by lane.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"
#include "compiler/passes/vectorise/widen/lanes/replication.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

/// Whether a single update serves all lanes that update one address.
bool isCombinedOverLanes(const llvm::AtomicRMWInst &update);

class AtomicWidener {
public:
  AtomicWidener(const CostModel &costs, LaneValues &values, EmittedStrides &strides,
                Replicator &replicator, GangBuilder &gang)
      : costs(costs), values(values), strides(strides), replicator(replicator), gang(gang) {}

  /// Returns the lanes' results.
  llvm::Value *widen(llvm::AtomicRMWInst &update);

private:
  /// The operand of the single update, and the sum of each lane's predecessors; null if unused.
  struct Operands {
    llvm::Value *combined = nullptr;
    llvm::Value *before = nullptr;
  };
  Operands combine(llvm::AtomicRMWInst &update);
  Operands combineEqual(llvm::AtomicRMWInst &update);
  llvm::Value *activeOperands(llvm::AtomicRMWInst &update);
  llvm::Value *firstOfNeighbours(llvm::AtomicRMWInst &update);
  llvm::Value *ranks();
  llvm::Value *prefixSums(llvm::Value *vector);

  const CostModel &costs;
  LaneValues &values;
  EmittedStrides &strides;
  Replicator &replicator;
  GangBuilder &gang;
};

} // namespace weft::compiler
