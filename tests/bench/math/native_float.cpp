// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/math/native.h"
#include "tests/support/libmvec.h"

#ifdef WEFT_HAVE_SLEEF
#include <sleef.h>
#endif

namespace weft::bench {
namespace {

template <auto function>
void one(const float *x, const float *, float *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 8)
    _mm256_storeu_ps(results + i, function(_mm256_loadu_ps(x + i)));
}

template <auto function>
void two(const float *x, const float *y, float *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 8)
    _mm256_storeu_ps(results + i, function(_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));
}

#ifdef WEFT_HAVE_SLEEF
#define SLEEF(form, name) form<Sleef_##name>
#else
#define SLEEF(form, name) nullptr
#endif

constexpr NativeFunction<float> functions[] = {
    {"acos", one<_ZGVdN8v_acosf>, SLEEF(one, acosf8_u10avx2)},
    {"acosh", one<_ZGVdN8v_acoshf>, SLEEF(one, acoshf8_u10avx2)},
    {"asin", one<_ZGVdN8v_asinf>, SLEEF(one, asinf8_u10avx2)},
    {"asinh", one<_ZGVdN8v_asinhf>, SLEEF(one, asinhf8_u10avx2)},
    {"atan", one<_ZGVdN8v_atanf>, SLEEF(one, atanf8_u10avx2)},
    {"atan2", two<_ZGVdN8vv_atan2f>, SLEEF(two, atan2f8_u10avx2)},
    {"atanh", one<_ZGVdN8v_atanhf>, SLEEF(one, atanhf8_u10avx2)},
    {"cbrt", one<_ZGVdN8v_cbrtf>, SLEEF(one, cbrtf8_u10avx2)},
    {"cos", one<_ZGVdN8v_cosf>, SLEEF(one, cosf8_u10avx2)},
    {"cosh", one<_ZGVdN8v_coshf>, SLEEF(one, coshf8_u10avx2)},
    {"cospi", nullptr, SLEEF(one, cospif8_u05avx2)},
    {"erf", one<_ZGVdN8v_erff>, SLEEF(one, erff8_u10avx2)},
    {"erfc", one<_ZGVdN8v_erfcf>, SLEEF(one, erfcf8_u15avx2)},
    {"exp", one<_ZGVdN8v_expf>, SLEEF(one, expf8_u10avx2)},
    {"exp10", one<_ZGVdN8v_exp10f>, SLEEF(one, exp10f8_u10avx2)},
    {"exp2", one<_ZGVdN8v_exp2f>, SLEEF(one, exp2f8_u10avx2)},
    {"expm1", one<_ZGVdN8v_expm1f>, SLEEF(one, expm1f8_u10avx2)},
    {"fmod", nullptr, SLEEF(two, fmodf8_avx2)},
    {"hypot", two<_ZGVdN8vv_hypotf>, SLEEF(two, hypotf8_u05avx2)},
    {"lgamma", nullptr, SLEEF(one, lgammaf8_u10avx2)},
    {"log", one<_ZGVdN8v_logf>, SLEEF(one, logf8_u10avx2)},
    {"log10", one<_ZGVdN8v_log10f>, SLEEF(one, log10f8_u10avx2)},
    {"log1p", one<_ZGVdN8v_log1pf>, SLEEF(one, log1pf8_u10avx2)},
    {"log2", one<_ZGVdN8v_log2f>, SLEEF(one, log2f8_u10avx2)},
    {"pow", two<_ZGVdN8vv_powf>, SLEEF(two, powf8_u10avx2)},
    {"remainder", nullptr, SLEEF(two, remainderf8_avx2)},
    {"sin", one<_ZGVdN8v_sinf>, SLEEF(one, sinf8_u10avx2)},
    {"sinh", one<_ZGVdN8v_sinhf>, SLEEF(one, sinhf8_u10avx2)},
    {"sinpi", nullptr, SLEEF(one, sinpif8_u05avx2)},
    {"tan", one<_ZGVdN8v_tanf>, SLEEF(one, tanf8_u10avx2)},
    {"tanh", one<_ZGVdN8v_tanhf>, SLEEF(one, tanhf8_u10avx2)},
    {"tgamma", nullptr, SLEEF(one, tgammaf8_u10avx2)},
};

} // namespace

template <> std::span<const NativeFunction<float>> nativeFunctions() { return functions; }

} // namespace weft::bench
