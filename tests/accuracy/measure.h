// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest error of a function over many operands, in units in the last place.
#pragma once

#include "tests/kernels/library/math_references.h"
#include "tests/support/opencl.h"

#include <cstdint>
#include <string>

namespace weft::test {

/// What to measure with: `operands` of each function, and how its kernel is built.
struct Effort {
  uint64_t operands;
  std::string options;
};

struct Accuracy {
  double error = 0;       ///< the largest found, infinite for a wrong special value
  std::string where = {}; ///< its operands
  uint64_t operands = 0;
};

/// Of a function of one operand: representations at equal distances, all of them where
/// `effort.operands` is their number; half of double's are of ordinary magnitudes. Floats are
/// compared with double, doubles with long double.
template <class T, class Real>
Accuracy measure(Session &session, const MathCase<T, Real> &test, const Effort &effort);

/// Of a function of two operands: all pairs of special values, then random ones.
template <class T, class Real>
Accuracy measurePairs(Session &session, const MathCase<T, Real> &test, const Effort &effort);

/// The same where the second operand is an integer.
template <class T, class Real>
Accuracy measurePairs(Session &session, const IntegerOperandCase<T, Real> &test,
                      const Effort &effort);

} // namespace weft::test
