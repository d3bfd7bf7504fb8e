// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/cpu_info.h"

#include <cmath>
#include <cpuid.h>
#include <cstring>

namespace weft::device {
namespace {

struct Registers {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0) {
  Registers r;
  __cpuid_count(leaf, subleaf, r.a, r.b, r.c, r.d);
  return r;
}

/// XCR0: which register states the operating system saves. Only with OSXSAVE.
std::uint64_t enabledStates() {
  std::uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

std::string vendorString(const Registers &leaf0) {
  char text[12];
  std::memcpy(text, &leaf0.b, 4);
  std::memcpy(text + 4, &leaf0.d, 4);
  std::memcpy(text + 8, &leaf0.c, 4);
  return {text, sizeof text};
}

std::uint32_t pciId(const std::string &vendor) {
  static constexpr struct {
    const char *name;
    std::uint32_t id;
  } vendors[] = {{"AuthenticAMD", 0x1022},
                 {"GenuineIntel", 0x8086},
                 {"HygonGenuine", 0x1d94},
                 {"CentaurHauls", 0x1106},
                 {"  Shanghai  ", 0x1d17}};
  for (const auto &known : vendors)
    if (vendor == known.name)
      return known.id;
  return 0;
}

/// The brand string with runs of spaces collapsed, and trimmed; empty if there is none.
std::string brandString() {
  if (cpuid(0x80000000u).a < 0x80000004u)
    return {};
  char raw[49] = {};
  for (std::uint32_t leaf = 0; leaf < 3; ++leaf) {
    const Registers r = cpuid(0x80000002u + leaf);
    std::memcpy(raw + 16 * leaf, &r, 16);
  }
  std::string name;
  for (const char *c = raw; *c; ++c)
    if (*c != ' ' || (!name.empty() && name.back() != ' '))
      name += *c;
  while (!name.empty() && name.back() == ' ')
    name.pop_back();
  return name;
}

struct VectorSupport {
  std::uint32_t bits = 128;
  bool halfArithmetic = false;
};

VectorSupport vectorSupport(std::uint32_t maxLeaf) {
  constexpr std::uint32_t osxsave = 1u << 27, avx = 1u << 28;
  constexpr std::uint64_t ymmState = 0x6, zmmState = 0xe6;
  VectorSupport result;
  const Registers leaf1 = cpuid(1);
  if (!(leaf1.c & osxsave) || !(leaf1.c & avx))
    return result;
  const std::uint64_t states = enabledStates();
  if ((states & ymmState) != ymmState)
    return result;
  if (maxLeaf < 7)
    return result;
  const Registers leaf7 = cpuid(7);
  if (leaf7.b & 1u << 5) // AVX2; plain AVX has no 256-bit integers
    result.bits = 256;
  constexpr std::uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; // F, DQ, BW, VL
  if ((leaf7.b & avx512) == avx512 && (states & zmmState) == zmmState) {
    result.bits = 512;
    result.halfArithmetic = leaf7.d & 1u << 23;
  }
  return result;
}

/// "… @ 2.40GHz" or "… 800MHz" at the end of a brand string, in MHz; 0 if there is none.
std::uint32_t clockFromName(const std::string &name) {
  const std::size_t unit = name.size() > 4 ? name.size() - 3 : 0;
  if (!unit || name.compare(unit + 1, 2, "Hz") != 0)
    return 0;
  const double scale = name[unit] == 'G' ? 1000 : name[unit] == 'M' ? 1 : 0;
  double value = 0, place = 1;
  bool fraction = false;
  const std::size_t start = name.find_last_not_of("0123456789.", unit - 1) + 1;
  for (std::size_t i = start; i < unit; ++i) {
    if (name[i] == '.') {
      fraction = true;
      continue;
    }
    value = value * 10 + (name[i] - '0');
    place *= fraction ? 10 : 1;
  }
  return static_cast<std::uint32_t>(std::llround(value / place * scale));
}

std::uint32_t maxClock(std::uint32_t maxLeaf, const std::string &name) {
  if (maxLeaf >= 0x16)
    if (const std::uint32_t mhz = cpuid(0x16).b & 0xffff)
      return mhz;
  return clockFromName(name);
}

} // namespace

CpuInfo CpuInfo::read() {
  CpuInfo info{};
  const Registers leaf0 = cpuid(0);
  info.vendor = vendorString(leaf0);
  info.vendorPciId = pciId(info.vendor);
  info.signature = cpuid(1).a;
  info.name = brandString();
  if (info.name.empty())
    info.name = info.vendor + " x86-64";
  info.maxClockMhz = maxClock(leaf0.a, info.name);
  const VectorSupport vectors = vectorSupport(leaf0.a);
  info.vectorBits = vectors.bits;
  info.hasHalfArithmetic = vectors.halfArithmetic;
  return info;
}

} // namespace weft::device
