// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes `volatile` from accesses to local memory.
//
// Only the work-items of a group see its local memory, and they run one after another, or as lanes
// of a gang, from one barrier to the next. So nobody can observe the order or the number of
// accesses between barriers: what other work-items write comes after a barrier, and no access moves
// across that. Lanes would perform volatile accesses one by one. Atomic accesses stay.
//
// Accesses also stay volatile where a work-item compares what it has stored with what it reads
// back. Programs find out in this way which of several work-items was the last to write, and the
// others retry. Lanes of a gang do so together, so each must read what memory holds.
//
// The typical kernels have no such memory, but reductions and scans written for GPUs have, among
// them those of OpenCV. Without the pass, the typical tree reduction on volatile memory takes 5.5
// times as long, and the scans of Hillis-Steele and Blelloch 6.5 and 1.8 times.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class LocalVolatilePass : public RequiredPass<LocalVolatilePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
