// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers printf to a call of the launch's printf sink.
//
// The device never reads the format: each call packs its arguments, with the kind, width and number
// of lanes that their IR types have, into weft_printf_argument records (device/kernel_abi.h) in a
// private array, and hands format, count and records to weft_launch::print. Clang has promoted
// small integers to i32 and floats to double, and vectors stay vectors, so that the host has all it
// needs to apply the format's length modifiers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Marks kernels that call printf (WEFT_KERNEL_USES_PRINTF).
inline constexpr llvm::StringLiteral usesPrintfAttribute = "weft-uses-printf";

class PrintfLoweringPass : public llvm::PassInfoMixin<PrintfLoweringPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
