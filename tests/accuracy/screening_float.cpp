// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates for float in double. Built with AVX2; called only where the CPU has it.
#include "tests/accuracy/screening.h"
#include "tests/support/libmvec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace weft::test {
namespace {

__m256d wide(const float *x) { return _mm256_cvtps_pd(_mm_loadu_ps(x)); }

template <auto function>
void one(const float *x, const float *, double *values, double *, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(values + i, function(wide(x + i)));
}

template <auto function>
void two(const float *x, const float *y, double *values, double *, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(values + i, function(wide(x + i), wide(y + i)));
}

// Where the function with vectors has no good estimate (NaN), the C library's.
template <auto vectors, auto scalar>
void mostlyVectors(const float *x, const float *y, double *values, double *none,
                   std::size_t count) {
  one<vectors>(x, y, values, none, count);
  for (std::size_t i = 0; i < count; ++i)
    if (values[i] != values[i])
      values[i] = scalar(static_cast<double>(x[i]));
}

__m256d all(double value) { return _mm256_set1_pd(value); }

template <auto function> __m256d inHalfTurns(__m256d x) {
  return _mm256_mul_pd(function(x), all(M_1_PI));
}

__m256d atan2InHalfTurns(__m256d y, __m256d x) {
  return _mm256_mul_pd(_ZGVdN4vv_atan2(y, x), all(M_1_PI));
}

// Of what even whole numbers leave, which is exact.
template <auto function> __m256d ofHalfTurns(__m256d x) {
  const __m256d half = _mm256_mul_pd(x, all(0.5));
  const __m256d whole = _mm256_round_pd(half, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return function(_mm256_mul_pd(_mm256_sub_pd(half, whole), all(2 * M_PI)));
}

__m256d reciprocal(__m256d x) { return _mm256_div_pd(all(1), x); }
__m256d quotient(__m256d x, __m256d y) { return _mm256_div_pd(x, y); }
__m256d root(__m256d x) { return _mm256_sqrt_pd(x); }
__m256d reciprocalRoot(__m256d x) { return reciprocal(root(x)); }

__m256d magnitude(__m256d x) { return _mm256_andnot_pd(all(-0.0), x); }

// The coefficients from that of the greatest power on.
template <std::size_t count> __m256d polynomial(__m256d x, const double (&coefficients)[count]) {
  __m256d sum = all(coefficients[0]);
  for (std::size_t i = 1; i < count; ++i)
    sum = _mm256_fmadd_pd(sum, x, all(coefficients[i]));
  return sum;
}

constexpr double greatestSmall = 0x1p-12;

// The beginning of the series at 0, and the overflow.
__m256d gammaOfSmallOrLarge(__m256d x) {
  const double coefficients[] = {-0.90747907608088629, 0.98905599532797256, -std::numbers::egamma};
  const __m256d value = _mm256_add_pd(reciprocal(x), polynomial(x, coefficients));
  const __m256d isSmall = _mm256_cmp_pd(magnitude(x), all(greatestSmall), _CMP_LT_OQ);
  const __m256d isLarge = _mm256_cmp_pd(x, all(200), _CMP_GT_OQ);
  return _mm256_blendv_pd(_mm256_blendv_pd(all(NAN), value, isSmall), all(INFINITY), isLarge);
}

// The beginning of the series at 0, and Stirling's.
__m256d logOfGammaOfSmallOrLarge(__m256d x) {
  const __m256d logarithm = _ZGVdN4v_log(magnitude(x));
  const double nearZero[] = {-0.40068563438653143, 0.82246703342411322, -std::numbers::egamma, 0};
  const __m256d small = _mm256_sub_pd(polynomial(x, nearZero), logarithm);
  const __m256d inverse = reciprocal(x);
  const double stirling[] = {1 / 1260., -1 / 360., 1 / 12.};
  const __m256d rest = _mm256_fmadd_pd(polynomial(_mm256_mul_pd(inverse, inverse), stirling),
                                       inverse, all(0.91893853320467274));
  const __m256d main = _mm256_fmsub_pd(_mm256_sub_pd(x, all(0.5)), logarithm, x);
  const __m256d isSmall = _mm256_cmp_pd(magnitude(x), all(greatestSmall), _CMP_LT_OQ);
  const __m256d isLarge = _mm256_cmp_pd(x, all(16), _CMP_GT_OQ);
  const __m256d value = _mm256_blendv_pd(all(NAN), _mm256_add_pd(main, rest), isLarge);
  return _mm256_blendv_pd(value, small, isSmall);
}

double gamma(double x) { return std::tgamma(x); }

// Without the sign, which std::lgamma puts in a variable of the process.
double logOfGamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

__m256d isFinite(__m256d x) { return _mm256_cmp_pd(magnitude(x), all(INFINITY), _CMP_LT_OQ); }

// Of positive numbers; otherwise -1, which is no power.
__m256d powerOfPositive(__m256d x, __m256d y) {
  const __m256d isPositive = _mm256_cmp_pd(x, all(0), _CMP_GT_OQ);
  const __m256d areFinite = _mm256_and_pd(isFinite(x), isFinite(y));
  return _mm256_blendv_pd(all(-1), _ZGVdN4vv_pow(x, y), _mm256_and_pd(isPositive, areFinite));
}

struct Named {
  const char *name;
  Screen<float> screen;
};

// Up to half a unit a result is the rounded exact one, which leaves a margin for exact estimates.
constexpr double bound = 1e-5;

constexpr Named estimates[] = {
    {"acos", {one<_ZGVdN4v_acos>, bound}},
    {"acosh", {one<_ZGVdN4v_acosh>, bound}},
    {"acospi", {one<inHalfTurns<_ZGVdN4v_acos>>, bound}},
    {"asin", {one<_ZGVdN4v_asin>, bound}},
    {"asinh", {one<_ZGVdN4v_asinh>, bound}},
    {"asinpi", {one<inHalfTurns<_ZGVdN4v_asin>>, bound}},
    {"atan", {one<_ZGVdN4v_atan>, bound}},
    {"atan2", {two<_ZGVdN4vv_atan2>, bound}},
    {"atan2pi", {two<atan2InHalfTurns>, bound}},
    {"atanh", {one<_ZGVdN4v_atanh>, bound}},
    {"atanpi", {one<inHalfTurns<_ZGVdN4v_atan>>, bound}},
    {"cbrt", {one<_ZGVdN4v_cbrt>, bound}},
    {"cos", {one<_ZGVdN4v_cos>, bound}},
    {"cosh", {one<_ZGVdN4v_cosh>, bound}},
    {"cospi", {one<ofHalfTurns<_ZGVdN4v_cos>>, bound}},
    {"divide", {two<quotient>, bound}},
    {"erf", {one<_ZGVdN4v_erf>, bound}},
    {"erfc", {one<_ZGVdN4v_erfc>, bound}},
    {"exp", {one<_ZGVdN4v_exp>, bound}},
    {"exp10", {one<_ZGVdN4v_exp10>, bound}},
    {"exp2", {one<_ZGVdN4v_exp2>, bound}},
    {"expm1", {one<_ZGVdN4v_expm1>, bound}},
    {"hypot", {two<_ZGVdN4vv_hypot>, bound}},
    {"lgamma", {mostlyVectors<logOfGammaOfSmallOrLarge, logOfGamma>, bound}},
    {"log", {one<_ZGVdN4v_log>, bound}},
    {"log10", {one<_ZGVdN4v_log10>, bound}},
    {"log1p", {one<_ZGVdN4v_log1p>, bound}},
    {"log2", {one<_ZGVdN4v_log2>, bound}},
    {"pow", {two<_ZGVdN4vv_pow>, bound}},
    {"powr", {two<powerOfPositive>, bound}},
    {"recip", {one<reciprocal>, bound}},
    {"rsqrt", {one<reciprocalRoot>, bound}},
    {"sin", {one<_ZGVdN4v_sin>, bound}},
    {"sincos_cosine", {one<_ZGVdN4v_cos>, bound}},
    {"sincos_value", {one<_ZGVdN4v_sin>, bound}},
    {"sinh", {one<_ZGVdN4v_sinh>, bound}},
    {"sinpi", {one<ofHalfTurns<_ZGVdN4v_sin>>, bound}},
    {"sqrt", {one<root>, bound}},
    {"tan", {one<_ZGVdN4v_tan>, bound}},
    {"tanh", {one<_ZGVdN4v_tanh>, bound}},
    {"tanpi", {one<ofHalfTurns<_ZGVdN4v_tan>>, bound}},
    {"tgamma", {mostlyVectors<gammaOfSmallOrLarge, gamma>, bound}},
};

} // namespace

template <> Screen<float> findScreen(const std::string &name) {
  if (!__builtin_cpu_supports("avx2"))
    return {};
  std::string function = name;
  for (const std::string prefix : {"half_", "native_"})
    if (function.starts_with(prefix))
      function.erase(0, prefix.size());
  for (const Named &known : estimates)
    if (function == known.name)
      return known.screen;
  return {};
}

template <>
void findSuspects(const Screen<float> &screen, const float *x, const float *y, const float *results,
                  std::size_t count, double error, std::vector<std::uint32_t> &suspects) {
  std::vector<double> estimates(count);
  screen.estimate(x, y, estimates.data(), nullptr, count);
  const double bound = (std::fmax(error, 0.5) - screen.bound) * 0x1p-23;
  for (std::size_t i = 0; i < count; ++i) {
    const float result = results[i];
    const double estimate = estimates[i];
    const auto bits = std::bit_cast<std::uint64_t>(estimate);
    const double power = std::max(std::bit_cast<double>(bits & 0x7ff0000000000000), 0x1p-126);
    const bool isNear = std::fabs(result - estimate) <= bound * power;
    const bool isSame = static_cast<float>(estimate) == result;
    const bool isNan = (result != result) & (estimate != estimate);
    const bool hasSign = (std::bit_cast<std::uint32_t>(result) >> 31) == bits >> 63;
    if (!(isNan | ((isNear | isSame) & hasSign)))
      suspects.push_back(static_cast<std::uint32_t>(i));
  }
}

} // namespace weft::test
