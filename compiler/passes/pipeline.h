// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the passes, and their names for textual pipelines (passes.def).
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace weft::compiler {

/// From a linked spir64 module to work-group functions for `target` that call the region functions.
/// With -cl-opt-disable only passes that correctness needs run, here and below.
llvm::ModulePassManager buildRegionPipeline(const TargetDescription &target,
                                            const CompileOptions &options);

/// From a linked spir64 module to work-group functions and their description, before LLVM's
/// optimisations.
llvm::ModulePassManager buildKernelPipeline(const TargetDescription &target,
                                            const CompileOptions &options);

/// The whole pipeline: from a linked spir64 module to the input of code generation, with LLVM's O3.
llvm::ModulePassManager buildProgramPipeline(llvm::PassBuilder &builder,
                                             const TargetDescription &target,
                                             const CompileOptions &options);

/// Registers the passes' names for instrumentation (-print-after=, -time-passes).
void registerPassNames(llvm::PassInstrumentationCallbacks &callbacks);

/// Registers the passes for textual pipelines: those of passes.def, and the pipelines weft-prepare
/// (the passes before regions), weft-kernels (buildKernelPipeline) and weft-program
/// (buildProgramPipeline). Those that depend on options use `options` and their parameters in the
/// short form of parseShortOption: weft-vectorise<vectorise=8;without=strides>. Also registers the
/// analyses that passes use. `builder` and `machine`, which `target` describes, must outlive their
/// use.
void registerPasses(llvm::PassBuilder &builder, const TargetDescription &target,
                    const CompileOptions &options, const llvm::TargetMachine &machine);

} // namespace weft::compiler
