// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the passes, and their names for textual pipelines (passes.def).
#pragma once

#include "compiler/options/compile_options.h"
#include "compiler/options/tier.h"
#include "compiler/passes/normalise/retarget.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace weft::compiler {

/// What is done once for all kernels of a linked spir64 module: after it the module is one of
/// `target`, and has no error that a later pass would find. The other pipelines follow it.
llvm::ModulePassManager buildModulePipeline(const TargetDescription &target);

/// From there to work-group functions that call the region functions.
/// With -cl-opt-disable only passes that correctness needs run, here and below.
llvm::ModulePassManager buildRegionPipeline(const CompileOptions &options);

/// Instead of code: remarks on what is wrong in the kernels (passes/checked/findings/).
llvm::ModulePassManager buildFindingsPipeline();

/// To work-group functions and their description, before LLVM's optimisations.
llvm::ModulePassManager buildKernelPipeline(const CompileOptions &options, Tier tier);

/// To the input of code generation, with LLVM's optimisations (optimisations.h).
llvm::ModulePassManager buildProgramPipeline(const CompileOptions &options, Tier tier);

/// Registers the passes' names for instrumentation (-print-after=, -time-passes).
void registerPassNames(llvm::PassInstrumentationCallbacks &callbacks);

/// Registers the passes for textual pipelines: those of passes.def, and the pipelines weft-prepare
/// (the passes before regions), weft-kernels (buildKernelPipeline) and weft-program
/// (buildProgramPipeline), both for the best code and with buildModulePipeline before. Those that
/// depend on options use `options` and their parameters in the short form of parseShortOption:
/// weft-vectorise<vectorise=8;without=strides>. Also registers the analyses that passes use.
/// `builder` and `machine`, which `target` describes, must outlive their use.
void registerPasses(llvm::PassBuilder &builder, const TargetDescription &target,
                    const CompileOptions &options, const llvm::TargetMachine &machine);

} // namespace weft::compiler
