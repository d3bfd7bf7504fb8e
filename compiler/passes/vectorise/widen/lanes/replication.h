// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions replicated for each lane, in lane order.
//
// Consecutive copies for all lanes, each after a test of its lane if inactive ones must not run it,
// give the optimiser the most opportunities; but code size and compile time grow with the lanes.
// Calls, which take their time in any case, and everything beyond a number of copies run in a loop
// over the active lanes instead. There, operands and results are arrays in memory, indexed by lane.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include <functional>

namespace weft::compiler {

/// For loops over lanes: neither to be unrolled nor vectorised again.
llvm::MDNode *laneLoopProperties(llvm::LLVMContext &context);

class Replicator {
public:
  Replicator(LaneValues &values, GangBuilder &gang) : values(values), gang(gang) {}

  /// Runs the instruction for each lane, or at least for each active one. Returns the results of
  /// all lanes; null if there are none, and for vectors and structures, whose components it sets.
  llvm::Value *replicate(llvm::Instruction &instruction, bool onlyActive);

private:
  /// The building blocks of the lanes' results.
  struct Result {
    explicit Result(const llvm::Type &type);
    bool isWhole; ///< not a vector or structure
    llvm::SmallVector<llvm::Type *> parts;
  };
  llvm::Value *partOf(llvm::Instruction &copy, unsigned number);
  llvm::Value *replicateUnrolled(llvm::Instruction &instruction, const Result &shape,
                                 bool onlyActive);
  Parts noResults(const Result &shape) const;
  Parts runInAllLanes(llvm::Instruction &instruction, const Result &shape, bool onlyActive);
  Parts runInActiveLanes(llvm::Instruction &instruction, const Result &shape);
  Parts runInLane(llvm::Instruction &instruction, const Result &shape, bool onlyActive,
                  const Parts &before, unsigned lane);
  llvm::Value *replicateInLoop(llvm::Instruction &instruction, const Result &shape);
  llvm::Value *finish(llvm::Instruction &instruction, const Result &shape, const Parts &parts);
  void emitLoop(llvm::function_ref<void(llvm::Value *)> body);
  std::function<llvm::Value *(llvm::Value *)> operandInLoop(llvm::Value *operand,
                                                            unsigned &slotNumber);
  llvm::AllocaInst *laneSlots(llvm::Type *element, unsigned number);
  void storeSlots(llvm::AllocaInst *slots, llvm::Value *vector);
  llvm::Value *loadSlots(llvm::AllocaInst *slots, llvm::Type *element);
  llvm::Value *slotOf(llvm::AllocaInst *slots, llvm::Value *lane);

  LaneValues &values;
  GangBuilder &gang;
  llvm::DenseMap<std::pair<llvm::Type *, unsigned>, llvm::AllocaInst *> slotArrays;
  unsigned copies = 0; ///< of instructions that run lane by lane without a loop
};

} // namespace weft::compiler
