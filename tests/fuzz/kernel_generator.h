// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random OpenCL C kernels that have one meaning only, whatever runs beside what: the same seed
// gives the same kernel.
//
// What makes them so: a work-item reads buffers that nobody writes, and writes only elements of its
// own (a bijection of its number). Local memory changes hands at barriers only. Barriers and
// collectives stand where control is uniform. Atomic operations on one word are all of one
// commuting kind and their results are not used, except that of counters, whose tickets only mark
// what they name. Signed arithmetic is done in unsigned types, divisors are never zero, conversions
// from floating point saturate, and not-a-numbers are replaced before their bits can be seen. Loops
// are bounded.
//
// Each statement that must stay whole is one line of the source, so that a failing kernel can be
// reduced by taking lines and blocks away.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::test {

/// What the kernels are written for. The kernel `k` takes
/// (global uchar *out, global const int *in, global const float *f, global uint *counters, int n,
/// global const struct node *nodes).
struct KernelSizes {
  static constexpr unsigned inputs = 4096; ///< elements of `in` and of `f`
  static constexpr unsigned regions = 8;   ///< parts of `out`, each of one type
  static constexpr unsigned regionBytes = 16384;
  static constexpr unsigned stretchBytes = 1024; ///< behind them, what each group copies out
  static constexpr unsigned counters = 128;
  static constexpr unsigned workItems = 512;   ///< at most, in a whole launch
  static constexpr unsigned groupItems = 256;  ///< at most, in a group
  static constexpr unsigned nodes = workItems; ///< one that each work-item writes through
  static constexpr unsigned ownedBegin = regions * regionBytes + workItems * stretchBytes;
  static constexpr unsigned keptBegin = ownedBegin + nodes * 4;
  static constexpr unsigned keptElements = 17; ///< of at most 16 bytes, for each work-item
  static constexpr unsigned outBytes = keptBegin + workItems * keptElements * 16;
};

/// Pointers in memory that nobody writes: shared virtual memory.
struct GeneratedNode {
  const GeneratedNode *next; ///< all nodes are in one circle
  const std::int32_t *data;  ///< 64 elements of `in`
  std::int32_t *owned;       ///< a word in `out` that no other node has
  std::uint64_t address;     ///< of 64 elements of `in`, as a number
};

struct GeneratedRange {
  unsigned dimensions = 1;
  std::array<std::uint64_t, 3> global{1, 1, 1}, local{1, 1, 1}, offset{0, 0, 0};
};

struct GeneratedKernel {
  std::string source;
  std::vector<GeneratedRange> ranges;
  /// All groups of a range have the same size, and the compiler is told so.
  bool areUniform = false;
  /// LLVM's verifier looks at the IR after every pass, which more than doubles what a kernel costs.
  bool isVerified = true;
};

/// `hasCopies`: the kernel has loops that copy; otherwise some have.
GeneratedKernel generateKernel(std::uint32_t seed, bool hasCopies = false);

} // namespace weft::test
