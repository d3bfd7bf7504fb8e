// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/native_passes.h"

#include "compiler/passes/target/arch/named_passes.h"
#include "compiler/passes/target/arch/x86/constant_operands.h"
#include "compiler/passes/target/arch/x86/inline_assembly.h"
#include "compiler/passes/target/arch/x86/masks/mask_forms.h"
#include "compiler/passes/target/llvm_bugs/workarounds.h"

#include <tuple>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr std::tuple modulePasses{
    NamedPass<ConstantOperandsPass>{"weft-constant-operands"},
};
constexpr std::tuple functionPasses{
    NamedPass<InlineAssemblyPass>{"weft-inline-assembly"},
    NamedPass<MaskFormsPass>{"weft-mask-forms"},
    NamedPass<WorkaroundsPass>{"weft-workarounds"},
};

} // namespace

void addNativeNormalisation(ModulePassManager &passes) {
  passes.addPass(createModuleToFunctionPassAdaptor(InlineAssemblyPass()));
}

void addNativeForms(FunctionPassManager &passes, bool optimize) {
  if (optimize)
    passes.addPass(MaskFormsPass());
  passes.addPass(WorkaroundsPass());
}

void addNativeConstants(ModulePassManager &passes) { passes.addPass(ConstantOperandsPass()); }

void chooseQuickSelector(TargetMachine &) {}

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
