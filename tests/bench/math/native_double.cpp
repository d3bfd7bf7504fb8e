// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/math/native.h"
#include "tests/support/libmvec.h"

#ifdef WEFT_HAVE_SLEEF
#include <sleef.h>
#endif

namespace weft::bench {
namespace {

template <auto function>
void one(const double *x, const double *, double *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(results + i, function(_mm256_loadu_pd(x + i)));
}

template <auto function>
void two(const double *x, const double *y, double *results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(results + i, function(_mm256_loadu_pd(x + i), _mm256_loadu_pd(y + i)));
}

#ifdef WEFT_HAVE_SLEEF
#define SLEEF(form, name) form<Sleef_##name>
#else
#define SLEEF(form, name) nullptr
#endif

constexpr NativeFunction<double> functions[] = {
    {"acos", one<_ZGVdN4v_acos>, SLEEF(one, acosd4_u10avx2)},
    {"acosh", one<_ZGVdN4v_acosh>, SLEEF(one, acoshd4_u10avx2)},
    {"asin", one<_ZGVdN4v_asin>, SLEEF(one, asind4_u10avx2)},
    {"asinh", one<_ZGVdN4v_asinh>, SLEEF(one, asinhd4_u10avx2)},
    {"atan", one<_ZGVdN4v_atan>, SLEEF(one, atand4_u10avx2)},
    {"atan2", two<_ZGVdN4vv_atan2>, SLEEF(two, atan2d4_u10avx2)},
    {"atanh", one<_ZGVdN4v_atanh>, SLEEF(one, atanhd4_u10avx2)},
    {"cbrt", one<_ZGVdN4v_cbrt>, SLEEF(one, cbrtd4_u10avx2)},
    {"cos", one<_ZGVdN4v_cos>, SLEEF(one, cosd4_u10avx2)},
    {"cosh", one<_ZGVdN4v_cosh>, SLEEF(one, coshd4_u10avx2)},
    {"cospi", nullptr, SLEEF(one, cospid4_u05avx2)},
    {"erf", one<_ZGVdN4v_erf>, SLEEF(one, erfd4_u10avx2)},
    {"erfc", one<_ZGVdN4v_erfc>, SLEEF(one, erfcd4_u15avx2)},
    {"exp", one<_ZGVdN4v_exp>, SLEEF(one, expd4_u10avx2)},
    {"exp10", one<_ZGVdN4v_exp10>, SLEEF(one, exp10d4_u10avx2)},
    {"exp2", one<_ZGVdN4v_exp2>, SLEEF(one, exp2d4_u10avx2)},
    {"expm1", one<_ZGVdN4v_expm1>, SLEEF(one, expm1d4_u10avx2)},
    {"fmod", nullptr, SLEEF(two, fmodd4_avx2)},
    {"hypot", two<_ZGVdN4vv_hypot>, SLEEF(two, hypotd4_u05avx2)},
    {"lgamma", nullptr, SLEEF(one, lgammad4_u10avx2)},
    {"log", one<_ZGVdN4v_log>, SLEEF(one, logd4_u10avx2)},
    {"log10", one<_ZGVdN4v_log10>, SLEEF(one, log10d4_u10avx2)},
    {"log1p", one<_ZGVdN4v_log1p>, SLEEF(one, log1pd4_u10avx2)},
    {"log2", one<_ZGVdN4v_log2>, SLEEF(one, log2d4_u10avx2)},
    {"pow", two<_ZGVdN4vv_pow>, SLEEF(two, powd4_u10avx2)},
    {"remainder", nullptr, SLEEF(two, remainderd4_avx2)},
    {"sin", one<_ZGVdN4v_sin>, SLEEF(one, sind4_u10avx2)},
    {"sinh", one<_ZGVdN4v_sinh>, SLEEF(one, sinhd4_u10avx2)},
    {"sinpi", nullptr, SLEEF(one, sinpid4_u05avx2)},
    {"tan", one<_ZGVdN4v_tan>, SLEEF(one, tand4_u10avx2)},
    {"tanh", one<_ZGVdN4v_tanh>, SLEEF(one, tanhd4_u10avx2)},
    {"tgamma", nullptr, SLEEF(one, tgammad4_u10avx2)},
};

} // namespace

template <> std::span<const NativeFunction<double>> nativeFunctions() { return functions; }

} // namespace weft::bench
