// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/once.h"

#include "tests/bench/kernels/device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <numeric>
#include <string>

// Found by their names. Each has code of its own, which no linker folds.
extern "C" {
[[gnu::noinline]] void weftCountKernel() { asm volatile(""); }
[[gnu::noinline]] void weftCountNative() { asm volatile("nop\n\tnop"); }
[[gnu::noinline]] void weftCountNothing() { asm volatile("nop"); }
}

namespace weft::bench {
namespace {

/// So many groups stay along a dimension, as their order matters to code that takes several at
/// once.
constexpr std::size_t leastGroups = 16;

/// Shortens the launch to a part of its last dimension, in whole groups. Returns which.
std::size_t shorten(Workload &work, std::size_t part) {
  std::size_t &length = work.global.back();
  const std::size_t local = work.local.empty() ? 1 : work.local.back();
  const std::size_t groups = length / local;
  part = std::clamp<std::size_t>(groups / leastGroups, 1, part);
  while (groups % part != 0)
    --part;
  length = groups / part * local;
  return part;
}

std::size_t itemsOf(const Workload &work) {
  return std::accumulate(work.global.begin(), work.global.end(), std::size_t(1),
                         std::multiplies<>());
}

// "code <begin> <end> <file>" of each executable mapping, so that a tool finds the kernel's code.
void printCode() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long long begin, end;
    char rights[5] = "", file[256] = "";
    if (std::sscanf(line.c_str(), "%llx-%llx %4s %*s %*s %*s %255[^\n]", &begin, &end, rights,
                    file) >= 3 &&
        rights[2] == 'x')
      std::printf("code %#llx %#llx %s\n", begin, end, file);
  }
}

} // namespace

void runOnce(const Case &test, const MeasurementOptions &options, std::size_t part) {
  Workload work = test.workload();
  const Device device;
  const std::size_t allItems = itemsOf(work);
  // What a work-item of some kernels does depends on the length, and so does a shape of groups that
  // Weft chooses.
  const std::string length = "get_global_size(" + std::to_string(work.global.size() - 1) + ")";
  const bool isShaped = work.global.size() > 1 && work.local.empty();
  part = isShaped || std::strstr(test.source, length.c_str()) ? 1 : shorten(work, part);
  const std::size_t units = std::max<std::size_t>(work.units / part, 1);
  DeviceBuffers buffers(device, work);
  const BoundKernel kernel(device,
                           device.build(test.source, buildOptions(options, options.vectorise)),
                           test.kernel, work, buffers);
  weftCountKernel();
  kernel.run(1);
  weftCountNothing();

  printCode();
  buffers.map();
  if (work.counters) {
    Buffer &counters = work.buffers[*work.counters];
    std::memset(counters.data(), 0, counters.size);
  }
  weftCountNative();
  work.native(work.buffers, 0, units);
  weftCountNothing();
  buffers.unmap();
  std::printf("items %zu %zu\n", itemsOf(work), allItems * units / work.units);
}

} // namespace weft::bench
