// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/host_cpu.h"

#include "compiler/interface/target/arch/aarch64/capabilities.h"

namespace weft::compiler {

const char *architectureName() { return "aarch64"; }

std::string bestLevel() { return {}; }

std::uint64_t largestPageBytes() { return 65536; }

Hash hashCpu() {
  const Capabilities &cpu = capabilities();
  return Hasher().add(cpu.hwcap).add(cpu.hwcap2).add(cpu.midr).add(cpu.scalableBits).finish();
}

} // namespace weft::compiler
