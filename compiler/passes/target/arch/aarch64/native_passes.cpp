// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/native_passes.h"

#include "compiler/passes/target/arch/aarch64/masked_pieces.h"
#include "compiler/passes/target/llvm_bugs/float_workarounds.h"

#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"

namespace weft::compiler {

using namespace llvm;

void addNativeNormalisation(ModulePassManager &) {}

// The indices of consecutive vectors differ by constants. Loads and stores add either a constant or
// an index to a base, so the constants move out of the indices.
void addNativeForms(FunctionPassManager &passes, bool optimize) {
  passes.addPass(MaskedPiecesPass());
  passes.addPass(FloatWorkaroundsPass());
  if (optimize) {
    passes.addPass(SeparateConstOffsetFromGEPPass(/*LowerGEP=*/true));
    passes.addPass(EarlyCSEPass());
  }
}

void addNativeConstants(ModulePassManager &) {}

// FastISel, which LLVM chooses for a machine that can optimise too, computes wrong results of
// random kernels. Clang's -O0 uses GlobalISel here, with SelectionDAG for what that cannot select.
void chooseQuickSelector(TargetMachine &machine) {
  machine.setGlobalISel(true);
  machine.setGlobalISelAbort(GlobalISelAbortMode::Disable);
}

bool parseNativePass([[maybe_unused]] StringRef name, [[maybe_unused]] ModulePassManager &passes) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  if (name == (NAME)) {                                                                            \
    passes.addPass(CREATE_PASS);                                                                   \
    return true;                                                                                   \
  }
#include "compiler/passes/target/arch/aarch64/passes.def"
  return false;
}

bool parseNativePass([[maybe_unused]] StringRef name,
                     [[maybe_unused]] FunctionPassManager &passes) {
#define FUNCTION_PASS(NAME, CREATE_PASS)                                                           \
  if (name == (NAME)) {                                                                            \
    passes.addPass(CREATE_PASS);                                                                   \
    return true;                                                                                   \
  }
#include "compiler/passes/target/arch/aarch64/passes.def"
  return false;
}

void registerNativePassNames(PassInstrumentationCallbacks &callbacks) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  callbacks.addClassToPassName(decltype(CREATE_PASS)::name(), NAME);
#define FUNCTION_PASS(NAME, CREATE_PASS) MODULE_PASS(NAME, CREATE_PASS)
#include "compiler/passes/target/arch/aarch64/passes.def"
}

} // namespace weft::compiler
