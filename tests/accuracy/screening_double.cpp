// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates for double by the C library's scalar functions of double. Built with AVX2; called only
// where the CPU has it.
#include "tests/accuracy/screening.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace weft::test {
namespace {

struct Sum {
  double value, correction;
};

constexpr double piHigh = M_PI, piLow = 0x1.1a62633145c07p-53;
constexpr double inversePiHigh = M_1_PI, inversePiLow = -0x1.6b01ec5417056p-55;
constexpr double log2Of10High = 0x1.a934f0979a371p+1, log2Of10Low = 0x1.7f2495fb7fa6dp-53;
constexpr double log10Of2High = 0x1.34413509f79ffp-2, log10Of2Low = -0x1.9dc1da994fd21p-59;

// a * (high + low).
Sum product(double a, double high, double low) {
  const double value = a * high;
  return {value, std::fma(a, high, -value) + a * low};
}

template <double (*function)(double)> Sum simple(double x, double) { return {function(x), 0}; }
template <double (*function)(double, double)> Sum simple(double x, double y) {
  return {function(x, y), 0};
}

template <double (*function)(double)> Sum inHalfTurns(double x, double) {
  return product(function(x), inversePiHigh, inversePiLow);
}
Sum atan2InHalfTurns(double y, double x) {
  return product(std::atan2(y, x), inversePiHigh, inversePiLow);
}

Sum exp10(double x, double) {
  const Sum power = product(x, log2Of10High, log2Of10Low);
  const double value = std::exp2(power.value);
  return {value, value * (M_LN2 * power.correction)};
}

Sum log10(double x, double) { return product(std::log2(x), log10Of2High, log10Of2Low); }

Sum log1p(double x, double) {
  if (std::fabs(x) < 0x1p-20)
    return {x, x * x * std::fma(x, 1 / 3., -0.5)};
  const double sum = 1 + x;
  const double rest = std::fabs(x) < 1 ? x - (sum - 1) : 1 - (sum - x);
  return {std::log(sum), rest / sum};
}

Sum cosh(double x, double) {
  const double power = std::exp(std::fabs(x));
  return {power / 2, 0.5 / power};
}

Sum sinh(double x, double) {
  const double less1 = std::expm1(std::fabs(x));
  const double half = std::copysign(less1 / 2, x);
  return {half, half / (1 + less1)};
}

// An estimate that sends the operand to the reference.
constexpr Sum unknown = {0, NAN};

// By one step of Newton's iteration, for numbers whose powers are not too small to be exact.
Sum cbrt(double x, double) {
  if (!(std::fabs(x) > 0x1p-1000))
    return unknown;
  const double root = std::cbrt(x);
  const double square = root * root, squareRest = std::fma(root, root, -square);
  const double cube = square * root;
  const double cubeRest = std::fma(square, root, -cube) + squareRest * root;
  return {root, ((x - cube) - cubeRest) / (3 * square)};
}

Sum rsqrt(double x, double) {
  const double value = 1 / std::sqrt(x);
  const double root = x * value, rootRest = std::fma(x, value, -root);
  return {value, value / 2 * (std::fma(-root, value, 1) - rootRest * value)};
}

// The angle of what the nearest multiple of half a turn's half leaves, and that multiple modulo 4.
struct Angle {
  Sum rest;
  int halves;
};

Angle reduce(double x) {
  const double turn = x - 2 * std::rint(x / 2);
  const double halves = std::rint(turn * 2);
  return {product(turn - halves / 2, piHigh, piLow), (static_cast<int>(halves) + 4) % 4};
}

Sum sineOf(const Angle &angle, int halves) {
  const double sine = std::sin(angle.rest.value), cosine = std::cos(angle.rest.value);
  const Sum sum = halves % 2 ? Sum{cosine, -sine * angle.rest.correction}
                             : Sum{sine, cosine * angle.rest.correction};
  return halves & 2 ? Sum{-sum.value, -sum.correction} : sum;
}

Sum sinpi(double x, double) {
  if (!std::isfinite(x))
    return {NAN, 0};
  const Angle angle = reduce(x);
  const Sum sine = sineOf(angle, angle.halves);
  return sine.value == 0 ? Sum{std::copysign(0.0, x), 0} : sine;
}

Sum cospi(double x, double) {
  if (!std::isfinite(x))
    return {NAN, 0};
  const Angle angle = reduce(x);
  const Sum cosine = sineOf(angle, angle.halves + 1);
  return cosine.value == 0 ? Sum{0, 0} : cosine;
}

Sum tanpi(double x, double) {
  if (!std::isfinite(x))
    return {NAN, 0};
  const auto [rest, halves] = reduce(x);
  double value = std::tan(rest.value);
  if (value == 0)
    value = std::copysign(0.0, halves % 2 ? halves - 2 : halves ? -x : x);
  double correction = 0;
  if (halves % 2) {
    const double tangent = value;
    value = -1 / tangent;
    correction = value * std::fma(value, tangent, 1);
  }
  return {value, correction + rest.correction * std::fma(value, value, 1)};
}

Sum powr(double x, double y) {
  return x > 0 && std::isfinite(x) && std::isfinite(y) ? Sum{std::pow(x, y), 0} : unknown;
}

Sum rootn(double x, double n) {
  const double magnitude = std::fabs(x), power = 1 / n;
  if (!(magnitude > 0 && std::isfinite(x)) || n == 0)
    return unknown;
  const bool isOdd = static_cast<std::int64_t>(n) % 2 != 0;
  if (x < 0 && !isOdd)
    return {NAN, 0};
  const double root = std::pow(magnitude, power);
  const double rest = std::fma(-power, n, 1) / n;
  return {std::copysign(root, x), std::copysign(root, x) * rest * std::log(magnitude)};
}

Sum lgamma(double x, double) {
  if (std::fabs(x) < 0x1p-60)
    return {-std::log(std::fabs(x)), -std::numbers::egamma * x};
  if (!(std::fabs(x) > 0x1p60))
    return unknown;
  if (x < 0)
    return {INFINITY, 0};
  const Sum main = product(std::log(x), x, 0);
  const double value = main.value - x;
  return {value, ((main.value - value) - x) + main.correction};
}

Sum tgamma(double x, double) {
  if (std::fabs(x) >= 0x1p-60)
    return std::fabs(x) > 200 ? Sum{std::tgamma(x), 0} : unknown;
  const double value = 1 / x;
  return {value, std::fma(-value, x, 1) * value - std::numbers::egamma};
}

template <Sum (*function)(double, double)>
void all(const double *x, const double *y, double *values, double *corrections, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Sum sum = function(x[i], y ? y[i] : 0);
    values[i] = sum.value;
    corrections[i] = sum.correction;
  }
}

