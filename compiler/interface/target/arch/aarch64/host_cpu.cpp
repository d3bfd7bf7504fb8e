// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/host_cpu.h"

#include <sys/auxv.h>

namespace weft::compiler {

const char *architectureName() { return "aarch64"; }

std::string bestLevel() { return {}; }

std::uint64_t largestPageBytes() { return 65536; }

Hash hashCpu() {
  Hasher hasher;
  const unsigned long capabilities = getauxval(AT_HWCAP);
  hasher.add(capabilities).add(getauxval(AT_HWCAP2));
  constexpr unsigned long cpuidCapability = 1ul << 11; // the kernel emulates reads of MIDR_EL1
  if (capabilities & cpuidCapability) {
    std::uint64_t midr;
    asm("mrs %0, MIDR_EL1" : "=r"(midr));
    hasher.add(midr);
  }
  return hasher.finish();
}

} // namespace weft::compiler
