// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions with their exact results and the errors that OpenCL C 3.0 allows (full
// profile, section 7.4).
#pragma once

#include "tests/kernels/library/reference.h"

#include <functional>

namespace weft::test {

/// A function of one, two or three operands of type T, with its results in a type that has many
/// more bits.
template <class T, class Real = long double> struct MathCase {
  const char *name;
  double ulps;
  std::function<Real(T, T, T)> exact;
  /// Whether a zero's sign is prescribed.
  bool zeroSigns = true;
  /// Where it is not 0, only ordinary operands and results are looked at, and operands up to this
  /// magnitude (native_ functions).
  double ordinaryUpTo = 0;
  /// Whether there are zeros at negative operands where only the absolute error is small: errors
  /// there count in units of 1 if results are smaller.
  bool zerosBelow0 = false;
};

/// The error of a result for these operands, in units in the last place.
template <class T, class Real, class... Others>
double unitsOff(const MathCase<T, Real> &test, T got, Real exact, T x, Others...) {
  const double error = ulpError(got, exact, test.zeroSigns);
  if (error == 0 || !test.zerosBelow0 || !(x < 0) || !(std::fabs(exact) < 1) || std::isnan(got))
    return error;
  return static_cast<double>(std::fabs(got - exact) / std::numeric_limits<T>::epsilon());
}

/// Whether a case says what the result for these operands is.
template <class T, class Real, class... Operands>
bool isSpecified(const MathCase<T, Real> &test, Real exact, Operands... operands) {
  const auto isOrdinary = [](auto value, double greatest) {
    const auto magnitude = std::fabs(value);
    return magnitude >= 2 * std::numeric_limits<T>::min() && magnitude <= greatest;
  };
  return test.ordinaryUpTo == 0 || ((isOrdinary(operands, test.ordinaryUpTo) && ...) &&
                                    isOrdinary(exact, std::numeric_limits<T>::max()));
}

/// A function of an operand of type T and an integer.
template <class T, class Real = long double> struct IntegerOperandCase {
  const char *name;
  double ulps;
  std::function<Real(T, int)> exact;
};

template <class T, class Real>
double unitsOff(const IntegerOperandCase<T, Real> &, T got, Real exact, T, int) {
  return ulpError(got, exact);
}

template <class T, class Real> bool isSpecified(const IntegerOperandCase<T, Real> &, Real, T, int) {
  return true;
}

// For float and double in long double, and for float in double, which is faster.
template <class T, class Real = long double> std::vector<MathCase<T, Real>> unaryCases();
template <class T, class Real = long double> std::vector<MathCase<T, Real>> binaryCases();
template <class T, class Real = long double>
std::vector<IntegerOperandCase<T, Real>> integerOperandCases();

/// OpenCL C definitions of functions `<name>_<which>` that return one of the two results of the
/// built-in <name>, which has a pointer; the cases above name them. Of one width, or overloaded for
/// all.
std::string twoResultFunctions(const std::string &type, int width);
std::string twoResultFunctions(const std::string &type);

} // namespace weft::test
