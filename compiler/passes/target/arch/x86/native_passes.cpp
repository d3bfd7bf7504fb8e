// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/target/arch/native_passes.h"

#include "compiler/passes/target/arch/x86/constant_operands.h"
#include "compiler/passes/target/arch/x86/inline_assembly.h"
#include "compiler/passes/target/arch/x86/masks/mask_forms.h"
#include "compiler/passes/target/llvm_bugs/workarounds.h"

namespace weft::compiler {

using namespace llvm;

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

bool parseNativePass([[maybe_unused]] StringRef name, [[maybe_unused]] ModulePassManager &passes) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  if (name == (NAME)) {                                                                            \
    passes.addPass(CREATE_PASS);                                                                   \
    return true;                                                                                   \
  }
#include "compiler/passes/target/arch/x86/passes.def"
  return false;
}

bool parseNativePass([[maybe_unused]] StringRef name,
                     [[maybe_unused]] FunctionPassManager &passes) {
#define FUNCTION_PASS(NAME, CREATE_PASS)                                                           \
  if (name == (NAME)) {                                                                            \
    passes.addPass(CREATE_PASS);                                                                   \
    return true;                                                                                   \
  }
#include "compiler/passes/target/arch/x86/passes.def"
  return false;
}

void registerNativePassNames(PassInstrumentationCallbacks &callbacks) {
#define MODULE_PASS(NAME, CREATE_PASS)                                                             \
  callbacks.addClassToPassName(decltype(CREATE_PASS)::name(), NAME);
#define FUNCTION_PASS(NAME, CREATE_PASS) MODULE_PASS(NAME, CREATE_PASS)
#include "compiler/passes/target/arch/x86/passes.def"
}

} // namespace weft::compiler
