// The order of the passes, and their names for textual pipelines.
#pragma once

#include "compiler/passes/retarget.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace weft::compiler {

/// Everything from a linked spir64 module to work-group functions for `target` and their
/// description. Unless `optimize` is set, only what correctness needs runs.
llvm::ModulePassManager buildKernelPipeline(const TargetDescription &target, bool optimize);

/// The same up to work-group functions, with regions left as calls.
llvm::ModulePassManager buildRegionPipeline(const TargetDescription &target, bool optimize);

/// Makes the passes known by name: weft-retarget, weft-inline, weft-safe-division, weft-printf,
/// weft-kernel-arguments, weft-local-memory, weft-prepare, weft-work-group, weft-regions (the same,
/// with region functions left as calls), weft-vectorise (that with vector versions),
/// weft-bundle-form, weft-describe, weft-streaming-stores (not part of the kernel pipeline: it
/// follows LLVM's optimisations), and weft-kernels for all of them.
void registerPasses(llvm::PassBuilder &builder);

} // namespace weft::compiler
