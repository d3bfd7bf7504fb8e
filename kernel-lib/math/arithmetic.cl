// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematics that are a few operations: minima, maxima, fma, square roots (OpenCL
// C 3.0, 6.15.2).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/math/arithmetic.cl"
#include "kernel-lib/gentype/floating.h"
#else

OVERLOAD gentype fabs(gentype x) { return __builtin_elementwise_abs(x); }
OVERLOAD gentype copysign(gentype x, gentype y) { return __builtin_elementwise_copysign(x, y); }
OVERLOAD gentype fma(gentype a, gentype b, gentype c) { return __builtin_elementwise_fma(a, b, c); }

OVERLOAD gentype mad(gentype a, gentype b, gentype c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}

OVERLOAD gentype sqrt(gentype x) { return __builtin_elementwise_sqrt(x); }
#if FLOAT_BITS == 32
OVERLOAD gentype rsqrt(gentype x) { return __weft_rsqrt(x); }
#elif FLOAT_BITS == 64
OVERLOAD gentype rsqrt(gentype x) { return (gentype)1 / __builtin_elementwise_sqrt(x); }
#endif

// If one operand is NaN the other is the result.
OVERLOAD gentype fmin(gentype x, gentype y) { return __builtin_elementwise_minnum(x, y); }
OVERLOAD gentype fmax(gentype x, gentype y) { return __builtin_elementwise_maxnum(x, y); }

#if WIDTH > 1
OVERLOAD gentype fmin(gentype x, scalar y) { return fmin(x, (gentype)y); }
OVERLOAD gentype fmax(gentype x, scalar y) { return fmax(x, (gentype)y); }
#endif

OVERLOAD gentype minmag(gentype x, gentype y) {
  gentype size_x = fabs(x), size_y = fabs(y);
  gentype other = size_y < size_x ? y : fmin(x, y);
  return size_x < size_y ? x : other;
}

OVERLOAD gentype maxmag(gentype x, gentype y) {
  gentype size_x = fabs(x), size_y = fabs(y);
  gentype other = size_y > size_x ? y : fmax(x, y);
  return size_x > size_y ? x : other;
}

// A NaN fails the comparison and comes through the subtraction.
OVERLOAD gentype fdim(gentype x, gentype y) {
  gentype difference = x - y;
  return x <= y ? (gentype)0 : difference;
}

#endif
