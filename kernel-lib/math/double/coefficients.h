// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants of double's mathematics: math/common/ has the bodies, float/coefficients.h the
// same constants of float. Tables have the coefficients of minimax polynomials, the leading one
// first.
#pragma once

#include "kernel-lib/math/common/forms.h"

#define HALF_ROOT_BITS 0x3fe6a09e667f3bcdul // of sqrt(1/2)

// Exponentials. Products of whole numbers of steps and a _HIGH part are exact.
#define LOG2_E 0x1.71547652b82fep0
#define LOG_2_HIGH 0x1.62e42fefa38p-1
#define LOG_2_LOW 0x1.ef35793c7673p-45
#define LOG2_10 0x1.a934f0979a371p1
#define LOG10_2_HIGH 0x1.34413509f78p-2
#define LOG10_2_LOW 0x1.fef311f12b358p-46

// Results at and beyond these arguments.
#define EXP_IS_0 -746.0
#define EXP_IS_INFINITE 710.0
#define EXP2_IS_0 -1076.0
#define EXP2_IS_INFINITE 1025.0
#define EXP10_IS_0 -324.0
#define EXP10_IS_INFINITE 308.5
#define EXPM1_IS_MINUS_1 -40.0
#define EXPM1_IS_INFINITE 710.0
#define EXPM1_SHIFT 2              // a quarter of exp(x) - 1 does not overflow before sinh does
#define EXPM1_IS_ARGUMENT 0x1p-54  // below, expm1(x) is x
#define HALF_OF_EXP_GREATEST 711.0 // from here on cosh is infinite

// (2 exp(r) - 2) / r for |r| <= log(2) / 2
static __constant const double exp_terms[] = {0x1.ad932d5340b22p-25,
                                              0x1.28ae06e3f52a9p-21,
                                              0x1.71df18d48c378p-18,
                                              0x1.a0199955871b5p-15,
                                              0x1.a01a012ff465dp-12,
                                              0x1.6c16c18479ce6p-9,
                                              0x1.1111111126b32p-6,
                                              0x1.55555555506b4p-4,
                                              0x1.55555555554fep-2,
                                              0x1.000000000000ap0,
                                              2.0};
// (2 * 2^r - 2) / r for |r| <= 1/2
static __constant const double exp2_terms[] = {
    0x1.e973173b0ee8cp-31, 0x1.e61d45627b34ap-27, 0x1.b52522bd3cc11p-23, 0x1.62bfc65859696p-19,
    0x1.ffcbfc66852f4p-16, 0x1.4309130f6d122p-12, 0x1.5d87fe789e971p-9,  0x1.3b2ab6fb9fda5p-6,
    0x1.c6b08d704a12cp-4,  0x1.ebfbdff82c5a6p-2,  0x1.62e42fefa39efp0};
// (2 * 10^r - 2) / r for |r| <= log10(2) / 2
static __constant const double exp10_terms[] = {
    0x1.f7386461babb4p-12, 0x1.2f72eea24cc62p-9, 0x1.4899f6d240d72p-7, 0x1.41165fc1697f9p-5,
    0x1.16e4dee4466cap-3,  0x1.a7ed70a0fcde6p-2, 0x1.1429ffd22174p0,   0x1.2bd7609fd532cp1,
    0x1.0470591de2b43p2,   0x1.53524c73cea76p2,  0x1.26bb1bbb55516p2};
// (exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2
static __constant const double expm1_terms[] = {0x1.1f1a3431c916dp-29,
                                                0x1.af5f21a494ebdp-26,
                                                0x1.27e5133843ba1p-22,
                                                0x1.71ddf814729ep-19,
                                                0x1.a01a018e10779p-16,
                                                0x1.a01a01b00201bp-13,
                                                0x1.6c16c16c1aafap-10,
                                                0x1.111111110f657p-7,
                                                0x1.555555555554dp-5,
                                                0x1.5555555555559p-3,
                                                0.5};

// Error functions.
#define TWO_OVER_ROOT_PI_HIGH 0x1.20dd750429b6dp0
#define TWO_OVER_ROOT_PI_LOW -0x1.4dc52b3c2c72p-57
#define ERF_IS_1 6.0       // from here on
#define ERFC_CENTRE 4.0    // where the polynomial's variable is 0
#define ERFC_GREATEST 27.4 // from 27.3 on the result is 0

// Hyperbolic functions.
#define LOG_2 0x1.62e42fefa39efp-1
#define INVERSE_IS_LOG 0x1p60     // from here on, asinh(x) and acosh(x) are log(2 x)
#define ATANH_IS_ARGUMENT 0x1p-28 // below, atanh(x) is x

// The length of a vector: squares of numbers between these bounds neither overflow nor lose bits.
// Numbers above or below are multiplied by these factors, which are powers of two.
#define HYPOT_LARGE 0x1p510
#define HYPOT_SMALL 0x1p-450
#define HYPOT_DOWN 0x1p-600
#define HYPOT_UP 0x1p600

