// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/cpu_info.h"

#include <asm/hwcap.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

namespace weft::device {
namespace {

/// Who implements a core, by the code in its main ID register.
struct Implementer {
  std::uint32_t code;
  const char *name;
  std::uint32_t pciId;
};

constexpr Implementer implementers[] = {
    {0x41, "ARM", 0x13b5},       {0x42, "Broadcom", 0x14e4},  {0x43, "Cavium", 0x177d},
    {0x46, "Fujitsu", 0x10cf},   {0x48, "HiSilicon", 0x19e5}, {0x4e, "NVIDIA", 0x10de},
    {0x50, "APM", 0x10e8},       {0x51, "Qualcomm", 0x17cb},  {0x61, "Apple", 0x106b},
    {0x6d, "Microsoft", 0x1414}, {0xc0, "Ampere", 0x1def},
};

struct Part {
  std::uint32_t implementer, number;
  const char *name;
};

constexpr Part parts[] = {
    {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd04, "Cortex-A35"},  {0x41, 0xd05, "Cortex-A55"},
    {0x41, 0xd07, "Cortex-A57"},  {0x41, 0xd08, "Cortex-A72"},  {0x41, 0xd09, "Cortex-A73"},
    {0x41, 0xd0a, "Cortex-A75"},  {0x41, 0xd0b, "Cortex-A76"},  {0x41, 0xd0c, "Neoverse-N1"},
    {0x41, 0xd0d, "Cortex-A77"},  {0x41, 0xd40, "Neoverse-V1"}, {0x41, 0xd41, "Cortex-A78"},
    {0x41, 0xd44, "Cortex-X1"},   {0x41, 0xd46, "Cortex-A510"}, {0x41, 0xd47, "Cortex-A710"},
    {0x41, 0xd48, "Cortex-X2"},   {0x41, 0xd49, "Neoverse-N2"}, {0x41, 0xd4d, "Cortex-A715"},
    {0x41, 0xd4e, "Cortex-X3"},   {0x41, 0xd4f, "Neoverse-V2"}, {0x41, 0xd80, "Cortex-A520"},
    {0x41, 0xd81, "Cortex-A720"}, {0x41, 0xd82, "Cortex-X4"},   {0x41, 0xd83, "Neoverse-V3AE"},
    {0x41, 0xd84, "Neoverse-V3"}, {0x41, 0xd8e, "Neoverse-N3"}, {0x43, 0x0af, "ThunderX2"},
    {0x46, 0x001, "A64FX"},       {0x48, 0xd01, "Kunpeng-920"}, {0x4e, 0x004, "Carmel"},
    {0x51, 0x001, "Oryon"},       {0x6d, 0xd49, "Cobalt-100"},  {0xc0, 0xac3, "AmpereOne"},
    {0xc0, 0xac4, "AmpereOne-A"},
};

/// The main ID register of the core that the calling thread runs on; 0 if the system does not
/// emulate the access.
std::uint32_t mainId(unsigned long capabilities) {
  if (!(capabilities & HWCAP_CPUID))
    return 0;
  std::uint64_t midr;
  asm("mrs %0, MIDR_EL1" : "=r"(midr));
  return static_cast<std::uint32_t>(midr);
}

constexpr std::uint32_t implementerOf(std::uint32_t midr) { return midr >> 24; }
constexpr std::uint32_t partOf(std::uint32_t midr) { return midr >> 4 & 0xfff; }

std::string nameOf(std::uint32_t midr, const std::string &vendor) {
  for (const Part &part : parts)
    if (part.implementer == implementerOf(midr) && part.number == partOf(midr))
      return vendor + " " + part.name;
  return vendor + " AArch64";
}

std::uint32_t registerBits(unsigned long capabilities) {
  constexpr std::uint32_t neonBits = 128;
  if (!(capabilities & HWCAP_SVE))
    return neonBits;
  const int length = prctl(PR_SVE_GET_VL);
  return length < 0 ? neonBits : 8 * static_cast<std::uint32_t>(length & PR_SVE_VL_LEN_MASK);
}

} // namespace

CpuInfo CpuInfo::read() {
  const unsigned long capabilities = getauxval(AT_HWCAP);
  CpuInfo info{};
  info.signature = mainId(capabilities);
  info.vendor = "ARM";
  for (const Implementer &known : implementers)
    if (known.code == implementerOf(info.signature)) {
      info.vendor = known.name;
      info.vendorPciId = known.pciId;
    }
  info.name = nameOf(info.signature, info.vendor);
  info.vectorBits = registerBits(capabilities);
  info.hasHalfArithmetic = capabilities & HWCAP_ASIMDHP;
  return info;
}

} // namespace weft::device
