// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included first by every source of the kernel library: types, attributes, and the helpers that
// spread a scalar function over the vector widths.
//
// The library is OpenCL C for spir64, compiled without Clang's own built-in declarations, because
// it defines them. A function that a user calls is written `OVERLOAD`, so that it gets the mangled
// name that the user's call has; helpers of one file are `static`, helpers shared between files
// begin with __weft_.
#pragma once

#include <opencl-c-base.h>

#include "kernel-lib/weft_internal.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable // the base header leaves it disabled

#define OVERLOAD __attribute__((overloadable))
// For functions without side effects, so that unused and repeated calls vanish.
#define WEFT_PURE __attribute__((const))
#define WEFT_CONVERGENT __attribute__((convergent))
// For __weft_rare_* functions: seldom needed and large, so they remain calls.
#define WEFT_RARE __attribute__((noinline, cold))

// M(n, ...) for each vector width; M(n, ...) for each width and the scalar, whose n is empty.
#define WEFT_EACH_VECTOR_WIDTH(M, ...)                                                             \
  M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define WEFT_EACH_WIDTH(M, ...) M(, __VA_ARGS__) WEFT_EACH_VECTOR_WIDTH(M, __VA_ARGS__)

// M(space, ...) for each address space in which a result may be stored.
#define WEFT_EACH_SPACE(M, ...)                                                                    \
  M(__private __VA_OPT__(, ) __VA_ARGS__)                                                          \
  M(__global __VA_OPT__(, ) __VA_ARGS__)                                                           \
  M(__local __VA_OPT__(, ) __VA_ARGS__)                                                            \
  M(__generic __VA_OPT__(, ) __VA_ARGS__)

// M(type, ...) for each type of a class.
#define WEFT_EACH_INTEGER_TYPE(M, ...)                                                             \
  M(char, __VA_ARGS__)                                                                             \
  M(uchar, __VA_ARGS__) M(short, __VA_ARGS__) M(ushort, __VA_ARGS__) M(int, __VA_ARGS__)           \
      M(uint, __VA_ARGS__) M(long, __VA_ARGS__) M(ulong, __VA_ARGS__)
#define WEFT_EACH_FLOAT_TYPE(M, ...) M(float, __VA_ARGS__) M(double, __VA_ARGS__)
#define WEFT_EACH_TYPE(M, ...)                                                                     \
  WEFT_EACH_INTEGER_TYPE(M, __VA_ARGS__) WEFT_EACH_FLOAT_TYPE(M, __VA_ARGS__)

// Defines the five vector forms of `R NAME(A)`, `R NAME(A, B)` and `R NAME(A, B, C)` from the
// scalar form, which must be declared before. R, A, B and C are scalar type names.
#define WEFT_WIDEN_1(R, NAME, A)                                                                   \
  OVERLOAD R##2 NAME(A##2 a) { return (R##2)(NAME(a.s0), NAME(a.s1)); }                            \
  OVERLOAD R##3 NAME(A##3 a) { return (R##3)(NAME(a.s0), NAME(a.s1), NAME(a.s2)); }                \
  OVERLOAD R##4 NAME(A##4 a) { return (R##4)(NAME(a.lo), NAME(a.hi)); }                            \
  OVERLOAD R##8 NAME(A##8 a) { return (R##8)(NAME(a.lo), NAME(a.hi)); }                            \
  OVERLOAD R##16 NAME(A##16 a) { return (R##16)(NAME(a.lo), NAME(a.hi)); }

#define WEFT_WIDEN_2(R, NAME, A, B)                                                                \
  OVERLOAD R##2 NAME(A##2 a, B##2 b) { return (R##2)(NAME(a.s0, b.s0), NAME(a.s1, b.s1)); }        \
  OVERLOAD R##3 NAME(A##3 a, B##3 b) {                                                             \
    return (R##3)(NAME(a.s0, b.s0), NAME(a.s1, b.s1), NAME(a.s2, b.s2));                           \
  }                                                                                                \
  OVERLOAD R##4 NAME(A##4 a, B##4 b) { return (R##4)(NAME(a.lo, b.lo), NAME(a.hi, b.hi)); }        \
  OVERLOAD R##8 NAME(A##8 a, B##8 b) { return (R##8)(NAME(a.lo, b.lo), NAME(a.hi, b.hi)); }        \
  OVERLOAD R##16 NAME(A##16 a, B##16 b) { return (R##16)(NAME(a.lo, b.lo), NAME(a.hi, b.hi)); }

#define WEFT_WIDEN_3(R, NAME, A, B, C)                                                             \
  OVERLOAD R##2 NAME(A##2 a, B##2 b, C##2 c) {                                                     \
    return (R##2)(NAME(a.s0, b.s0, c.s0), NAME(a.s1, b.s1, c.s1));                                 \
  }                                                                                                \
  OVERLOAD R##3 NAME(A##3 a, B##3 b, C##3 c) {                                                     \
    return (R##3)(NAME(a.s0, b.s0, c.s0), NAME(a.s1, b.s1, c.s1), NAME(a.s2, b.s2, c.s2));         \
  }                                                                                                \
  OVERLOAD R##4 NAME(A##4 a, B##4 b, C##4 c) {                                                     \
    return (R##4)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                                 \
  }                                                                                                \
  OVERLOAD R##8 NAME(A##8 a, B##8 b, C##8 c) {                                                     \
    return (R##8)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                                 \
  }                                                                                                \
  OVERLOAD R##16 NAME(A##16 a, B##16 b, C##16 c) {                                                 \
    return (R##16)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                                \
  }
