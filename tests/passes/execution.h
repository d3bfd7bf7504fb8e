// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests of running kernels share.
#pragma once

#include "tests/passes/program_harness.h"

#include <gtest/gtest.h>

#include <numeric>

namespace weft::test {

inline Range range1(std::uint64_t global, std::uint64_t local) {
  Range range;
  range.global[0] = global;
  range.local[0] = local;
  return range;
}

#define LOAD(program, kernel, source)                                                              \
  LoadedProgram program(source, "-cl-std=CL3.0");                                                  \
  ASSERT_TRUE(program.isLoaded()) << program.log();                                                \
  const weft_kernel_description *kernel = program.find("k");                                       \
  ASSERT_NE(kernel, nullptr)

inline std::vector<int> iota(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

} // namespace weft::test
