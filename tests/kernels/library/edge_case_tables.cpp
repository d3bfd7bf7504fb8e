// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/kernels/library/edge_case_tables.h"

#include <climits>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace weft::test {
namespace {

using Cases = std::vector<EdgeCase>;
using Numbers = std::initializer_list<double>;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// f(x) = result, and f(-x) = -result.
Cases odd(double x, double result) { return {{x, 0, result}, {-x, 0, -result}}; }
// f(x) = f(-x) = result.
Cases even(double x, double result) { return {{x, 0, result}, {-x, 0, result}}; }
// The same result for all.
Cases of(Numbers operands, double result) {
  Cases cases;
  for (double x : operands)
    cases.push_back({x, 0, result});
  return cases;
}
// All pairs, likewise.
Cases ofPairs(Numbers first, Numbers second, double result) {
  Cases cases;
  for (double x : first)
    for (double y : second)
      cases.push_back({x, y, result});
  return cases;
}
// f(x, y) = result and f(-x, y) = -result for all y.
Cases oddPairs(double x, Numbers second, double result) {
  Cases cases;
  for (double y : second) {
    cases.push_back({x, y, result});
    cases.push_back({-x, y, -result});
  }
  return cases;
}

std::vector<EdgeRow> trigonometricEdges(const NumberLimits &limits) {
  const Numbers beyond1 = {1.5, -1.5, limits.greatest, -limits.greatest, inf, -inf};
  return {
      {"acos", "acos(1) is +0", of({1}, 0)},
      {"acos", "acos(x) is NaN for |x| > 1", of(beyond1, nan)},
      {"asin", "asin(+-0) is +-0", odd(0, 0)},
      {"asin", "asin(x) is NaN for |x| > 1", of(beyond1, nan)},
      {"atan", "atan(+-0) is +-0", odd(0, 0)},
      {"atan", "atan(+-infinity) is +-pi/2", odd(inf, M_PI_2)},
      {"cos", "cos(+-0) is 1", even(0, 1)},
      {"cos", "cos(+-infinity) is NaN", even(inf, nan)},
      {"sin", "sin(+-0) is +-0", odd(0, 0)},
      {"sin", "sin(+-infinity) is NaN", even(inf, nan)},
      {"tan", "tan(+-0) is +-0", odd(0, 0)},
      {"tan", "tan(+-infinity) is NaN", even(inf, nan)},
      {"sincos_value", "as the sine", {{0, 0, 0}, {-0.0, 0, -0.0}, {inf, 0, nan}, {-inf, 0, nan}}},
      {"sincos_cosine", "as the cosine", {{0, 0, 1}, {-0.0, 0, 1}, {inf, 0, nan}, {-inf, 0, nan}}},
      {"acospi", "acospi(1) is +0", of({1}, 0)},
      {"acospi", "acospi(x) is NaN for |x| > 1", of(beyond1, nan)},
      {"asinpi", "asinpi(+-0) is +-0", odd(0, 0)},
      {"asinpi", "asinpi(x) is NaN for |x| > 1", of(beyond1, nan)},
      {"atanpi", "atanpi(+-0) is +-0", odd(0, 0)},
      {"atanpi", "atanpi(+-infinity) is +-0.5", odd(inf, 0.5)},
      {"cospi", "cospi(+-0) is 1", even(0, 1)},
      {"cospi", "cospi(n + 0.5) is +0", of({0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 100.5, -101.5}, 0)},
      {"cospi", "cospi(+-infinity) is NaN", even(inf, nan)},
      {"sinpi", "sinpi(+-0) is +-0", odd(0, 0)},
      {"sinpi", "sinpi(+n) is +0", of({1, 2, 3, 1000, 1001}, 0)},
      {"sinpi", "sinpi(-n) is -0", of({-1, -2, -3, -1000, -1001}, -0.0)},
      {"sinpi", "sinpi(+-infinity) is NaN", even(inf, nan)},
      {"tanpi", "tanpi(+-0) is +-0", odd(0, 0)},
      {"tanpi", "tanpi(+-infinity) is NaN", even(inf, nan)},
      {"tanpi", "tanpi(n) is copysign(0, n) for even n", odd(2, 0)},
      {"tanpi", "tanpi(n) is copysign(0, n) for even n", odd(1000, 0)},
      {"tanpi", "tanpi(n) is copysign(0, -n) for odd n", odd(1, -0.0)},
      {"tanpi", "tanpi(n) is copysign(0, -n) for odd n", odd(1001, -0.0)},
      {"tanpi", "tanpi(n + 0.5) is infinity for even n", of({0.5, 2.5, -1.5, 100.5, -3.5}, inf)},
      {"tanpi", "tanpi(n + 0.5) is -infinity for odd n", of({1.5, 3.5, -0.5, 101.5, -2.5}, -inf)},
  };
}

std::vector<EdgeRow> exponentialEdges(const NumberLimits &limits) {
  std::vector<EdgeRow> rows = {
      {"acosh", "acosh(1) is +0", of({1}, 0)},
      {"acosh", "acosh(x) is NaN for x < 1", of({0.5, 0, -1, -limits.greatest, -inf}, nan)},
      {"acosh", "acosh(infinity) is infinity", of({inf}, inf)},
      {"asinh", "asinh(+-0) is +-0", odd(0, 0)},
      {"asinh", "asinh(+-infinity) is +-infinity", odd(inf, inf)},
      {"atanh", "atanh(+-0) is +-0", odd(0, 0)},
      {"atanh", "atanh(+-1) is +-infinity", odd(1, inf)},
      {"atanh", "atanh(x) is NaN for |x| > 1", of({1.5, -2, limits.greatest, inf, -inf}, nan)},
      {"cosh", "cosh(+-0) is 1", even(0, 1)},
      {"cosh", "cosh(+-infinity) is infinity", even(inf, inf)},
      {"sinh", "sinh(+-0) is +-0", odd(0, 0)},
      {"sinh", "sinh(+-infinity) is +-infinity", odd(inf, inf)},
      {"tanh", "tanh(+-0) is +-0", odd(0, 0)},
      {"tanh", "tanh(+-infinity) is +-1", odd(inf, 1)},
      {"expm1", "expm1(+-0) is +-0", odd(0, 0)},
      {"expm1", "expm1(-infinity) is -1", of({-inf}, -1)},
      {"expm1", "expm1(infinity) is infinity", of({inf}, inf)},
      {"log1p", "log1p(+-0) is +-0", odd(0, 0)},
      {"log1p", "log1p(-1) is -infinity", of({-1}, -inf)},
      {"log1p", "log1p(x) is NaN for x < -1", of({-1.5, -limits.greatest, -inf}, nan)},
      {"log1p", "log1p(infinity) is infinity", of({inf}, inf)},
      {"logb", "logb(+-0) is -infinity", even(0, -inf)},
      {"logb", "logb(+-infinity) is infinity", even(inf, inf)},
      {"cbrt", "cbrt(+-0) is +-0", odd(0, 0)},
      {"cbrt", "cbrt(+-infinity) is +-infinity", odd(inf, inf)},
      {"sqrt", "sqrt(+-0) is +-0", odd(0, 0)},
      {"sqrt", "sqrt(x) is NaN for x < 0", of({-limits.least, -1, -inf}, nan)},
      {"sqrt", "sqrt(infinity) is infinity", of({inf}, inf)},
  };
  for (const char *name : {"exp", "exp2", "exp10"}) {
    rows.push_back({name, "1 at +-0", even(0, 1)});
    rows.push_back({name, "+0 at -infinity", of({-inf}, 0)});
    rows.push_back({name, "infinity at infinity", of({inf}, inf)});
  }
  for (const char *name : {"log", "log2", "log10"}) {
    rows.push_back({name, "-infinity at +-0", even(0, -inf)});
    rows.push_back({name, "+0 at 1", of({1}, 0)});
    rows.push_back({name, "NaN for x < 0", of({-limits.least, -1, -inf}, nan)});
    rows.push_back({name, "infinity at infinity", of({inf}, inf)});
  }
  return rows;
}

std::vector<EdgeRow> errorAndGammaEdges(const NumberLimits &limits) {
  return {
      {"erf", "erf(+-0) is +-0", odd(0, 0)},
      {"erf", "erf(+-infinity) is +-1", odd(inf, 1)},
      {"erfc", "erfc(-infinity) is 2", of({-inf, -limits.greatest}, 2)},
      {"erfc", "erfc(infinity) is +0", of({inf, limits.greatest}, 0)},
      {"lgamma", "lgamma(1) and lgamma(2) are +0", of({1, 2}, 0)},
      {"lgamma", "lgamma(x) is infinity for x = 0 and x = -n", of({0, -0.0, -1, -2, -100}, inf)},
      {"lgamma", "lgamma(+-infinity) is infinity", even(inf, inf)},
      {"tgamma", "tgamma(+-0) is +-infinity", odd(0, inf)},
      {"tgamma", "tgamma(-n) is NaN", of({-1, -2, -100, -limits.greatest}, nan)},
      {"tgamma", "tgamma(-infinity) is NaN", of({-inf}, nan)},
      {"tgamma", "tgamma(infinity) is infinity", of({inf}, inf)},
  };
}

std::vector<EdgeRow> partEdges(const NumberLimits &limits) {
  std::vector<EdgeRow> rows = {
      {"ceil", "ceil(x) is -0 for -1 < x < 0", of({-limits.least, -0.5, -0.75}, -0.0)},
      {"trunc", "trunc(x) is -0 for -1 < x < 0", of({-limits.least, -0.5, -0.75}, -0.0)},
      {"round", "round(x) is -0 for -0.5 < x < 0", of({-limits.least, -0.25}, -0.0)},
      {"rint", "rint(x) is -0 for -0.5 <= x < 0", of({-limits.least, -0.25, -0.5}, -0.0)},
      {"rint", "rint rounds to the nearest even", {{0.5, 0, 0}, {1.5, 0, 2}, {2.5, 0, 2}}},
      {"fabs", "fabs(+-0) is +0", even(0, 0)},
      {"fabs", "fabs(+-infinity) is infinity", even(inf, inf)},
      {"fract_value", "fract(+0) is +0", of({0}, 0)},
      {"fract_whole", "fract(+0) stores +0", of({0}, 0)},
      {"fract_value", "fract(-0) is -0", of({-0.0}, -0.0)},
      {"fract_whole", "fract(-0) stores -0", of({-0.0}, -0.0)},
      {"fract_value", "fract(infinity) is +0", of({inf}, 0)},
      {"fract_whole", "fract(infinity) stores infinity", of({inf}, inf)},
      {"fract_value", "fract(-infinity) is -0", of({-inf}, -0.0)},
      {"fract_whole", "fract(-infinity) stores -infinity", of({-inf}, -inf)},
      {"fract_value", "fract(x) is +0 for whole x", of({1, -1, 2, -2, -1023}, 0)},
      {"fract_value", "fract(x) is +0 for whole x", even(limits.greatest, 0)},
      {"fract_whole", "fract(x) stores x for whole x", odd(limits.greatest, limits.greatest)},
      {"fract_value", "fract(x) is less than 1", of({-limits.least}, limits.below1)},
      {"frexp_value", "frexp(+-infinity) is +-infinity", odd(inf, inf)},
      {"frexp_value", "frexp(+-0) is +-0", odd(0, 0)},
      {"modf_value", "modf(+-infinity) is +-0", odd(inf, 0)},
      {"modf_whole", "modf(+-infinity) stores +-infinity", odd(inf, inf)},
      {"modf_value", "modf(x) has the sign of x", odd(3, 0)},
      {"modf_value", "modf(x) has the sign of x", odd(limits.greatest, 0)},
      {"modf_whole", "modf(x) stores x for whole x", odd(limits.greatest, limits.greatest)},
      {"modf_whole", "modf(x) stores trunc(x)", odd(0.5, 0)},
  };
  for (const char *name : {"ceil", "floor", "rint", "round", "trunc"}) {
    rows.push_back({name, "+-0 at +-0", odd(0, 0)});
    rows.push_back({name, "+-infinity at +-infinity", odd(inf, inf)});
  }
  return rows;
}

// atan2 for unit pi, and atan2pi for unit 1.
std::vector<EdgeRow> arcEdges(const char *name, double unit, const NumberLimits &limits) {
  const Numbers finite = {limits.least, 1, limits.greatest, -limits.least, -1, -limits.greatest, 0};
  return {
      {name, "(+-0, -0) gives half a turn", oddPairs(0, {-0.0}, unit)},
      {name, "(+-0, +0) gives +-0", oddPairs(0, {0}, 0)},
      {name, "(+-0, x) gives half a turn for x < 0", oddPairs(0, {-limits.least, -1, -inf}, unit)},
      {name, "(+-0, x) gives +-0 for x > 0", oddPairs(0, {limits.least, 1, inf}, 0)},
      {name, "(y, +-0) gives a quarter", oddPairs(1, {0, -0.0}, unit / 2)},
      {name, "(y, +-0) gives a quarter", oddPairs(limits.least, {0, -0.0}, unit / 2)},
      {name, "(+-y, -infinity) gives half a turn", oddPairs(limits.greatest, {-inf}, unit)},
      {name, "(+-y, infinity) gives +-0", oddPairs(limits.greatest, {inf}, 0)},
      {name, "(+-infinity, x) gives a quarter", oddPairs(inf, finite, unit / 2)},
      {name, "(+-infinity, -infinity)", oddPairs(inf, {-inf}, unit * 3 / 4)},
      {name, "(+-infinity, infinity)", oddPairs(inf, {inf}, unit / 4)},
  };
}

std::vector<EdgeRow> powEdges(const NumberLimits &limits) {
  const Numbers any = {0, -0.0, limits.least, 0.5, 1, -3, limits.greatest, inf, -inf, nan};
  const Numbers below1 = {0, -0.0, limits.least, -limits.least, 0.5, -0.5};
  const Numbers above1 = {1.5, -1.5, limits.greatest, -limits.greatest, inf, -inf};
  return {
      {"pow", "(+-0, y) for odd y < 0", oddPairs(0, {-1, -3, -101}, inf)},
      {"pow", "(+-0, y) for other y < 0", ofPairs({0, -0.0}, {-2, -0.5, -2.5, -1000}, inf)},
      {"pow", "(+-0, -infinity)", ofPairs({0, -0.0}, {-inf}, inf)},
      {"pow", "(+-0, y) for odd y > 0", oddPairs(0, {1, 3, 101}, 0)},
      {"pow", "(+-0, y) for other y > 0", ofPairs({0, -0.0}, {2, 0.5, 2.5, 1000, inf}, 0)},
      {"pow", "(-1, +-infinity)", ofPairs({-1}, {inf, -inf}, 1)},
      {"pow", "(1, y) for any y", ofPairs({1}, any, 1)},
      {"pow", "(x, +-0) for any x", ofPairs(any, {0, -0.0}, 1)},
      {"pow", "(x, y) for x < 0 and fractions y", ofPairs({-0.5, -2}, {0.5, -2.5, 100.5}, nan)},
      {"pow", "(x, -infinity) for |x| < 1", ofPairs(below1, {-inf}, inf)},
      {"pow", "(x, -infinity) for |x| > 1", ofPairs(above1, {-inf}, 0)},
      {"pow", "(x, infinity) for |x| < 1", ofPairs(below1, {inf}, 0)},
      {"pow", "(x, infinity) for |x| > 1", ofPairs(above1, {inf}, inf)},
      {"pow", "(-infinity, y) for odd y < 0", ofPairs({-inf}, {-1, -3, -101}, -0.0)},
      {"pow", "(-infinity, y) for other y < 0", ofPairs({-inf}, {-2, -0.5, -2.5}, 0)},
      {"pow", "(-infinity, y) for odd y > 0", ofPairs({-inf}, {1, 3, 101}, -inf)},
      {"pow", "(-infinity, y) for other y > 0", ofPairs({-inf}, {2, 0.5, 2.5}, inf)},
      {"pow", "(infinity, y) for y < 0", ofPairs({inf}, {-limits.least, -1, -2, -2.5}, 0)},
      {"pow", "(infinity, y) for y > 0", ofPairs({inf}, {limits.least, 1, 2, 2.5}, inf)},
  };
}

std::vector<EdgeRow> powrEdges(const NumberLimits &limits) {
  const Numbers negative = {-limits.least, -1, -2.5, -limits.greatest};
  const Numbers positive = {limits.least, 1, 2.5, limits.greatest};
  return {
      {"powr", "(x, +-0) for finite x > 0", ofPairs(positive, {0, -0.0}, 1)},
      {"powr", "(+-0, y) for finite y < 0", ofPairs({0, -0.0}, negative, inf)},
      {"powr", "(+-0, -infinity)", ofPairs({0, -0.0}, {-inf}, inf)},
      {"powr", "(+-0, y) for y > 0", ofPairs({0, -0.0}, {limits.least, 1, 2.5, inf}, 0)},
      {"powr", "(1, y) for finite y", ofPairs({1}, {0, 1, -2.5, limits.greatest}, 1)},
      {"powr", "(x, y) for x < 0", ofPairs({-limits.least, -1, -inf}, {0, 1, -2, inf, nan}, nan)},
      {"powr", "(+-0, +-0)", ofPairs({0, -0.0}, {0, -0.0}, nan)},
      {"powr", "(infinity, +-0)", ofPairs({inf}, {0, -0.0}, nan)},
      {"powr", "(1, +-infinity)", ofPairs({1}, {inf, -inf}, nan)},
      {"powr", "(x, NaN) for x >= 0", ofPairs({0, -0.0, limits.least, 1, 3, inf}, {nan}, nan)},
      {"powr", "(NaN, y)", ofPairs({nan}, {0, -0.0, 1, -2.5, inf, -inf, nan}, nan)},
  };
}

std::vector<EdgeRow> remainderEdges(const NumberLimits &limits) {
  std::vector<EdgeRow> rows;
  for (const char *name : {"fmod", "remainder", "remquo_value"}) {
    rows.push_back({name, "(+-0, y) for y other than 0",
                    oddPairs(0, {limits.least, -limits.least, 1, -2.5, inf, -inf}, 0)});
    rows.push_back({name, "(+-infinity, y)", ofPairs({inf, -inf}, {0, 1, -2.5, inf, nan}, nan)});
    rows.push_back({name, "(x, +-0)", ofPairs({0, 1, -2.5, inf, nan}, {0, -0.0}, nan)});
    for (double x : {limits.least, 2.5, limits.greatest})
      rows.push_back({name, "(x, +-infinity) for finite x", oddPairs(x, {inf, -inf}, x)});
    rows.push_back({name, "(x, y) is 0 with the sign of x for multiples of y",
                    oddPairs(2.5, {2.5, -2.5, 1.25, -0.5}, 0)});
    rows.push_back({name, "(x, y) is 0 with the sign of x for large multiples of y",
                    oddPairs(limits.greatest, {limits.least, -limits.least, 4, -4}, 0)});
    rows.push_back({name, "(x, NaN)", ofPairs({0, -0.0, 1, inf}, {nan}, nan)});
    rows.push_back({name, "(NaN, y)", ofPairs({nan}, {0, 1, inf, nan}, nan)});
  }
  return rows;
}

std::vector<EdgeRow> comparisonEdges(const NumberLimits &limits) {
  const Numbers numbers = {0, limits.least, -1, limits.greatest, inf, -inf};
  std::vector<EdgeRow> rows = {
      {"hypot", "(+-infinity, y) for any y", ofPairs({inf, -inf}, {0, -1, inf, -inf, nan}, inf)},
      {"hypot", "(x, +-infinity) for any x", ofPairs({0, -1, inf, -inf, nan}, {inf, -inf}, inf)},
      {"hypot", "(x, +-0) is fabs(x)",
       ofPairs({limits.least, -limits.least}, {0, -0.0}, limits.least)},
      {"fdim", "(x, y) is +0 for x <= y", ofPairs({-1, -0.0, -inf}, {0, 1, inf}, 0)},
      {"fdim", "(any, NaN)", ofPairs(numbers, {nan}, nan)},
      {"fdim", "(NaN, any)", ofPairs({nan}, numbers, nan)},
      {"nextafter", "(-0, y) for y > 0", ofPairs({-0.0}, {limits.least, 1, inf}, limits.least)},
      {"nextafter", "(+0, y) for y < 0", ofPairs({0}, {-limits.least, -1, -inf}, -limits.least)},
      {"nextafter", "(x, infinity) for the greatest x", ofPairs({limits.greatest}, {inf}, inf)},
      {"nextafter", "(x, NaN)", ofPairs(numbers, {nan}, nan)},
      {"nextafter", "(NaN, y)", ofPairs({nan}, numbers, nan)},
  };
  for (double number : numbers)
    for (const char *name : {"fmax", "fmin"}) {
      rows.push_back({name, "(x, NaN) is x", {{number, nan, number}}});
      rows.push_back({name, "(NaN, y) is y", {{nan, number, number}}});
    }
  return rows;
}

void append(std::vector<EdgeRow> &rows, const std::vector<EdgeRow> &more) {
  rows.insert(rows.end(), more.begin(), more.end());
}

} // namespace

