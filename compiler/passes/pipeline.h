// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the passes, and their names for textual pipelines (passes.def).
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace weft::compiler {

/// From a linked spir64 module to work-group functions for `target`, with regions left as calls.
/// With -cl-opt-disable only what correctness needs runs, here and below.
llvm::ModulePassManager buildRegionPipeline(const TargetDescription &target,
                                            const CompileOptions &options);

/// From a linked spir64 module to work-group functions and their description, before LLVM's
/// optimisations.
llvm::ModulePassManager buildKernelPipeline(const TargetDescription &target,
                                            const CompileOptions &options);

/// All of it: from a linked spir64 module to what code generation takes, LLVM's O3 among it.
llvm::ModulePassManager buildProgramPipeline(llvm::PassBuilder &builder,
                                             const TargetDescription &target,
                                             const CompileOptions &options);

/// Makes instrumentation (-print-after=, -time-passes) call the passes by their names.
void registerPassNames(llvm::PassInstrumentationCallbacks &callbacks);

/// Makes the passes known to textual pipelines: those of passes.def, and the pipelines
/// weft-prepare (what precedes regions), weft-kernels (buildKernelPipeline) and weft-program
/// (buildProgramPipeline). Those that depend on options take `options`, and what stands behind
/// their names in the short form of parseShortOption: weft-vectorise<vectorise=8;without=strides>.
/// Registers the analyses that passes ask for, too. `builder` and `machine`, for which `target`
/// stands, must outlive their use.
void registerPasses(llvm::PassBuilder &builder, const TargetDescription &target,
                    const CompileOptions &options, const llvm::TargetMachine &machine);

} // namespace weft::compiler
