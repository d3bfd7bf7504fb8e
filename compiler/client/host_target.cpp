// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's instruction set as one short name. It is made of everything that LLVM's host detection
// looks at, so it changes whenever LLVM would generate other code.
#include "compiler/client/binary.h"
#include "compiler/client/hash.h"
#include "device/base/once.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__linux__)
#include <sys/auxv.h>
#endif

namespace weft::compiler {
namespace {

#if defined(__x86_64__) || defined(__i386__)

constexpr const char *architecture = "x86_64";

enum Registers : unsigned { eax = 1, ebx = 2, ecx = 4, edx = 8 };

struct Leaf {
  std::uint32_t leaf, subleaf;
  unsigned registers; ///< those that describe the model and not the core (no APIC ids)
};

constexpr Leaf leaves[] = {
    {0, 0, ebx | ecx | edx}, {1, 0, eax | ecx | edx},
    {7, 0, ebx | ecx | edx}, {7, 1, eax | ebx | edx},
    {0xd, 1, eax},           {0x14, 0, ebx},
    {0x19, 0, ebx},          {0x1e, 1, eax},
    {0x24, 0, ebx},          {0x80000001, 0, ebx | ecx | edx},
    {0x80000008, 0, ebx},
};

/// The register state that the operating system saves; zero where it does not tell.
std::uint64_t enabledState(std::uint32_t leaf1Ecx) {
  if (!(leaf1Ecx & bit_OSXSAVE))
    return 0;
  std::uint32_t low, high;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

std::string bestLevel() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4")   ? "x86-64-v4"
         : __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3"
         : __builtin_cpu_supports("x86-64-v2") ? "x86-64-v2"
                                               : "x86-64";
}

Hash hashHost() {
  Hasher hasher;
  // Each question takes microseconds in a virtual machine; __get_cpuid_count would ask two.
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
  return hasher.finish();
}

#else

constexpr const char *architecture = "aarch64";

std::string bestLevel() { return {}; }

Hash hashHost() {
  Hasher hasher;
#if defined(__aarch64__) && defined(__linux__)
  const unsigned long capabilities = getauxval(AT_HWCAP);
  hasher.add(capabilities).add(getauxval(AT_HWCAP2));
  constexpr unsigned long cpuidCapability = 1ul << 11; // the kernel emulates reads of MIDR_EL1
  if (capabilities & cpuidCapability) {
    std::uint64_t midr;
    asm("mrs %0, MIDR_EL1" : "=r"(midr));
    hasher.add(midr);
  }
#endif
  return hasher.finish();
}

#endif

} // namespace

const std::string &hostTarget() {
  return once([] { return new std::string(std::string(architecture) + "-" + toHex(hashHost())); });
}

std::string hostLevel() { return bestLevel(); }

} // namespace weft::compiler