std::vector<EdgeRow> unaryEdges(const NumberLimits &limits) {
  std::vector<EdgeRow> rows = trigonometricEdges(limits);
  append(rows, exponentialEdges(limits));
  append(rows, errorAndGammaEdges(limits));
  append(rows, partEdges(limits));
  const std::vector<EdgeRow> known = rows;
  for (const EdgeRow &row : known)
    rows.push_back({row.function, "NaN gives NaN", of({nan}, nan)});
  return rows;
}

std::vector<EdgeRow> binaryEdges(const NumberLimits &limits) {
  std::vector<EdgeRow> rows = arcEdges("atan2", M_PI, limits);
  append(rows, arcEdges("atan2pi", 1, limits));
  append(rows, powEdges(limits));
  append(rows, powrEdges(limits));
  append(rows, remainderEdges(limits));
  append(rows, comparisonEdges(limits));
  for (const char *name : {"atan2", "atan2pi", "pow", "hypot"}) {
    rows.push_back({name, "(x, NaN)", ofPairs({0, -1, limits.greatest}, {nan}, nan)});
    rows.push_back({name, "(NaN, y)", ofPairs({nan}, {-1, 0.5, limits.greatest, nan}, nan)});
  }
  return rows;
}

std::vector<EdgeRow> integerOperandEdges(const NumberLimits &limits) {
  const Numbers any = {0, -0.0, 1, -2.5, limits.least, limits.greatest, inf, -inf, nan};
  return {
      {"pown", "(x, 0) is 1 for any x", ofPairs(any, {0}, 1)},
      {"pown", "(+-0, n) for odd n < 0", oddPairs(0, {-1, -3, -INT_MAX}, inf)},
      {"pown", "(+-0, n) for even n < 0", ofPairs({0, -0.0}, {-2, -4, INT_MIN}, inf)},
      {"pown", "(+-0, n) for even n > 0", ofPairs({0, -0.0}, {2, 4, INT_MAX - 1}, 0)},
      {"pown", "(+-0, n) for odd n > 0", oddPairs(0, {1, 3, INT_MAX}, 0)},
      {"pown", "(NaN, n)", ofPairs({nan}, {1, -2, INT_MAX, INT_MIN}, nan)},
      {"rootn", "(+-0, n) for odd n < 0", oddPairs(0, {-1, -3, -INT_MAX}, inf)},
      {"rootn", "(+-0, n) for even n < 0", ofPairs({0, -0.0}, {-2, -4, INT_MIN}, inf)},
      {"rootn", "(+-0, n) for even n > 0", ofPairs({0, -0.0}, {2, 4, INT_MAX - 1}, 0)},
      {"rootn", "(+-0, n) for odd n > 0", oddPairs(0, {1, 3, INT_MAX}, 0)},
      {"rootn", "(x, n) for x < 0 and even n",
       ofPairs({-limits.least, -1, -limits.greatest, -inf}, {2, -2, 4, INT_MIN}, nan)},
      {"rootn", "(x, 0)", ofPairs(any, {0}, nan)},
      {"rootn", "(NaN, n)", ofPairs({nan}, {1, -2, INT_MAX, INT_MIN}, nan)},
      {"ldexp", "(+-0, n)", oddPairs(0, {0, 1, -1, INT_MAX, INT_MIN}, 0)},
      {"ldexp", "(+-infinity, n)", oddPairs(inf, {0, 1, -1, INT_MAX, INT_MIN}, inf)},
      {"ldexp", "(NaN, n)", ofPairs({nan}, {0, 1, INT_MAX, INT_MIN}, nan)},
  };
}

