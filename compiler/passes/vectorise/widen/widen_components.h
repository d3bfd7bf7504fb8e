// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of a gang that extract components from vectors and insert them, and those that
// extract members of structures.
//
// Preparation leaves vector-typed values that are loaded, stored, passed to calls or bitcast. Such
// a value is a list of components, and extracting or inserting one is free.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"

#include "llvm/IR/Instructions.h"

namespace weft::compiler {

class ComponentWidener {
public:
  ComponentWidener(LaneValues &values, GangBuilder &gang) : values(values), gang(gang) {}

  /// False if the instruction does not handle components.
  bool widen(llvm::Instruction &instruction);

private:
  bool take(llvm::ExtractElementInst &instruction);
  bool take(llvm::ExtractValueInst &instruction);
  bool put(llvm::InsertElementInst &instruction);
  bool shuffle(llvm::ShuffleVectorInst &instruction);
  bool cast(llvm::BitCastInst &instruction);

  LaneValues &values;
  GangBuilder &gang;
};

} // namespace weft::compiler
