// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers printf to a call of the launch's printf sink.
//
// The device never reads the format. Each call packs its arguments into weft_printf_argument
// records (device/kernel_abi.h) in a private array, with kind, width and number of lanes from their
// IR types, and passes format, count and records to weft_launch::print. Clang has promoted small
// integers to i32 and floats to double; vectors stay vectors. So the host can apply the format's
// length modifiers.
#pragma once

#include "compiler/passes/support/passes/required_pass.h"

namespace weft::compiler {

/// Marks kernels that call printf (WEFT_KERNEL_USES_PRINTF).
inline constexpr llvm::StringLiteral usesPrintfAttribute = "weft-uses-printf";

class PrintfLoweringPass : public RequiredPass<PrintfLoweringPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler
