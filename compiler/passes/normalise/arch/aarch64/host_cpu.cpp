// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM reads /proc/cpuinfo, which containers and emulators may lack, and tells of the features that
// are there alone. The kernel hands the capabilities of all cores to each process.
#include "compiler/passes/normalise/arch/host_cpu.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/Host.h"

#include <cstdint>
#include <sys/auxv.h>
#include <sys/prctl.h>

namespace weft::compiler {

using namespace llvm;

namespace {

struct Capability {
  const char *feature; ///< LLVM's name
  unsigned long word;
  unsigned bit;
};

constexpr Capability capabilities[] = {
    {"fp-armv8", AT_HWCAP, 0},   {"neon", AT_HWCAP, 1},         {"aes", AT_HWCAP, 3},
    {"sha2", AT_HWCAP, 6},       {"crc", AT_HWCAP, 7},          {"lse", AT_HWCAP, 8},
    {"fullfp16", AT_HWCAP, 10},  {"rdm", AT_HWCAP, 12},         {"jsconv", AT_HWCAP, 13},
    {"complxnum", AT_HWCAP, 14}, {"rcpc", AT_HWCAP, 15},        {"ccpp", AT_HWCAP, 16},
    {"sha3", AT_HWCAP, 17},      {"sm4", AT_HWCAP, 19},         {"dotprod", AT_HWCAP, 20},
    {"sve", AT_HWCAP, 22},       {"fp16fml", AT_HWCAP, 23},     {"lse2", AT_HWCAP, 25},
    {"rcpc-immo", AT_HWCAP, 26}, {"flagm", AT_HWCAP, 27},       {"ccdp", AT_HWCAP2, 0},
    {"sve2", AT_HWCAP2, 1},      {"sve-bitperm", AT_HWCAP2, 4}, {"altnzcv", AT_HWCAP2, 7},
    {"fptoint", AT_HWCAP2, 8},   {"f32mm", AT_HWCAP2, 10},      {"f64mm", AT_HWCAP2, 11},
    {"i8mm", AT_HWCAP2, 13},     {"bf16", AT_HWCAP2, 14},       {"rand", AT_HWCAP2, 16},
};

bool has(const Capability &capability) { return getauxval(capability.word) >> capability.bit & 1; }

} // namespace

std::string hostCpuName() {
  constexpr unsigned long identifies = 1ul << 11; // HWCAP_CPUID: the kernel emulates the read
  if (!(getauxval(AT_HWCAP) & identifies))
    return sys::getHostCPUName().str();
  std::uint64_t midr;
  asm("mrs %0, MIDR_EL1" : "=r"(midr));
  const std::uint64_t all[] = {midr};
  return sys::detail::getHostCPUNameForARM(midr, all).str();
}

std::vector<std::pair<std::string, bool>> hostCpuFeatures() {
  std::vector<std::pair<std::string, bool>> result;
  for (const Capability &capability : capabilities)
    result.emplace_back(capability.feature, has(capability));
  return result;
}

// LLVM uses NEON for fixed vectors where scalable ones are no longer.
unsigned hostScalableBits() {
  constexpr unsigned neonBits = 128;
  const int length = ::prctl(PR_SVE_GET_VL);
  const unsigned bits = length < 0 ? 0 : 8 * (static_cast<unsigned>(length) & PR_SVE_VL_LEN_MASK);
  return bits > neonBits ? bits : 0;
}

unsigned scalableBitsOf(StringRef cpu) {
  return StringSwitch<unsigned>(cpu)
      .Case("a64fx", 512)
      .Case("neoverse-v1", 256)
      .Case("neoverse-512tvb", 256)
      .Default(0);
}

} // namespace weft::compiler
