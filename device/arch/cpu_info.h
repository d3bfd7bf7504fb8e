// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU's description of itself. Reads no files and loads nothing: safe during enumeration.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace weft::device {

struct CpuInfo {
  std::string name;          ///< brand string, trimmed (CL_DEVICE_NAME)
  std::string vendor;        ///< "AuthenticAMD", "GenuineIntel", …
  std::uint32_t vendorPciId; ///< 0x1022, 0x8086, … or 0
  std::uint32_t signature;   ///< family, model and stepping, such as CPUID leaf 1 EAX
  std::uint32_t maxClockMhz; ///< 0 where unknown
  std::uint32_t vectorBits;  ///< of the widest usable vector register: 128, 256 or 512
  bool hasHalfArithmetic;    ///< instructions for half, such as AVX512-FP16

  /// Thread-safe. Throws bad_alloc.
  static const CpuInfo &host();

private:
  static CpuInfo read();
};

/// CL_DEVICE_UUID_KHR: the same for the same kind of CPU and set of PUs.
std::array<std::uint8_t, 16> deviceUuid(const CpuInfo &cpu, std::uint64_t unitsHash);

} // namespace weft::device
