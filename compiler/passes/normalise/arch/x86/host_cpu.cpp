// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/arch/host_cpu.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

namespace weft::compiler {

using namespace llvm;

std::string hostCpuName() { return sys::getHostCPUName().str(); }

std::vector<std::pair<std::string, bool>> hostCpuFeatures() {
  std::vector<std::pair<std::string, bool>> result;
  for (const auto &feature : sys::getHostCPUFeatures())
    result.emplace_back(feature.first().str(), feature.second);
  return result;
}

unsigned hostScalableBits() { return 0; }
unsigned scalableBitsOf(StringRef) { return 0; }

} // namespace weft::compiler
