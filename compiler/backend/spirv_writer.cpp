// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/backend/spirv_writer.h"

#include "compiler/backend/code_generator.h"
#include "compiler/backend/diagnostics.h"
#include "device/base/bytes.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <spirv/unified1/spirv.hpp>

extern "C" {
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

namespace weft::compiler {

using namespace llvm;

namespace {

// By default LLVM's back end uses no extensions. These are needed by built-ins of OpenCL C; an
// option of the caller overrides them.
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

// Minimal, so that the module stays close to its source.
void optimise(Module &module, TargetMachine &machine, OptimizationLevel level) {
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
  ModulePassManager passes = level == OptimizationLevel::O0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

// LLVM gives null events an operand that OpConstantNull does not have.
std::vector<std::uint32_t> withPlainNulls(ArrayRef<char> bytes) {
  constexpr std::size_t headerWords = 5, nullWords = 3;
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> result(words.begin(), words.begin() + headerWords);
  for (std::size_t at = headerWords; at != words.size();) {
    const std::size_t count = words[at] >> spv::WordCountShift;
    const std::uint32_t op = words[at] & spv::OpCodeMask;
    const bool isNull = op == spv::OpConstantNull;
    const std::size_t kept = isNull ? std::min(count, nullWords) : count;
    result.push_back(static_cast<std::uint32_t>(kept) << spv::WordCountShift | op);
    result.insert(result.end(), words.begin() + at + 1, words.begin() + at + kept);
    at += count;
  }
  return result;
}

} // namespace

std::vector<std::byte> writeSpirv(Module &module, bool optimises, std::string &log) {
  const DiagnosticScope diagnostics(module.getContext(), log);
  std::string problem = "LLVM has no back end for SPIR-V";
  const std::unique_ptr<TargetMachine> machine = spirvMachine(problem);
  if (!machine) {
    log += "error: " + problem + "\n";
    return {};
  }
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
  optimise(module, *machine, optimises ? OptimizationLevel::O1 : OptimizationLevel::O0);
  SmallVector<char, 0> words;
  if (!generateCode(module, *machine, CodeGenFileType::ObjectFile, words) || diagnostics.failed()) {
    log += "error: code generation failed\n";
    return {};
  }
  const std::vector<std::uint32_t> mended = withPlainNulls(words);
  return copyBytes(
      {reinterpret_cast<const char *>(mended.data()), mended.size() * sizeof(mended[0])});
}

} // namespace weft::compiler
