// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extensions and optional OpenCL C 3.0 features of Weft's devices: one table, reported by
// device queries and enabled in Clang, so that the two always agree.
#pragma once

#include <cstdint>
#include <span>

namespace weft::compiler {

/// A name with its cl_version encoding (major << 22 | minor << 12 | patch).
struct NamedVersion {
  const char *name;
  std::uint32_t version;
};

constexpr std::uint32_t encodeVersion(std::uint32_t major, std::uint32_t minor,
                                      std::uint32_t patch) {
  return major << 22 | minor << 12 | patch;
}

/// CL_DEVICE_EXTENSIONS_WITH_VERSION. The platform lists the same, as all its devices have them.
std::span<const NamedVersion> deviceExtensions();
/// CL_DEVICE_OPENCL_C_FEATURES.
std::span<const NamedVersion> deviceFeatures();

} // namespace weft::compiler
