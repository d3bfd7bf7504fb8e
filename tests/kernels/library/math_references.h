// The mathematical functions with their exact results and the errors that OpenCL C 3.0 allows (full
// profile, section 7.4).
#pragma once

#include "tests/kernels/library/reference.h"

#include <functional>

namespace weft::test {

/// A function of one, two or three operands of type T.
template <class T> struct MathCase {
  const char *name;
  double ulps;
  std::function<long double(T, T, T)> exact;
  /// Whether a zero's sign is prescribed.
  bool zeroSigns = true;
};

/// A function of an operand of type T and an integer.
template <class T> struct IntegerOperandCase {
  const char *name;
  double ulps;
  std::function<long double(T, int)> exact;
};

template <class T> std::vector<MathCase<T>> unaryCases();
template <class T> std::vector<MathCase<T>> binaryCases();
template <class T> std::vector<IntegerOperandCase<T>> integerOperandCases();

} // namespace weft::test
