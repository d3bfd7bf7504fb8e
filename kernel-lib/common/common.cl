// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common functions (OpenCL C 3.0, 6.15.4).
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/common/common.cl"
#include "kernel-lib/gentype/floating.h"
#else

// These two are the vector units' own minimum and maximum.
OVERLOAD gentype min(gentype x, gentype y) { return y < x ? y : x; }
OVERLOAD gentype max(gentype x, gentype y) { return x < y ? y : x; }

// A NaN in x gives `low`, as fmin(fmax(x, low), high) does.
OVERLOAD gentype clamp(gentype x, gentype low, gentype high) {
  gentype raised = x > low ? x : low;
  return raised < high ? raised : high;
}

OVERLOAD gentype step(gentype edge, gentype x) { return x < edge ? (gentype)0 : (gentype)1; }

OVERLOAD gentype sign(gentype x) {
  gentype unit = __builtin_elementwise_copysign((gentype)1, x);
  gentype of_number = x == (gentype)0 ? x : unit;
  return x == x ? of_number : (gentype)0;
}

// Half's are in common_half.cl.
#if FLOAT_BITS > 16
OVERLOAD gentype degrees(gentype radians) {
  return radians * (gentype)LITERAL(57.29577951308232087679815481410517);
}

OVERLOAD gentype radians(gentype degrees) {
  return degrees * (gentype)LITERAL(0.01745329251994329576923690768488613);
}

OVERLOAD gentype mix(gentype x, gentype y, gentype a) {
#pragma OPENCL FP_CONTRACT ON
  return x + (y - x) * a;
}

OVERLOAD gentype smoothstep(gentype edge0, gentype edge1, gentype x) {
  gentype t = clamp((x - edge0) / (edge1 - edge0), (gentype)0, (gentype)1);
  return t * t * ((gentype)3 - (gentype)2 * t);
}
#endif

#if WIDTH > 1
OVERLOAD gentype min(gentype x, scalar y) { return min(x, (gentype)y); }
OVERLOAD gentype max(gentype x, scalar y) { return max(x, (gentype)y); }

OVERLOAD gentype clamp(gentype x, scalar low, scalar high) {
  return clamp(x, (gentype)low, (gentype)high);
}

OVERLOAD gentype step(scalar edge, gentype x) { return step((gentype)edge, x); }

#if FLOAT_BITS > 16
OVERLOAD gentype mix(gentype x, gentype y, scalar a) { return mix(x, y, (gentype)a); }

OVERLOAD gentype smoothstep(scalar edge0, scalar edge1, gentype x) {
  return smoothstep((gentype)edge0, (gentype)edge1, x);
}
#endif
#endif

#endif
