// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares each memory access with the object that its pointer came from (provenance.h).
//
// An access of n bytes is inside if its offset is less than the object's size - n + 1, or than 0 if
// the object is smaller than n: one comparison without sign. Neighbouring accesses of a block
// whose offsets can be computed before the first of them are checked together:
//
//   br all_lanes(inside1 & inside2), hot, cold
//   hot:  the instructions from the first access to the last, as they were
//   cold: a copy of them, in which each access has a branch of its own: a work-item that is outside
//         reports it instead, reads 0, and writes nothing
//
// What does not depend on the accesses is computed before the check, so addresses that are used
// behind it have no second copy. Uniform addresses and others are checked apart, so that uniform
// values remain uniform.
//
// all_lanes (lane_functions.h) is the same for a gang, so the hot code keeps the mask of the block,
// and its accesses their form. In code for one work-item it is its operand (single_lanes.h).
// Addresses that follow each other are compared in the first lane and in the last
// (widen/instruction_widener.cpp). Where offsets are sums of ids and loop counters, most gangs run
// without checks (vectorise/prepare/loops/index_set_splitting.h).
//
// LLVM's passes remove constant indices outside of private arrays, which they know to be wrong. So
// accesses to private arrays are checked before, with BoundsChecksPass::Scope::Private, once
// variables in registers are values. Everything else comes when structures are values too.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class BoundsChecksPass : public RequiredPass<BoundsChecksPass> {
public:
  enum class Scope {
    Private, ///< private arrays alone
    Other    ///< what has not been checked
  };
  explicit BoundsChecksPass(Scope scope) : scope(scope) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  Scope scope;
};

} // namespace weft::compiler
