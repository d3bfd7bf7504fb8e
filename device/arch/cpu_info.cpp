// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/cpu_info.h"

#include "device/base/threads/once.h"

#include <cstring>

namespace weft::device {

const CpuInfo &CpuInfo::host() {
  return once([] { return new CpuInfo(read()); });
}

std::array<std::uint8_t, 16> deviceUuid(const CpuInfo &cpu, std::uint64_t unitsHash) {
  // Two FNV-1a streams with different bases; then version 8 (vendor-defined) and the RFC variant.
  std::uint64_t halves[2] = {0xcbf29ce484222325u, 0x9ae16a3b2f90404fu};
  const auto mix = [&](const void *data, std::size_t bytes) {
    const auto *byte = static_cast<const unsigned char *>(data);
    for (std::size_t i = 0; i < bytes; ++i)
      for (auto &half : halves)
        half = (half ^ byte[i]) * 0x100000001b3u;
  };
  mix(cpu.vendor.data(), cpu.vendor.size());
  mix(cpu.name.data(), cpu.name.size());
  mix(&cpu.signature, sizeof cpu.signature);
  mix(&unitsHash, sizeof unitsHash);
  for (auto &half : halves)
    half ^= half >> 29;
  std::array<std::uint8_t, 16> uuid;
  std::memcpy(uuid.data(), halves, sizeof halves);
  uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0f) | 0x80);
  uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3f) | 0x80);
  return uuid;
}

} // namespace weft::device
