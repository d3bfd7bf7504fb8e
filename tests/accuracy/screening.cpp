// Built with AVX2; called only where the CPU has it.
#include "tests/accuracy/screening.h"
#include "tests/support/libmvec.h"

#include <bit>
#include <cmath>

namespace weft::test {
namespace {

__m256d wide(const float *x) { return _mm256_cvtps_pd(_mm_loadu_ps(x)); }

template <auto function>
void one(const float *x, const float *, double *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(results + i, function(wide(x + i)));
}

template <auto function>
void two(const float *x, const float *y, double *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(results + i, function(wide(x + i), wide(y + i)));
}

template <auto function> __m256d inHalfTurns(__m256d x) {
  return _mm256_mul_pd(function(x), _mm256_set1_pd(M_1_PI));
}

__m256d atan2InHalfTurns(__m256d y, __m256d x) {
  return _mm256_mul_pd(_ZGVdN4vv_atan2(y, x), _mm256_set1_pd(M_1_PI));
}

// Of what even whole numbers leave, which is exact.
template <auto function> __m256d ofHalfTurns(__m256d x) {
  const __m256d half = _mm256_mul_pd(x, _mm256_set1_pd(0.5));
  const __m256d whole = _mm256_round_pd(half, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return function(_mm256_mul_pd(_mm256_sub_pd(half, whole), _mm256_set1_pd(2 * M_PI)));
}

struct Named {
  const char *name;
  Estimate estimate;
};

constexpr Named estimates[] = {
    {"acos", one<_ZGVdN4v_acos>},
    {"acosh", one<_ZGVdN4v_acosh>},
    {"acospi", one<inHalfTurns<_ZGVdN4v_acos>>},
    {"asin", one<_ZGVdN4v_asin>},
    {"asinh", one<_ZGVdN4v_asinh>},
    {"asinpi", one<inHalfTurns<_ZGVdN4v_asin>>},
    {"atan", one<_ZGVdN4v_atan>},
    {"atan2", two<_ZGVdN4vv_atan2>},
    {"atan2pi", two<atan2InHalfTurns>},
    {"atanh", one<_ZGVdN4v_atanh>},
    {"atanpi", one<inHalfTurns<_ZGVdN4v_atan>>},
    {"cbrt", one<_ZGVdN4v_cbrt>},
    {"cos", one<_ZGVdN4v_cos>},
    {"cosh", one<_ZGVdN4v_cosh>},
    {"cospi", one<ofHalfTurns<_ZGVdN4v_cos>>},
    {"erf", one<_ZGVdN4v_erf>},
    {"erfc", one<_ZGVdN4v_erfc>},
    {"exp", one<_ZGVdN4v_exp>},
    {"exp10", one<_ZGVdN4v_exp10>},
    {"exp2", one<_ZGVdN4v_exp2>},
    {"expm1", one<_ZGVdN4v_expm1>},
    {"hypot", two<_ZGVdN4vv_hypot>},
    {"log", one<_ZGVdN4v_log>},
    {"log10", one<_ZGVdN4v_log10>},
    {"log1p", one<_ZGVdN4v_log1p>},
    {"log2", one<_ZGVdN4v_log2>},
    {"pow", two<_ZGVdN4vv_pow>},
    {"sin", one<_ZGVdN4v_sin>},
    {"sincos_cosine", one<_ZGVdN4v_cos>},
    {"sincos_value", one<_ZGVdN4v_sin>},
    {"sinh", one<_ZGVdN4v_sinh>},
    {"sinpi", one<ofHalfTurns<_ZGVdN4v_sin>>},
    {"tan", one<_ZGVdN4v_tan>},
    {"tanh", one<_ZGVdN4v_tanh>},
    {"tanpi", one<ofHalfTurns<_ZGVdN4v_tan>>},
};

} // namespace

Estimate findEstimate(const std::string &name) {
  if (!__builtin_cpu_supports("avx2"))
    return nullptr;
  std::string function = name;
  for (const std::string prefix : {"half_", "native_"})
    if (function.starts_with(prefix))
      function.erase(0, prefix.size());
  for (const Named &known : estimates)
    if (function == known.name)
      return known.estimate;
  return nullptr;
}

void findSuspects(const float *results, const double *estimates, std::size_t count, double error,
                  std::vector<std::uint32_t> &suspects) {
  // Up to half a unit a result is the rounded exact one. The margin is for the estimates' errors.
  const double bound = (std::fmax(error, 0.5) - 1e-5) * 0x1p-23;
  for (std::size_t i = 0; i < count; ++i) {
    const float result = results[i];
    const double estimate = estimates[i];
    const auto bits = std::bit_cast<std::uint64_t>(estimate);
    const double power = std::fmax(std::bit_cast<double>(bits & 0x7ff0000000000000), 0x1p-126);
    const bool isNear = std::fabs(result - estimate) <= bound * power;
    const bool isSame = static_cast<float>(estimate) == result;
    const bool isNan = (result != result) & (estimate != estimate);
    const bool hasSign = (std::bit_cast<std::uint32_t>(result) >> 31) == bits >> 63;
    if (!(isNan | ((isNear | isSame) & hasSign)))
      suspects.push_back(static_cast<std::uint32_t>(i));
  }
}

} // namespace weft::test
