// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits and constants of Weft's devices that do not depend on hardware. Queries report them and
// entry points check against them.
#pragma once

#include "device/kernel_abi_image.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::icd {

inline constexpr std::size_t maxWorkGroupSize = 4096;
inline constexpr unsigned maxWorkItemDimensions = 3;
/// Sizes that kernels may require (intel_reqd_sub_group_size), in ascending order.
inline constexpr std::array<std::size_t, 4> subGroupSizes{8, 16, 32, 64};
inline constexpr std::uint64_t localMemoryBytes = 256 * 1024;
static_assert(localMemoryBytes <= WEFT_LOCAL_MEMORY_LIMIT);
inline constexpr std::size_t maxParameterBytes = 4096;
inline constexpr unsigned maxConstantArguments = 480;
inline constexpr std::size_t maxGlobalVariableBytes = 64 * 1024 * 1024;

// For images; sizes count texels.
inline constexpr std::size_t maxImageSide = 16384; ///< of 1D and 2D images
static_assert(maxImageSide >> (WEFT_IMAGE_LEVELS - 1) == 1);
inline constexpr std::size_t maxImage3dSide = 2048;
inline constexpr std::size_t maxImageLayers = 2048;
inline constexpr std::size_t maxBufferImageTexels = std::size_t{1} << 27;
inline constexpr unsigned maxReadImages = 128;
inline constexpr unsigned maxWriteImages = 64; ///< including read-write images
inline constexpr unsigned maxSamplers = 16;
/// Rows and images may start at any texel of a buffer.
inline constexpr unsigned imageAlignmentTexels = 1;

// For on-device queues. Each command uses this many bytes of its queue, plus those of its block.
inline constexpr unsigned deviceCommandBytes = 64;
inline constexpr unsigned preferredDeviceQueueBytes = 16 << 20;
inline constexpr unsigned maxDeviceQueueBytes = 256 << 20;
inline constexpr unsigned maxDeviceQueues = 64;
inline constexpr unsigned maxDeviceEvents = 1 << 16;

inline constexpr unsigned maxPipeArguments = 16;
/// For one work-item; any number is possible, as reservations are stored in the packets' slots.
inline constexpr unsigned maxPipeReservations = 64;
inline constexpr unsigned maxPipePacketBytes = 65536;

} // namespace weft::icd