struct Named {
  const char *name;
  Screen<double> screen;
};

// The C library's functions have known errors of at most 0.55 units, but for: erf 1.43, expm1 0.92,
// hypot 0.80, tan 0.62. Those of acosh, asinh, atanh, erfc and tanh are greater than ours, which
// leaves what is no number or certain.
constexpr double exact = 0.001, tight = 0.57, scaled = 1.16, none = INFINITY;

constexpr Named estimates[] = {
    {"acos", {all<simple<std::acos>>, tight}},
    {"acosh", {all<simple<std::acosh>>, none}},
    {"acospi", {all<inHalfTurns<std::acos>>, scaled}},
    {"asin", {all<simple<std::asin>>, tight}},
    {"asinpi", {all<inHalfTurns<std::asin>>, scaled}},
    {"atan", {all<simple<std::atan>>, tight}},
    {"atan2", {all<simple<std::atan2>>, tight}},
    {"atan2pi", {all<atan2InHalfTurns>, scaled}},
    {"atanh", {all<simple<std::atanh>>, none}},
    {"atanpi", {all<inHalfTurns<std::atan>>, scaled}},
    {"cbrt", {all<cbrt>, exact}},
    {"cos", {all<simple<std::cos>>, tight}},
    {"cosh", {all<cosh>, 0.8, 720}},
    {"cospi", {all<cospi>, tight}},
    {"erf", {all<simple<std::erf>>, 1.45, 7}},
    {"erfc", {all<simple<std::erfc>>, none, 30}},
    {"exp", {all<simple<std::exp>>, tight, 750}},
    {"exp10", {all<exp10>, tight, 330}},
    {"exp2", {all<simple<std::exp2>>, tight, 1080}},
    {"expm1", {all<simple<std::expm1>>, 0.95, 750}},
    {"hypot", {all<simple<std::hypot>>, 0.85}},
    {"lgamma", {all<lgamma>, scaled + 0.05}},
    {"log", {all<simple<std::log>>, tight}},
    {"log10", {all<log10>, scaled}},
    {"log1p", {all<log1p>, tight}},
    {"log2", {all<simple<std::log2>>, tight}},
    {"pow", {all<simple<std::pow>>, tight}},
    {"pown", {all<simple<std::pow>>, tight}},
    {"powr", {all<powr>, tight}},
    {"rootn", {all<rootn>, tight}},
    {"rsqrt", {all<rsqrt>, exact}},
    {"sin", {all<simple<std::sin>>, tight}},
    {"sincos_cosine", {all<simple<std::cos>>, tight}},
    {"sincos_value", {all<simple<std::sin>>, tight}},
    {"sinh", {all<sinh>, 1.6, 720}},
    {"sinpi", {all<sinpi>, tight}},
    {"sqrt", {all<simple<std::sqrt>>, 0.5}},
    {"tan", {all<simple<std::tan>>, 0.65}},
    {"tanh", {all<simple<std::tanh>>, none, 40}},
    {"tanpi", {all<tanpi>, 1.4}},
    {"tgamma", {all<tgamma>, exact, 200}},
};

} // namespace

template <> Screen<double> findScreen(const std::string &name) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    for (const Named &known : estimates)
      if (name == known.name)
        return known.screen;
  return {};
}

template <>
void findSuspects(const Screen<double> &screen, const double *x, const double *y,
                  const double *results, std::size_t count, double error,
                  std::vector<std::uint32_t> &suspects) {
  std::vector<double> values(count), corrections(count);
  screen.estimate(x, y, values.data(), corrections.data(), count);
  // Up to half a unit a result is the rounded exact one.
  const double allowed = (std::fmax(error, 0.5) - screen.bound) * 0x1p-52;
  for (std::size_t i = 0; i < count; ++i) {
    const double result = results[i], value = values[i];
    // That of a number nearer to 0 than the exact result.
    const std::int64_t magnitude = std::bit_cast<std::int64_t>(std::fabs(value)) - 16;
    const double power =
        std::fmax(std::bit_cast<double>(std::max<std::int64_t>(magnitude, 0) & 0x7ff0000000000000),
                  0x1p-1022);
    const double distance = std::fabs((result - value) - corrections[i]);
    const bool isSame = result == value;
    const bool isCertain = isSame && std::fabs(x[i]) > screen.certainBeyond;
    // By an infinity the exact result is near to the greatest number, or beyond it.
    const bool isNear = std::isinf(value) ? isSame && allowed >= 0 : distance <= allowed * power;
    const bool hasSign = std::signbit(result) == std::signbit(value);
    const bool isNan = std::isnan(result) && std::isnan(value);
    if (!(isNan || (hasSign && (isNear || isCertain))))
      suspects.push_back(static_cast<std::uint32_t>(i));
  }
}

} // namespace weft::test
