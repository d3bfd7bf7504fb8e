// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a linked spir64 module into one for the host.
//
// The module gets the host's triple and data layout. Both layouts give every OpenCL type the same
// size and alignment, so memory offsets in the IR stay valid. SPIR calling conventions become C's;
// kernels get the attribute `weft-kernel`. Events, images and samplers, opaque in spir64, become
// i64; functions with such types in their signature are rebuilt, and attributes record their
// parameters' former types. A function of the program with a name from the C library is renamed, so
// that LLVM does not mistake it for the library's. The target's attributes replace Clang's target
// and optimisation attributes. Locations of variables in debug information lose their address
// spaces. Only functions that end a region keep `convergent`.
#pragma once

#include "compiler/passes/normalise/target_description.h"
#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

class RetargetPass : public RequiredPass<RetargetPass> {
public:
  explicit RetargetPass(TargetDescription target) : target(std::move(target)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetDescription target;
};

} // namespace weft::compiler
