// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/spirv_writer.h"

#include "compiler/backend/code_generator.h"
#include "compiler/backend/diagnostics.h"
#include "device/base/bytes.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"

extern "C" {
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

namespace weft::compiler {

using namespace llvm;

namespace {

// LLVM's back end uses no extension by itself. Those here are what built-ins of OpenCL C need; an
// option of the caller stands.
void allowExtensions() {
  const StringRef name = "spirv-ext";
  cl::Option *option = cl::getRegisteredOptions().lookup(name);
  if (option && option->getNumOccurrences() == 0)
    option->addOccurrence(1, name,
                          "+SPV_KHR_subgroup_rotate,+SPV_KHR_uniform_group_instructions,"
                          "+SPV_INTEL_subgroups");
}

std::unique_ptr<TargetMachine> spirvMachine(std::string &problem) {
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTarget();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeSPIRVAsmPrinter();
  allowExtensions();
  const Triple triple("spirv64-unknown-unknown");
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  return target ? std::unique_ptr<TargetMachine>(
                      target->createTargetMachine(triple, "", "", TargetOptions(), std::nullopt))
                : nullptr;
}

// Little, so that the module stays close to its source.
void optimise(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1).run(module, modules);
}

} // namespace

std::vector<std::byte> writeSpirv(Module &module, std::string &log) {
  const DiagnosticScope diagnostics(module.getContext(), log);
  std::string problem = "LLVM has no back end for SPIR-V";
  const std::unique_ptr<TargetMachine> machine = spirvMachine(problem);
  if (!machine) {
    log += "error: " + problem + "\n";
    return {};
  }
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
  optimise(module, *machine);
  SmallVector<char, 0> words;
  if (!generateCode(module, *machine, CodeGenFileType::ObjectFile, words) || diagnostics.failed()) {
    log += "error: code generation failed\n";
    return {};
  }
  return copyBytes({words.data(), words.size()});
}

} // namespace weft::compiler
