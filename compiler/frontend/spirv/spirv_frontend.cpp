// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/spirv_frontend.h"

#include "compiler/frontend/relaxed_functions.h"
#include "compiler/frontend/spirv/module/features.h"
#include "compiler/frontend/spirv/module/validation.h"
#include "compiler/frontend/spirv/translation.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

using namespace llvm;

// Clang's data layout for spir64.
constexpr StringLiteral dataLayout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

bool isValidIr(const Module &module, std::string &log) {
  std::string problem;
  raw_string_ostream stream(problem);
  if (!verifyModule(module, &stream))
    return true;
  log += "error: the SPIR-V module is not valid: " + problem + "\n";
  return false;
}

std::unique_ptr<Module> translate(LLVMContext &context, std::string_view bytes,
                                  const Specialisations &specialisations, bool hasLines,
                                  std::string &log) {
  std::string problem;
  auto instructions = spirv::readInstructions(bytes, problem);
  if (!instructions) {
    log += "error: " + problem + "\n";
    return nullptr;
  }
  const spirv::ModuleInfo source(std::move(*instructions));
  if (!spirv::checkFeatures(source, log) || !spirv::validate(source, log))
    return nullptr;
  auto module = std::make_unique<Module>("spirv", context);
  module->setTargetTriple(Triple("spir64-unknown-unknown"));
  module->setDataLayout(dataLayout);
  spirv::Translation translation(source, specialisations, *module, log);
  if (hasLines)
    translation.addLines();
  if (!translation.run() || !isValidIr(*module, log))
    return nullptr;
  return module;
}

// Like Clang's message.
void promiseUniformGroups(Module &module) {
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL)
      function.addFnAttr("uniform-work-group-size", "true");
}

} // namespace

FrontendResult translateSpirv(LLVMContext &context, std::string_view bytes,
                              const Specialisations &specialisations,
                              const CompileOptions &options) {
  FrontendResult result;
  result.isRepeatable = true;
  result.module = translate(context, bytes, specialisations, options.needsLines(), result.log);
  if (result.module && options.usesRelaxedFunctions())
    useRelaxedFunctions(*result.module);
  if (result.module)
    useFiniteForms(*result.module);
  if (result.module && options.uniformWorkGroupSize)
    promiseUniformGroups(*result.module);
  return result;
}

} // namespace weft::compiler
