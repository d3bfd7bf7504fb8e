// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module/features.h"

#include "compiler/interface/target/spirv_features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace weft::compiler::spirv {

using namespace llvm;

namespace {

class FeatureCheck {
public:
  explicit FeatureCheck(std::string &log) : log(log) {}

  void refuse(const Twine &text) {
    log += ("error: " + text + "\n").str();
    isGood = false;
  }

  void checkVersion(std::uint32_t version) {
    constexpr std::uint32_t oldest = 0x00010000, newest = oldest | newestSpirvMinor << 8;
    if (version < oldest || version > newest)
      refuse("SPIR-V " + Twine(version >> 16) + "." + Twine(version >> 8 & 0xff) +
             " is not supported; versions 1.0 to 1.6 are");
  }

  void checkModels(const ModuleInfo &module) {
    if (module.addressingModel == spv::AddressingModelPhysical32)
      refuse("addressing model Physical32 is not supported: pointers have 64 bits");
    else if (module.addressingModel != spv::AddressingModelPhysical64)
      refuse("the addressing model is not Physical64, as OpenCL requires");
    if (module.memoryModel != spv::MemoryModelOpenCL)
      refuse("the memory model is not OpenCL");
    for (const EntryPoint &entry : module.entryPoints)
      if (entry.model != spv::ExecutionModelKernel)
        refuse("entry point '" + entry.name + "' is not a kernel");
  }

  std::string &log;
  bool isGood = true;
};

} // namespace

bool checkFeatures(const ModuleInfo &module, std::string &log) {
  FeatureCheck check(log);
  check.checkVersion(module.instructions().version);
  for (const std::uint32_t declared : module.capabilities)
    if (!is_contained(spirvCapabilities(), declared))
      check.refuse("SPIR-V capability " + capabilityName(declared) + " is not supported");
  for (const std::string &declared : module.extensions)
    if (!is_contained(spirvExtensions(), StringRef(declared)))
      check.refuse("SPIR-V extension " + declared + " is not supported");
  if (check.isGood)
    check.checkModels(module);
  return check.isGood;
}

bool isInGrammarOfTools(const ModuleInfo &module) {
  return all_of(module.capabilities, isCapabilityInGrammar) &&
         all_of(module.instructions().list,
                [](const Instruction &instruction) { return isInGrammar(instruction.op); });
}

} // namespace weft::compiler::spirv
