// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants of float's mathematics: math/common/ has the bodies, double/coefficients.h the
// same constants of double. Tables have the coefficients of minimax polynomials, the leading one
// first.
#pragma once

#include "kernel-lib/math/common/forms.h"

#define HALF_ROOT_BITS 0x3f3504f3 // of sqrt(1/2)

// Exponentials. Products of whole numbers of steps and a _HIGH part are exact.
#define LOG2_E 0x1.715476p0f
#define LOG_2_HIGH 0x1.62e4p-1f
#define LOG_2_LOW 0x1.7f7d1cp-20f
#define LOG2_10 0x1.a934fp1f
#define LOG10_2_HIGH 0x1.344p-2f
#define LOG10_2_LOW 0x1.3509f8p-18f

// Results at and beyond these arguments. An exponential is 0 at -151 steps (times_power).
#define EXP_IS_0 -105.0f
#define EXP_IS_INFINITE 89.0f
#define EXP2_IS_0 -151.0f
#define EXP2_IS_INFINITE 129.0f
#define EXP10_IS_0 -45.4f
#define EXP10_IS_INFINITE 38.7f
#define EXPM1_IS_MINUS_1 -25.0f
#define EXPM1_IS_INFINITE 89.0f
#define EXPM1_SHIFT 1              // half of exp(x) - 1 does not overflow before that does
#define EXPM1_IS_ARGUMENT 0x1p-25f // below, expm1(x) is x
#define HALF_OF_EXP_GREATEST 89.7f // from here on cosh is infinite

// (2 exp(r) - 2) / r for |r| <= log(2) / 2
static __constant const float exp_terms[] = {0x1.698b12p-9f, 0x1.12456ap-6f, 0x1.555a02p-4f,
                                             0x1.555482p-2f, 0x1.fffffap-1f, 2.0f};
// (2 * 2^r - 2) / r for |r| <= 1/2
static __constant const float exp2_terms[] = {0x1.3fd238p-12f, 0x1.5f13d2p-9f, 0x1.3b307ep-6f,
                                              0x1.c6af6ap-4f,  0x1.ebfbd8p-2f, 0x1.62e43p0f};
// (2 * 10^r - 2) / r for |r| <= log10(2) / 2
static __constant const float exp10_terms[] = {0x1.a4b7d4p-2f, 0x1.156f82p0f, 0x1.2bdbcap1f,
                                               0x1.046f96p2f,  0x1.535248p2f, 0x1.26bb1cp2f};
// (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2
static __constant const float expm1_terms[] = {0x1.698b12p-10f, 0x1.12456ap-7f, 0x1.555a02p-5f,
                                               0x1.555482p-3f, 0x1.fffffap-2f};

// Logarithms. (log(1 + f) - f) / f^2 for 1 + f between the square roots of 1/2 and 2
static __constant const float log_terms[] = {
    0x1.6465c2p-4f, -0x1.243bdep-3f, 0x1.31774ep-3f, -0x1.53815ap-3f,
    0x1.98d796p-3f, -0x1.000384p-2f, 0x1.5556dap-2f, -0.5f};
// log2(1 + f) / f
static __constant const float log2_terms[] = {0x1.024b6ep-3f,  -0x1.a6e268p-3f, 0x1.b8c22ap-3f,
                                              -0x1.e99368p-3f, 0x1.26e742p-2f,  -0x1.715b3ep-2f,
                                              0x1.ec72f4p-2f,  -0x1.715472p-1f, 0x1.715476p0f};
// log10(1 + f) / f
static __constant const float log10_terms[] = {0x1.371cc6p-5f, -0x1.fd3f46p-5f, 0x1.095abep-4f,
                                               -0x1.26cp-4f,   0x1.63197cp-4f,  -0x1.bcbfeap-4f,
                                               0x1.287bdep-3f, -0x1.bcb7acp-3f, 0x1.bcb7b2p-2f};

// Error functions.
#define TWO_OVER_ROOT_PI_HIGH 0x1.20dd76p0f
#define TWO_OVER_ROOT_PI_LOW -0x1.d0e8ecp-25f
// -log(1 - erf(x)) / x - TWO_OVER_ROOT_PI_HIGH for 0 <= x <= ERF_IS_1
static __constant const float erf_terms[] = {
    -0x1.37dabcp-17f, 0x1.eed8cap-14f, -0x1.4c69f6p-11f, 0x1.b58ce6p-10f,     -0x1.547294p-13f,
    -0x1.39c9f8p-6f,  0x1.a4fa2ep-4f,  0x1.45f2fap-1f,   TWO_OVER_ROOT_PI_LOW};
