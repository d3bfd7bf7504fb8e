// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of the vectoriser's tests are launched with: they take
// (global int *out, global const int *in, global const float *reals, global float *realsOut, uint
// n).
#pragma once

#include "tests/oracle/host_launch.h"
#include "tests/passes/program_harness.h"
#include "tests/support/trapped_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>

namespace weft::test {

constexpr std::size_t elementCount = 4096;

template <class Value> class TrappedArray {
public:
  explicit TrappedArray(Value value) { std::ranges::fill(values(), value); }

  Value *begin() const { return pages.as<Value>(); }
  std::span<Value> values() const { return {begin(), elementCount}; }
  std::span<const int> bits() const { return {pages.as<int>(), elementCount}; }
  bool operator==(const TrappedArray &other) const {
    return std::memcmp(begin(), other.begin(), pages.size()) == 0;
  }

private:
  TrappedPages pages{elementCount * sizeof(Value)};
};

struct Buffers {
  TrappedArray<int> out{-7};
  TrappedArray<int> in{0};
  TrappedArray<float> reals{0};
  TrappedArray<float> realsOut{-1.5f};

  Buffers() {
    std::mt19937 random(7);
    for (std::size_t index = 0; index != elementCount; ++index) {
      in.begin()[index] = static_cast<int>(random());
      reals.begin()[index] = static_cast<float>(static_cast<int>(random())) / (1 << 26);
    }
  }
  bool operator==(const Buffers &other) const {
    return out == other.out && in == other.in && realsOut == other.realsOut;
  }
};

constexpr unsigned argumentN = 900;

/// Runs the program's only kernel.
inline Buffers runAll(const LoadedProgram &program, const Range &range) {
  Buffers buffers;
  EXPECT_TRUE(Launch(program.program().kernels[0])
                  .set(0, buffers.out.begin())
                  .set(1, buffers.in.begin())
                  .set(2, buffers.reals.begin())
                  .set(3, buffers.realsOut.begin())
                  .set(4, argumentN)
                  .run(range));
  return buffers;
}

inline Buffers runAll(const HostProgram &program, const std::string &name, const Range &range,
                      MeasuredFunctions &functions) {
  Buffers buffers;
  using Kernel = void(int *, const int *, const float *, float *, unsigned);
  auto *kernel = reinterpret_cast<Kernel *>(program.find(name.c_str()));
  runOnHost(program, range, functions, [&] {
    kernel(buffers.out.begin(), buffers.in.begin(), buffers.reals.begin(), buffers.realsOut.begin(),
           argumentN);
  });
  return buffers;
}

} // namespace weft::test
