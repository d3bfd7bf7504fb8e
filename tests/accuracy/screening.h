// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of many results might be farther off than the worst so far, by estimates that are much
// faster to compute than the references, which then need to look at the suspects only.
//
// A result that is not farther from an estimate than the worst error less the estimate's own
// largest error is no worse than the worst. Float's estimates are in double, of glibc's libmvec,
// and off by some millionths of a float's unit in the last place. Double's are of glibc's scalar
// functions of double, some with a correction; their largest errors are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace weft::test {

/// For a `count` that is a multiple of 4, values[i] + corrections[i] is about f(x[i]) or
/// f(x[i], y[i]). Where the sum is no number, a zero, or has no correction, there is none.
template <class T>
using Estimate = void (*)(const T *x, const T *y, double *values, double *corrections,
                          std::size_t count);

template <class T> struct Screen {
  Estimate<T> estimate = nullptr; ///< null: there is none for the function or for this CPU
  double bound = 0;               ///< the estimate's largest error in T's units in the last place
  /// For first operands of greater magnitude the exact result, rounded, is the estimate.
  T certainBeyond = std::numeric_limits<T>::infinity();
};

/// For a built-in's name, with half_ or native_ or without.
template <class T> Screen<T> findScreen(const std::string &name);

/// Appends to `suspects` the indices of results that need not be within `error` units in the last
/// place of the exact ones, or whose kind or zero's sign differs from the estimate's.
template <class T>
void findSuspects(const Screen<T> &screen, const T *x, const T *y, const T *results,
                  std::size_t count, double error, std::vector<std::uint32_t> &suspects);

} // namespace weft::test
