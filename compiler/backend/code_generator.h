// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes and code generation.
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/options/tier.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// How much code generation does for a tier.
llvm::CodeGenOptLevel codeGenerationLevel(const CompileOptions &options, Tier tier);

/// The pipelines of passes/pipeline.h.
enum class PassStage {
  Module,   ///< once for all kernels
  Regions,  ///< after that: until the regions, which stay functions
  Findings, ///< after that, instead of code: remarks on what is wrong
  Program,  ///< after that: everything
};

/// Runs a pipeline. Errors go to the context's diagnostic handler.
void runPasses(llvm::Module &module, llvm::TargetMachine &machine, const CompileOptions &options,
               PassStage stage, Tier tier = Tier::Best);

/// False when the target cannot emit such a file.
bool generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                  llvm::CodeGenFileType fileType, llvm::SmallVectorImpl<char> &output);

} // namespace weft::compiler
