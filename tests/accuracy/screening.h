// Which of many results of float functions might be farther off than the worst so far, by estimates
// in double of glibc's libmvec. They are off by some millionths of a float's unit in the last
// place, and much faster to compute than the references, which then need to look at the suspects
// only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::test {

/// results[i] = f(x[i]) or f(x[i], y[i]) in double, for a `count` that is a multiple of 4.
using Estimate = void (*)(const float *x, const float *y, double *results, std::size_t count);

/// For a built-in's name, with half_ or native_ or without; null where there is none for it or this
/// CPU.
Estimate findEstimate(const std::string &name);

/// Appends to `suspects` the indices of results that need not be within `error` units in the last
/// place of the exact ones, or whose kind or zero's sign differs from the estimate's.
void findSuspects(const float *results, const double *estimates, std::size_t count, double error,
                  std::vector<std::uint32_t> &suspects);

} // namespace weft::test
