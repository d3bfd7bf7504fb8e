// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/native_passes.h"

#include "compiler/passes/target/arch/aarch64/masked_pieces.h"
#include "compiler/passes/target/arch/named_passes.h"
#include "compiler/passes/target/llvm_bugs/float_workarounds.h"

#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"

#include <tuple>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr std::tuple<> modulePasses;
constexpr std::tuple functionPasses{
    NamedPass<MaskedPiecesPass>{"weft-masked-pieces"},
    NamedPass<FloatWorkaroundsPass>{"weft-float-workarounds"},
};

} // namespace

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

bool parseNativePass(StringRef name, ModulePassManager &passes) {
  return addNamedPass(modulePasses, name, passes);
}

bool parseNativePass(StringRef name, FunctionPassManager &passes) {
  return addNamedPass(functionPasses, name, passes);
}

void registerNativePassNames(PassInstrumentationCallbacks &callbacks) {
  registerNames(modulePasses, callbacks);
  registerNames(functionPasses, callbacks);
}

} // namespace weft::compiler
