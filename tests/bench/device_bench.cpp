// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch, a parallel loop, a copy and a fill cost, each beside the plainest way to do the
// same: a direct call of the kernel, memcpy and memset on one thread.
#include "device/copy/copy.h"
#include "device/launch/launch.h"
#include "device/machine/memory.h"
#include "device/machine/topology.h"
#include "device/threads/arena.h"

#include <benchmark/benchmark.h>
#include <cstring>

namespace weft::device {
namespace {

Arena &arena() { return Arena::forUnits(Topology::ofProcess().allowed()); }

constexpr std::uint64_t localSize = 64;

/// A kernel of `steps` dependent operations for each work-item.
template <int steps>
void work(const weft_launch *launch, std::size_t first, std::size_t last, weft_worker *) {
  float *data;
  std::memcpy(&data, launch->arguments, sizeof data);
  for (std::size_t item = first * localSize; item < last * localSize; ++item) {
    float value = data[item];
    for (int i = 0; i < steps; ++i)
      value = value * 0.999f + 1.0f;
    data[item] = value;
  }
}

/// A buffer whose pages are there.
class Buffer {
public:
  explicit Buffer(std::size_t bytes) : bytes(bytes), memory(allocateBuffer(bytes)) {
    if (memory)
      std::memset(memory, 1, bytes);
  }
  ~Buffer() { freeBuffer(memory, bytes); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  void *data() const { return memory; }

private:
  std::size_t bytes;
  void *memory;
};

struct Arguments {
  alignas(WEFT_BLOCK_ALIGNMENT) unsigned char bytes[WEFT_BLOCK_ALIGNMENT] = {};
  explicit Arguments(void *pointer) { std::memcpy(bytes, &pointer, sizeof pointer); }
};

template <int steps> void launched(benchmark::State &state) {
  static weft_kernel_description kernel{};
  kernel.function = work<steps>;
  const auto items = static_cast<std::uint64_t>(state.range(0));
  const Buffer buffer(items * sizeof(float));
  const Arguments arguments(buffer.data());
  Launch launch;
  launch.version.kernel = &kernel;
  launch.range = {1, {}, {items, 1, 1}, {localSize, 1, 1}};
  launch.arguments = arguments.bytes;
  for (auto _ : state)
    run(arena(), launch);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <int steps> void calledDirectly(benchmark::State &state) {
  const auto items = static_cast<std::size_t>(state.range(0));
  const Buffer buffer(items * sizeof(float));
  const Arguments arguments(buffer.data());
  weft_launch launch{};
  launch.arguments = arguments.bytes;
  weft_worker worker{};
  weft_kernel_function *function = work<steps>;
  benchmark::DoNotOptimize(function); // The same code as in the launch, not an inlined copy.
  for (auto _ : state)
    function(&launch, 0, items / localSize, &worker);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void parallelLoop(benchmark::State &state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  for (auto _ : state)
    arena().parallelFor(count, 1, [](std::size_t first, std::size_t last) {
      benchmark::DoNotOptimize(first + last);
    });
}

template <typename Move> void move(benchmark::State &state, const Move &operation) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const Buffer source(bytes), destination(bytes);
  for (auto _ : state) {
    operation(destination.data(), source.data(), bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void copies(benchmark::State &state) {
  move(state,
       [](void *to, const void *from, std::size_t bytes) { copy(arena(), to, from, bytes); });
}
void memcpyAlone(benchmark::State &state) {
  move(state, [](void *to, const void *from, std::size_t bytes) { std::memcpy(to, from, bytes); });
}
void fills(benchmark::State &state) {
  move(state, [](void *to, const void *, std::size_t bytes) {
    const std::uint32_t pattern = 0x01020304;
    fill(arena(), to, &pattern, sizeof pattern, bytes);
  });
}
void memsetAlone(benchmark::State &state) {
  move(state, [](void *to, const void *, std::size_t bytes) { std::memset(to, 3, bytes); });
}

constexpr int light = 1, heavy = 200;
BENCHMARK_TEMPLATE(launched, light)->RangeMultiplier(16)->Range(64, 1 << 22)->UseRealTime();
BENCHMARK_TEMPLATE(calledDirectly, light)->RangeMultiplier(16)->Range(64, 1 << 22)->UseRealTime();
BENCHMARK_TEMPLATE(launched, heavy)->RangeMultiplier(16)->Range(64, 1 << 18)->UseRealTime();
BENCHMARK_TEMPLATE(calledDirectly, heavy)->RangeMultiplier(16)->Range(64, 1 << 18)->UseRealTime();
BENCHMARK(parallelLoop)->Arg(2)->Arg(1000)->UseRealTime();
BENCHMARK(copies)->RangeMultiplier(16)->Range(1 << 12, 1 << 28)->UseRealTime();
BENCHMARK(memcpyAlone)->RangeMultiplier(16)->Range(1 << 12, 1 << 28)->UseRealTime();
BENCHMARK(fills)->RangeMultiplier(16)->Range(1 << 12, 1 << 28)->UseRealTime();
BENCHMARK(memsetAlone)->RangeMultiplier(16)->Range(1 << 12, 1 << 28)->UseRealTime();

} // namespace
} // namespace weft::device