// exp(x^2) erfc(x) (1 + 9/8 x) by (x - ERFC_CENTRE) / (x + ERFC_CENTRE)
static __constant const float erfc_terms[] = {
    0x1.f0074ap-13f, 0x1.2a66a4p-12f, -0x1.0df434p-9f, -0x1.32fdb8p-11f, 0x1.114304p-6f,
    -0x1.4b77b8p-5f, 0x1.163d68p-5f,  0x1.bdd734p-5f,  -0x1.da07f6p-3f,  0x1.9b7e78p-1f};
#define ERF_IS_1 4.0f         // from here on
#define ERFC_CENTRE 2.5f      // where the polynomial's variable is 0
#define ERFC_GREATEST 10.235f // -151 steps (times_power); from 10.1 on the result is 0

// Hyperbolic functions.
#define LOG_2 0x1.62e43p-1f
#define INVERSE_IS_LOG 0x1p30f     // from here on, asinh(x) and acosh(x) are log(2 x)
#define ATANH_IS_ARGUMENT 0x1p-13f // below, atanh(x) is x

// (sinh(x) / x - 1) / x^2 for |x| <= 1, by x^2
static __constant const float sinh_terms[] = {0x1.76c1b4p-19f, 0x1.a01a8cp-13f, 0x1.1110ecp-7f,
                                              0x1.555556p-3f};
// (tanh(x) / x - 1) / x^2 for |x| <= 0.55, by x^2
static __constant const float tanh_terms[] = {-0x1.958c74p-8f, 0x1.584238p-6f, -0x1.b90a76p-5f,
                                              0x1.110c7p-3f, -0x1.555548p-2f};

// The length of a vector: squares of numbers between these bounds neither overflow nor lose bits.
// Numbers above or below are multiplied by these factors, which are powers of two.
#define HYPOT_LARGE 0x1p62f
#define HYPOT_SMALL 0x1p-62f
#define HYPOT_DOWN 0x1p-64f
#define HYPOT_UP 0x1p100f

// Sine, cosine and tangent. pi is PI_1 + PI_2 + PI_3.
#define PI_1 0x1.921fb4p1f
#define PI_2 0x1.4442dp-23f
#define PI_3 0x1.846988p-47f
#define ONE_OVER_PI 0x1.45f306p-2f
#define LARGE_ANGLE 0x1p17f // the reduction is good below
#define RARE_LARGE_ANGLE __weft_rare_large_angle

// (sin(r) / r - 1) / r^2 for |r| <= pi/2, by r^2
static __constant const float sin_of_half_terms[] = {0x1.5db2ep-19f, -0x1.9f6fbap-13f,
                                                     0x1.110ed6p-7f, -0x1.55554cp-3f};
// The same for |r| <= pi/4
static __constant const float sin_of_quarter_terms[] = {-0x1.991e08p-13f, 0x1.1106cap-7f,
                                                        -0x1.555544p-3f};
// (cos(r) - 1) / r^2 for |r| <= pi/4, by r^2
static __constant const float cos_of_quarter_terms[] = {0x1.99df46p-16f, -0x1.6c0c16p-10f,
                                                        0x1.55554ap-5f, -0.5f};

// Sine, cosine and tangent of half turns, and the inverse functions. pi is PI_HIGH + PI_LOW.
#define PI_HIGH 0x1.921fb6p1f
#define PI_LOW -0x1.777a5cp-24f

// sin(pi r) / r - PI_HIGH for |r| <= 1/2, by r^2
static __constant const float sinpi_of_half_terms[] = {0x1.3e56a4p-4f, -0x1.32587ep-1f,
                                                       0x1.46693ap1f, -0x1.4abbc6p2f, PI_LOW};
// The same for |r| <= 1/4
static __constant const float sinpi_of_quarter_terms[] = {-0x1.2dbd92p-1f, 0x1.465fc4p1f,
                                                          -0x1.4abbbep2f, PI_LOW};
// (cos(pi r) - 1) / r^2 for |r| <= 1/4, by r^2
static __constant const float cospi_of_quarter_terms[] = {0x1.d684aap-3f, -0x1.55b7cep0f,
                                                          0x1.03c1b8p2f, -0x1.3bd3ccp2f};

// (atan(x) / x - 1) / x^2 for x up to 1, by x^2
static __constant const float atan_terms[] = {0x1.7ec1c4p-9f,  -0x1.0c23fep-6f, 0x1.61f756p-5f,
                                              -0x1.3553f4p-4f, 0x1.b4dfdcp-4f,  -0x1.230abp-3f,
                                              0x1.9978eep-3f,  -0x1.5554dcp-2f};
// (asin(x) / x - 1) / x^2 for x up to 1/2, by x^2
static __constant const float asin_terms[] = {0x1.5959aap-5f, 0x1.8c415ap-6f, 0x1.747b72p-5f,
                                              0x1.330206p-4f, 0x1.5555c8p-3f};