std::vector<EdgeRow> integerResultEdges() {
  return {
      {"frexp_power", "frexp(x) stores 0 for infinities, NaN and zeros",
       of({inf, -inf, nan, 0, -0.0}, 0)},
      {"ilogb", "ilogb(+-0) is FP_ILOGB0", even(0, INT_MIN)},
      {"ilogb", "ilogb(+-infinity) is INT_MAX", even(inf, INT_MAX)},
      {"ilogb", "ilogb(NaN) is FP_ILOGBNAN", of({nan}, INT_MAX)},
      {"lgamma_r_sign", "lgamma_r(x) stores 0 for x = 0 and x = -n",
       of({0, -0.0, -1, -2, -3, -1000}, 0)},
  };
}

std::vector<EdgeRow> quotientEdges() {
  return {
      {"remquo_quotient", "0 for infinite x", ofPairs({inf, -inf}, {0, 1, -2.5, inf, nan}, 0)},
      {"remquo_quotient", "0 for y = 0", ofPairs({0, 1, -2.5, inf, nan}, {0, -0.0}, 0)},
      {"remquo_quotient", "0 for NaN", ofPairs({nan}, {0, 1, inf, nan}, 0)},
      {"remquo_quotient", "0 for NaN", ofPairs({0, 1, inf}, {nan}, 0)},
  };
}

} // namespace weft::test
