// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/kernels/library/math_references.h"

namespace weft::test {

namespace {

template <class Real> constexpr Real pi = 3.14159265358979323846264338327950288L;
template <class Real> constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
template <class Real> constexpr Real infinity = std::numeric_limits<Real>::infinity();

// What Weft promises of native_ functions, which the specification leaves open.
constexpr double nativeUlps = 4;

// The part of x beyond the nearest multiple of 1/2, and that multiple modulo 4 halves.
template <class Real> struct HalfTurns {
  Real rest;
  int halves;
};

template <class Real> HalfTurns<Real> reduce(Real x) {
  Real turn = std::fmod(x, Real(2));
  Real halves = std::rint(turn * 2);
  return {turn - halves / 2, (static_cast<int>(halves) + 4) % 4};
}

template <class Real> Real sinpi(Real x) {
  if (std::isinf(x))
    return nan<Real>;
  auto [rest, halves] = reduce(x);
  Real value = halves % 2 ? std::cos(pi<Real> * rest) : std::sin(pi<Real> * rest);
  value = halves >= 2 ? -value : value;
  return value == 0 ? std::copysign(Real(0), x) : value;
}

template <class Real> Real cospi(Real x) {
  if (std::isinf(x))
    return nan<Real>;
  auto [rest, halves] = reduce(x);
  Real value = halves % 2 ? -std::sin(pi<Real> * rest) : std::cos(pi<Real> * rest);
  value = halves >= 2 ? -value : value;
  return value == 0 ? 0 : value;
}

template <class Real> Real tanpi(Real x) {
  if (std::isinf(x))
    return nan<Real>;
  auto [rest, halves] = reduce(x);
  if (rest != 0)
    return halves % 2 ? -1 / std::tan(pi<Real> * rest) : std::tan(pi<Real> * rest);
  if (halves % 2)
    return halves == 1 ? infinity<Real> : -infinity<Real>;
  // A zero has the sign of an even whole number and the opposite one of an odd.
  return std::copysign(Real(0), halves == 0 ? x : -x);
}

template <class Real> Real powr(Real x, Real y) {
  if (x < 0 || std::isnan(x) || std::isnan(y))
    return nan<Real>;
  if (y == 0 && (x == 0 || std::isinf(x)))
    return nan<Real>;
  if (x == 1 && std::isinf(y))
    return nan<Real>;
  return std::pow(std::fabs(x), y);
}

template <class Real> Real rootn(Real x, int n) {
  bool odd = n % 2 != 0;
  if (n == 0 || std::isnan(x) || (x < 0 && !odd))
    return nan<Real>;
  Real root = std::pow(std::fabs(x), Real(1) / n);
  return odd ? std::copysign(root, x) : root;
}

long double powerOf10(long double x) { return exp10l(x); }
double powerOf10(double x) { return ::exp10(x); }

// Without the sign, which std::lgamma puts in a variable of the process.
long double logOfGamma(long double x) {
  int sign;
  return ::lgammal_r(x, &sign);
}
double logOfGamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

template <class Real> Real fract(Real x, Real greatest) {
  if (std::isinf(x) || x == 0)
    return std::copysign(Real(0), x);
  if (std::isnan(x))
    return x;
  return std::fmin(x - std::floor(x), greatest);
}

template <class Real> Real frexpValue(Real x) {
  int power;
  return std::frexp(x, &power);
}

// Both are exact in any type; long double has an instruction for it.
template <class T> T fmod(T x, T y) {
  return static_cast<T>(std::fmod(static_cast<long double>(x), static_cast<long double>(y)));
}
template <class T> T remainder(T x, T y) {
  return static_cast<T>(std::remainder(static_cast<long double>(x), static_cast<long double>(y)));
}

// OpenCL C knows no signaling NaNs: any NaN gives way to a number, which the host's functions may
// see differently.
template <class T> T least(T x, T y) { return std::isnan(x) || y < x ? y : x; }
template <class T> T greatest(T x, T y) { return std::isnan(x) || y > x ? y : x; }

template <class T> T minmag(T x, T y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : least(x, y);
}

template <class T> T maxmag(T x, T y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : greatest(x, y);
}

} // namespace

#define EXACT_1(expression) [](T x, T, T) -> Real { return expression; }
#define EXACT_2(expression) [](T x, T y, T) -> Real { return expression; }
#define R(x) static_cast<Real>(x)

template <class T, class Real> std::vector<MathCase<T, Real>> unaryCases() {
  std::vector<MathCase<T, Real>> cases = {
      {"acos", 4, EXACT_1(std::acos(R(x)))},
      {"acosh", 4, EXACT_1(std::acosh(R(x)))},
      {"acospi", 5, EXACT_1(std::acos(R(x)) / pi<Real>)},
      {"asin", 4, EXACT_1(std::asin(R(x)))},
      {"asinh", 4, EXACT_1(std::asinh(R(x)))},
      {"asinpi", 5, EXACT_1(std::asin(R(x)) / pi<Real>)},
      {"atan", 5, EXACT_1(std::atan(R(x)))},
      {"atanh", 5, EXACT_1(std::atanh(R(x)))},
      {"atanpi", 5, EXACT_1(std::atan(R(x)) / pi<Real>)},
      {"cbrt", 2, EXACT_1(std::cbrt(R(x)))},
      {"ceil", 0, EXACT_1(std::ceil(R(x)))},
      {"cos", 4, EXACT_1(std::cos(R(x)))},
      {"cosh", 4, EXACT_1(std::cosh(R(x)))},
      {"cospi", 4, EXACT_1(cospi(R(x)))},
      {"erf", 16, EXACT_1(std::erf(R(x)))},
      {"erfc", 16, EXACT_1(std::erfc(R(x)))},
      {"exp", 3, EXACT_1(std::exp(R(x)))},
      {"exp2", 3, EXACT_1(std::exp2(R(x)))},
      {"exp10", 3, EXACT_1(powerOf10(R(x)))},
      {"expm1", 3, EXACT_1(std::expm1(R(x)))},
      {"fabs", 0, EXACT_1(std::fabs(x))},
      {"floor", 0, EXACT_1(std::floor(x))},
      {"lgamma", 16, EXACT_1(logOfGamma(R(x))), true, 0, /*zerosBelow0=*/true},
      {"log", 3, EXACT_1(std::log(R(x)))},
      {"log10", 3, EXACT_1(std::log10(R(x)))},
      {"log1p", 2, EXACT_1(std::log1p(R(x)))},
      {"log2", 3, EXACT_1(std::log2(R(x)))},
      {"logb", 0, EXACT_1(std::logb(R(x)))},
      {"rint", 0, EXACT_1(std::nearbyint(x))},
      {"round", 0, EXACT_1(std::round(x))},
      {"rsqrt", 2, EXACT_1(1 / std::sqrt(R(x)))},
      {"sin", 4, EXACT_1(std::sin(R(x)))},
      {"sinh", 4, EXACT_1(std::sinh(R(x)))},
      {"sinpi", 4, EXACT_1(sinpi(R(x)))},
      {"sqrt", 0.5, EXACT_1(std::sqrt(R(x)))},
      {"tan", 5, EXACT_1(std::tan(R(x)))},
      {"tanh", 5, EXACT_1(std::tanh(R(x)))},
      {"tanpi", 6, EXACT_1(tanpi(R(x)))},
      {"tgamma", 16, EXACT_1(std::tgamma(R(x)))},
      {"trunc", 0, EXACT_1(std::trunc(x))},
      {"fract_value", 0.5, EXACT_1(fract(R(x), R(std::nextafter(T(1), T(0)))))},
      {"fract_whole", 0, EXACT_1(std::floor(x))},
      {"frexp_value", 0, EXACT_1(frexpValue(R(x)))},
      {"modf_value", 0, EXACT_1(std::copysign(std::isinf(x) ? 0 : x - std::trunc(x), x))},
      {"modf_whole", 0, EXACT_1(std::trunc(x))},
      {"sincos_value", 4, EXACT_1(std::sin(R(x)))},
      {"sincos_cosine", 4, EXACT_1(std::cos(R(x)))},
      {"degrees", 2, EXACT_1(180 / pi<Real> * x)},
      {"radians", 2, EXACT_1(pi<Real> / 180 * x)},
      {"sign", 0,
       EXACT_1(std::isnan(x) || x == 0 ? R(x == 0 ? x : 0) : std::copysign(Real(1), R(x)))},
  };
  if constexpr (sizeof(T) == 4) {
    const auto loose = [&](const char *half, const char *native, auto exact,
                           double ordinaryUpTo = std::numeric_limits<T>::max()) {
      cases.push_back({half, 8192, exact});
      cases.push_back({native, nativeUlps, exact, true, ordinaryUpTo});
    };
    // Next to zeros beyond half a turn only the absolute error is small.
    constexpr double halfTurn = pi<float>;
    loose("half_cos", "native_cos", EXACT_1(std::cos(R(x))), halfTurn);
    loose("half_exp", "native_exp", EXACT_1(std::exp(R(x))));
    loose("half_exp2", "native_exp2", EXACT_1(std::exp2(R(x))));
    loose("half_exp10", "native_exp10", EXACT_1(powerOf10(R(x))));
    loose("half_log", "native_log", EXACT_1(std::log(R(x))));
    loose("half_log2", "native_log2", EXACT_1(std::log2(R(x))));
    loose("half_log10", "native_log10", EXACT_1(std::log10(R(x))));
    loose("half_recip", "native_recip", EXACT_1(1 / R(x)));
    loose("half_rsqrt", "native_rsqrt", EXACT_1(1 / std::sqrt(R(x))));
    loose("half_sin", "native_sin", EXACT_1(std::sin(R(x))), halfTurn);
    loose("half_sqrt", "native_sqrt", EXACT_1(std::sqrt(R(x))));
    loose("half_tan", "native_tan", EXACT_1(std::tan(R(x))), halfTurn);
  }
  return cases;
}

template <class T, class Real> std::vector<MathCase<T, Real>> binaryCases() {
  std::vector<MathCase<T, Real>> cases = {
      {"atan2", 6, EXACT_2(std::atan2(R(x), R(y)))},
      {"atan2pi", 6, EXACT_2(std::atan2(R(x), R(y)) / pi<Real>)},
      {"copysign", 0, EXACT_2(std::copysign(x, y))},
      {"fdim", 0.5, EXACT_2(x <= y ? 0 : R(x) - R(y))},
      {"fmax", 0, EXACT_2(greatest(x, y)), false},
      {"fmin", 0, EXACT_2(least(x, y)), false},
      {"fmod", 0, EXACT_2(fmod(x, y))},
      {"hypot", 4, EXACT_2(std::hypot(R(x), R(y)))},
      {"maxmag", 0, EXACT_2(maxmag(x, y)), false},
      {"minmag", 0, EXACT_2(minmag(x, y)), false},
      {"nextafter", 0, EXACT_2(std::nextafter(x, y))},
      {"pow", 16, EXACT_2(std::pow(R(x), R(y)))},
      {"powr", 16, EXACT_2(powr(R(x), R(y)))},
      {"remainder", 0, EXACT_2(remainder(x, y))},
      {"remquo_value", 0, EXACT_2(remainder(x, y))},
  };
  if constexpr (sizeof(T) == 4) {
    cases.push_back({"half_divide", 8192, EXACT_2(R(x) / R(y))});
    cases.push_back({"half_powr", 8192, EXACT_2(powr(R(x), R(y)))});
    constexpr double greatest = std::numeric_limits<T>::max();
    cases.push_back({"native_divide", nativeUlps, EXACT_2(R(x) / R(y)), true, greatest});
    cases.push_back({"native_powr", nativeUlps, EXACT_2(powr(R(x), R(y))), true, greatest});
  }
  return cases;
}

template <class T, class Real> std::vector<IntegerOperandCase<T, Real>> integerOperandCases() {
  return {
      {"ldexp", 0.5, [](T x, int n) { return std::ldexp(R(x), n); }},
      {"pown", 16, [](T x, int n) { return std::pow(R(x), R(n)); }},
      {"rootn", 16, [](T x, int n) { return rootn(R(x), n); }},
  };
}

std::string twoResultFunctions(const std::string &type, int width) {
  std::string n = widthSuffix(width), t = type + n, i = "int" + n;
  auto define = [&](const std::string &result, const std::string &name, bool binary,
                    const std::string &stored, const std::string &call,
                    const std::string &returned) {
    return "__attribute__((overloadable)) " + result + " " + name + "(" + t + " x" +
           (binary ? ", " + t + " y" : "") + ") { " + stored + " s; " + t + " v = " + call +
           "; return " + returned + "; }\n";
  };
  return define(t, "fract_value", false, t, "fract(x, &s)", "v") +
         define(t, "fract_whole", false, t, "fract(x, &s)", "s") +
         define(t, "modf_value", false, t, "modf(x, &s)", "v") +
         define(t, "modf_whole", false, t, "modf(x, &s)", "s") +
         define(t, "sincos_value", false, t, "sincos(x, &s)", "v") +
         define(t, "sincos_cosine", false, t, "sincos(x, &s)", "s") +
         define(t, "frexp_value", false, i, "frexp(x, &s)", "v") +
         define(i, "frexp_power", false, i, "frexp(x, &s)", "s") +
         define(i, "lgamma_r_sign", false, i, "lgamma_r(x, &s)", "s") +
         define(t, "remquo_value", true, i, "remquo(x, y, &s)", "v") +
         define(i, "remquo_quotient", true, i, "remquo(x, y, &s)", "s");
}

std::string twoResultFunctions(const std::string &type) {
  std::string source;
  for (int width : widths)
    source += twoResultFunctions(type, width);
  return source;
}

#define FOR_TYPES(T, Real)                                                                         \
  template std::vector<MathCase<T, Real>> unaryCases();                                            \
  template std::vector<MathCase<T, Real>> binaryCases();                                           \
  template std::vector<IntegerOperandCase<T, Real>> integerOperandCases();
FOR_TYPES(float, double)
FOR_TYPES(float, long double)
FOR_TYPES(double, long double)

} // namespace weft::test
