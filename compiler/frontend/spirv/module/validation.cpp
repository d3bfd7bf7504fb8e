// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/validation.h"

#include "compiler/frontend/spirv/module/features.h"

#include <spirv-tools/libspirv.h>

#include <memory>
#include <vector>

namespace weft::compiler::spirv {

namespace {

template <auto destroy> struct Destroy {
  template <typename T> void operator()(T *object) const { destroy(object); }
};
using Context = std::unique_ptr<spv_context_t, Destroy<spvContextDestroy>>;
using Diagnostic = std::unique_ptr<spv_diagnostic_t, Destroy<spvDiagnosticDestroy>>;
using Options = std::unique_ptr<spv_validator_options_t, Destroy<spvValidatorOptionsDestroy>>;

// Instructions with an id that is not checked become OpUndef. LLVM gives printf its format as an
// array, which SPIRV-Tools refuses.
bool isUnchecked(const ModuleInfo &module, const Instruction &instruction) {
  return instruction.op == spv::OpExtInst && instruction[1] == OpenCLLIB::Printf &&
         module.importedSet(instruction[0]) == "OpenCL.std";
}

std::vector<std::uint32_t> wordsToValidate(const ModuleInfo &module) {
  const Instructions &source = module.instructions();
  constexpr std::size_t headerWords = 5;
  std::vector<std::uint32_t> words(source.words.begin(), source.words.begin() + headerWords);
  for (const Instruction &instruction : source.list) {
    if (isUnchecked(module, instruction)) {
      constexpr std::uint32_t count = 3;
      words.insert(words.end(), {count << spv::WordCountShift | spv::OpUndef, instruction.type,
                                 instruction.result});
      continue;
    }
    const auto first = source.words.begin() + instruction.word;
    words.insert(words.end(), first, first + (*first >> spv::WordCountShift));
  }
  return words;
}

} // namespace

bool validate(const ModuleInfo &module, std::string &log) {
  if (!isInGrammarOfTools(module))
    return true;
  const std::vector<std::uint32_t> words = wordsToValidate(module);
  // The environments of OpenCL refuse versions that the device accepts.
  const Context context(spvContextCreate(SPV_ENV_UNIVERSAL_1_6));
  const Options options(spvValidatorOptionsCreate());
  spv_const_binary_t binary = {words.data(), words.size()};
  spv_diagnostic message = nullptr;
  const spv_result_t result =
      spvValidateWithOptions(context.get(), options.get(), &binary, &message);
  const Diagnostic owner(message);
  if (result == SPV_SUCCESS)
    return true;
  log += "error: the SPIR-V module is not valid: ";
  log += message && message->error ? message->error : "SPIRV-Tools does not say why";
  log += "\n";
  return false;
}

} // namespace weft::compiler::spirv
