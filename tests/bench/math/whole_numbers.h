// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions beside scalar loops, and saturating conversions beside copies.
#pragma once

#include "tests/bench/math/device.h"
#include "tests/bench/math/request.h"
#include "tests/support/progress.h"

#include <cstdint>
#include <span>

namespace weft::bench {

/// results[i] = f(x[i]) or f(x[i], y[i]), one element after the other.
struct ScalarLoop {
  const char *name; ///< OpenCL C's
  int operands;
  void (*run)(const std::int32_t *x, const std::int32_t *y, std::int32_t *results,
              std::size_t count);
};

std::span<const ScalarLoop> scalarLoops();

/// How many rows, each a step of the progress, the next two print.
std::size_t countOfWholeNumbers(const Request &request);
void runIntegers(const Device &device, const Request &request, test::Progress &progress);
void runConversions(const Device &device, const Request &request, test::Progress &progress);

} // namespace weft::bench
