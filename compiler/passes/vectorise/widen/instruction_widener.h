// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits gang code for one instruction of the source.
//
// Uniform instructions stay scalar. A varying one becomes a vector operation, directly or through
// the component for its kind: memory accesses, atomics, calls, divisions, sub-group operations,
// vector types, and replication for everything without a vector operation. A strided integer is its
// base plus a constant vector.
#pragma once

#include "compiler/passes/vectorise/widen/memory/widen_atomics.h"
#include "compiler/passes/vectorise/widen/memory/widen_memory.h"
#include "compiler/passes/vectorise/widen/widen_calls.h"
#include "compiler/passes/vectorise/widen/widen_components.h"
#include "compiler/passes/vectorise/widen/widen_division.h"
#include "compiler/passes/vectorise/widen/widen_sub_groups.h"
#include "compiler/passes/vectorise/widen/widening_source.h"

namespace weft::compiler {

class InstructionWidener {
public:
  InstructionWidener(const WideningSource &source, LaneValues &values, GangBuilder &gang);

  /// Before the parameters, if gangs are work-items of several dimensions.
  void setLinearGangs(const LinearGangs &gangs) { scalars.setLinearGangs(gangs); }

  /// A parameter of the source, and its value in lane 0.
  void setParameter(const llvm::Argument &original, llvm::Argument &copy);
  /// An instruction other than a phi or terminator.
  void widen(llvm::Instruction &instruction);

private:
  void copyScalar(llvm::Instruction &instruction);
  bool placeLaneNumber(llvm::Instruction &instruction);
  llvm::Value *agreement(llvm::Value &condition);
  llvm::Value *agreementOfEnds(llvm::Value &condition);
  void placeLaneArray(llvm::AllocaInst &array);
  bool widenFromStride(llvm::Instruction &instruction);
  bool widenByKind(llvm::Instruction &instruction);
  llvm::Value *widenArray(llvm::AllocaInst &array);
  llvm::Value *widenElementwise(llvm::Instruction &instruction);
  llvm::Value *widenAddress(llvm::GetElementPtrInst &address);
  llvm::Value *widenSelect(llvm::SelectInst &select);
  void setResult(llvm::Instruction &instruction, llvm::Value *wide);

  const InterleavedRecords &records;
  LaneValues &values;
  GangBuilder &gang;
  EmittedStrides strides;
  LaneScalars scalars;
  Replicator replicator;
  MemoryWidener memory;
  AtomicWidener atomics;
  CallWidener calls;
  DivisionWidener divisions;
  SubGroupWidener subGroups;
  ComponentWidener components;
};

} // namespace weft::compiler
