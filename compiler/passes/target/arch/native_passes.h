// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of the architecture that weftc generates code for, and their places in the pipeline.
// Each architecture's folder defines all of these.
#pragma once

#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
}

namespace weft::compiler {

/// For the code of programs, before anything is inlined.
void addNativeNormalisation(llvm::ModulePassManager &passes);

/// After LLVM's optimisations and the lowering of shuffles: forms that its code generation for this
/// architecture does well.
void addNativeForms(llvm::FunctionPassManager &passes, bool optimize);

/// The last: after all passes over functions.
void addNativeConstants(llvm::ModulePassManager &passes);

/// Chooses how code without optimisation is selected, where LLVM's own choice is not good. The
/// machine's other settings are LLVM's defaults.
void chooseQuickSelector(llvm::TargetMachine &machine);

// By name, for tests. False if the architecture has no such pass.
bool parseNativePass(llvm::StringRef name, llvm::ModulePassManager &passes);
bool parseNativePass(llvm::StringRef name, llvm::FunctionPassManager &passes);
void registerNativePassNames(llvm::PassInstrumentationCallbacks &callbacks);

} // namespace weft::compiler
