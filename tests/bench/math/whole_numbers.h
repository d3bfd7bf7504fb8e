// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions beside scalar loops, and saturating conversions beside copies.
#pragma once

#include "tests/bench/math/device.h"
#include "tests/bench/math/request.h"

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

void runIntegers(const Device &device, const Request &request);
void runConversions(const Device &device, const Request &request);

} // namespace weft::bench
