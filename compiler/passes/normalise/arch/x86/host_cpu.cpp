// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arch/host_cpu.h"

#include "compiler/interface/target/arch/x86/gather_mitigation.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
void LLVMInitializeX86AsmParser();
}

namespace weft::compiler {

using namespace llvm;

void initializeTarget() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
}

std::string hostTriple() { return sys::getDefaultTargetTriple(); }

std::string hostCpuName() { return sys::getHostCPUName().str(); }

std::vector<std::pair<std::string, bool>> hostCpuFeatures() {
  std::vector<std::pair<std::string, bool>> result;
  for (const auto &feature : sys::getHostCPUFeatures())
    result.emplace_back(feature.first().str(), feature.second);
  return result;
}

std::vector<std::string> hostAversions() {
  return areGathersSlow() ? std::vector<std::string>{"prefer-no-gather"}
                          : std::vector<std::string>{};
}

unsigned hostScalableBits() { return 0; }
unsigned scalableBitsOf(StringRef) { return 0; }

} // namespace weft::compiler