// Sine, cosine and tangent. pi is PI_1 + PI_2 + PI_3.
#define PI_1 0x1.921fb54442d18p1
#define PI_2 0x1.1a62633145c07p-53
#define PI_3 -0x1.f1976b7ed8fbcp-109
#define ONE_OVER_PI 0x1.45f306dc9c883p-2
#define LARGE_ANGLE 0x1p30 // the reduction is good below
#define RARE_LARGE_ANGLE __weft_rare_large_angle_of_double

// (sin(r) / r - 1) / r^2 for |r| <= pi/2, by r^2
static __constant const double sin_of_half_terms[] = {
    0x1.883bd27be7bd9p-49, -0x1.ae43da47e65aap-41, 0x1.6123ce49fd1adp-33, -0x1.ae6454d94b1f7p-26,
    0x1.71de3a52aa9bp-19,  -0x1.a01a01a014eb4p-13, 0x1.11111111110c9p-7,  -0x1.5555555555555p-3};
// The same for |r| <= pi/4
static __constant const double sin_of_quarter_terms[] = {
    0x1.5d8e53c53415cp-33,  -0x1.ae5e54d23935dp-26, 0x1.71de355f70d63p-19,
    -0x1.a01a019bf286dp-13, 0x1.111111110f75fp-7,   -0x1.5555555555548p-3};
// (cos(r) - 1) / r^2 for |r| <= pi/4, by r^2
static __constant const double cos_of_quarter_terms[] = {-0x1.8fa697f1f779ep-37,
                                                         0x1.1ee9dbf59175fp-29,
                                                         -0x1.27e4f7f1c95cfp-22,
                                                         0x1.a01a019c8f6bap-16,
                                                         -0x1.6c16c16c15017p-10,
                                                         0x1.555555555554bp-5,
                                                         -0.5};

// Sine, cosine and tangent of half turns, and the inverse functions. pi is PI_HIGH + PI_LOW.
#define PI_HIGH 0x1.921fb54442d18p1
#define PI_LOW 0x1.1a62633145c07p-53
#define TAN_OF_EIGHTH_PI 0x1.a827999fcef32p-2

// sin(pi r) / r - PI_HIGH for |r| <= 1/2, by r^2
static __constant const double sinpi_of_half_terms[] = {
    0x1.9cf889f18eb5dp-21, -0x1.6f784ce89a107p-16, 0x1.e8f35673f0f45p-12,
    -0x1.e3074dbed8457p-8, 0x1.50783484d9721p-4,   -0x1.32d2cce626be3p-1,
    0x1.466bc6775aa57p1,   -0x1.4abbce625be52p2,   0x1.175880a95fabep-53};
// The same for |r| <= 1/4
static __constant const double sinpi_of_quarter_terms[] = {
    0x1.e3f048556577p-12, -0x1.e300684324104p-8, 0x1.50782fcfe2381p-4, -0x1.32d2cce2dbbe5p-1,
    0x1.466bc67758771p1,  -0x1.4abbce625be41p2,  0x1.03609ce6a816cp-53};
// (cos(pi r) - 1) / r^2 for |r| <= 1/4, by r^2
static __constant const double cospi_of_quarter_terms[] = {
    -0x1.b16740acc6bcbp-14, 0x1.f9c89cd245a81p-10, -0x1.a6d1e7297ff4ep-6, 0x1.e1f5067b90e37p-3,
    -0x1.55d3c7e3c325cp0,   0x1.03c1f081b5a67p2,   -0x1.3bd3cc9be45dep2};

// (atan(x) / x - 1) / x^2 for |x| up to TAN_OF_EIGHTH_PI, by x^2
static __constant const double atan_terms[] = {
    -0x1.256c1692befcap-6, 0x1.37d65dd02bc0ap-5, -0x1.9cd2fec6123dfp-5, 0x1.df0f5857d6751p-5,
    -0x1.10ebb917a11a9p-4, 0x1.3b11192d644cbp-4, -0x1.745cf8dd5f278p-4, 0x1.c71c70e618849p-4,
    -0x1.24924922ad794p-3, 0x1.999999999586ep-3, -0x1.555555555553dp-2};
// (asin(x) / x - 1) / x^2 for x up to 1/2, by x^2
static __constant const double asin_terms[] = {
    0x1.056d733cdd3c8p-5, -0x1.09d33a8446efap-6, 0x1.3ff4b4524d343p-6, 0x1.abcf4e92ef66cp-8,
    0x1.8ec2fe1d538ecp-7, 0x1.c6fdc1795a324p-7,  0x1.1c6be1a8959ep-6,  0x1.6e89f43ffed66p-6,
    0x1.f1c72c38fbf05p-6, 0x1.6db6db427a4e7p-5,  0x1.333333336e80fp-4, 0x1.555555555539p-3};
