// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that run once for each lane, in lane order.
//
// Copies for all lanes, one behind the other, each after a test of its lane if inactive ones must
// not run it, leave the optimiser the most to work with; but code, and the time that compiling it
// takes, grow with the lanes. Calls, which take their time in any case, and whatever exceeds a
// number of copies run in a loop over the active lanes instead. Operands and results are arrays in
// memory there, where a lane is found by its number.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include <functional>

namespace weft::compiler {

/// Of loops over lanes: neither worth unrolling nor to be vectorised once more.
llvm::MDNode *laneLoopProperties(llvm::LLVMContext &context);

class Replicator {
public:
  Replicator(LaneValues &values, GangBuilder &gang) : values(values), gang(gang) {}

  /// Runs the instruction for each lane, or at least for each active one. Returns the results of
  /// all lanes; null if there are none, and for vectors and structures, whose components it sets.
  llvm::Value *replicate(llvm::Instruction &instruction, bool onlyActive);

private:
  /// What the lanes' results are made of.
  struct Result {
    explicit Result(const llvm::Type &type);
    bool isWhole; ///< no vector and no structure
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
