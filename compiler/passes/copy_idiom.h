// Turns copies that a work-group makes by hand into one copy of the group.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0)) tile[i] = source[base + i];
//   barrier(CLK_LOCAL_MEM_FENCE);
//
// Together the work-items copy the elements below n, once for each row of the group. Where nothing
// but arithmetic lies between the loop and the barrier, n and both bases are the same for the whole
// group, and no work-item may have returned before, the loop and its barrier become a group step
// that copies n elements. That holds for copies into local memory and out of it. The counter may be
// narrower than an address: as both sides are accessed below n and one of them is local memory, n
// is small wherever the program is defined. The steps are those of the built-in copies.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Asks for the group steps of the built-in copies, to be called before the kernel library is
/// linked: in a program with barriers, the pass may need them.
void requestCopySteps(llvm::Module &module);

class CopyIdiomPass : public llvm::PassInfoMixin<CopyIdiomPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
