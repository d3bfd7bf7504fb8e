// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the tests' own code that counts work-items, and launches of it.
#pragma once

#include "device/launch/launch.h"
#include "device/machine/topology.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft::device {

inline Arena &arena() { return Arena::forUnits(Topology::ofProcess().allowed()); }

/// Calls item(x, y, z, group's local sizes) as a compiled kernel would.
template <typename Item>
void forItems(const weft_launch *launch, std::size_t first, std::size_t last, const Item &item) {
  for (std::size_t group = first; group < last; ++group) {
    const std::size_t id[3] = {group % launch->group_count[0],
                               group / launch->group_count[0] % launch->group_count[1],
                               group / launch->group_count[0] / launch->group_count[1]};
    std::size_t begin[3], end[3];
    for (int d = 0; d < 3; ++d) {
      begin[d] = id[d] * launch->local_size[d];
      end[d] = std::min<std::size_t>(begin[d] + launch->local_size[d], launch->global_size[d]);
    }
    for (std::size_t z = begin[2]; z < end[2]; ++z)
      for (std::size_t y = begin[1]; y < end[1]; ++y)
        for (std::size_t x = begin[0]; x < end[0]; ++x)
          item(x, y, z);
  }
}

/// Adds one to the item's counter.
inline void countItems(const weft_launch *launch, std::size_t first, std::size_t last,
                       weft_worker *) {
  std::atomic<std::uint32_t> *counters;
  std::memcpy(&counters, launch->arguments, sizeof counters);
  forItems(launch, first, last, [&](std::size_t x, std::size_t y, std::size_t z) {
    const std::size_t item = (z * launch->global_size[1] + y) * launch->global_size[0] + x;
    counters[item].fetch_add(1, std::memory_order_relaxed);
  });
}

inline weft_kernel_description describe(weft_kernel_function *function) {
  weft_kernel_description kernel{};
  kernel.name = "test";
  kernel.function = function;
  return kernel;
}

struct Arguments {
  alignas(WEFT_BLOCK_ALIGNMENT) unsigned char bytes[128] = {};
  explicit Arguments(const void *pointer) { std::memcpy(bytes, &pointer, sizeof pointer); }
};

inline Launch launchOf(const weft_kernel_description &kernel, const Arguments &arguments,
                       const NdRange &range) {
  Launch launch;
  launch.version.kernel = &kernel;
  launch.range = range;
  launch.arguments = arguments.bytes;
  return launch;
}

} // namespace weft::device
