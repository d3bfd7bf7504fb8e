// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/host_cpu.h"

#include "compiler/interface/target/arch/x86/gather_mitigation.h"

#include <cpuid.h>

namespace weft::compiler {
namespace {

enum Registers : unsigned { eax = 1, ebx = 2, ecx = 4, edx = 8 };

struct Leaf {
  std::uint32_t leaf, subleaf;
  unsigned registers; ///< those that describe the model, not the core (no APIC ids)
};

constexpr Leaf leaves[] = {
    {0, 0, ebx | ecx | edx}, {1, 0, eax | ecx | edx},
    {7, 0, ebx | ecx | edx}, {7, 1, eax | ebx | edx},
    {0xd, 1, eax},           {0x14, 0, ebx},
    {0x19, 0, ebx},          {0x1e, 1, eax},
    {0x24, 0, ebx},          {0x80000001, 0, ebx | ecx | edx},
    {0x80000008, 0, ebx},
};

/// The register state saved by the operating system; zero if unknown.
std::uint64_t enabledState(std::uint32_t leaf1Ecx) {
  if (!(leaf1Ecx & bit_OSXSAVE))
    return 0;
  std::uint32_t low, high;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

} // namespace

const char *architectureName() { return "x86_64"; }

std::string bestLevel() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4")   ? "x86-64-v4"
         : __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3"
         : __builtin_cpu_supports("x86-64-v2") ? "x86-64-v2"
                                               : "x86-64";
}

std::uint64_t largestPageBytes() { return 4096; }

Hash hashCpu() {
  Hasher hasher;
  // Each query takes microseconds in a virtual machine; __get_cpuid_count would make two.
  constexpr std::uint32_t extended = 0x80000000;
  const std::uint32_t last = __get_cpuid_max(0, nullptr);
  const std::uint32_t lastExtended = __get_cpuid_max(extended, nullptr);
  for (const Leaf &entry : leaves) {
    if (entry.leaf > (entry.leaf & extended ? lastExtended : last))
      continue;
    std::uint32_t registers[4];
    __cpuid_count(entry.leaf, entry.subleaf, registers[0], registers[1], registers[2],
                  registers[3]);
    for (unsigned i = 0; i < 4; ++i)
      hasher.add(entry.registers & (1u << i) ? registers[i] : 0);
    if (entry.leaf == 1)
      hasher.add(enabledState(registers[2]));
  }
  hasher.add(areGathersSlow());
  return hasher.finish();
}

} // namespace weft::compiler
