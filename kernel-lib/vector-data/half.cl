// Half-precision loads and stores (OpenCL C 6.15.7) from and to float and double.
//
// Rounding to nearest is the conversion of the hardware. The directed roundings take its result and
// step one value back where that lies on the wrong side of the number: comparing is exact, as every
// half is a float. A double is first made a float by rounding to odd (truncate, then set the last
// bit if anything was cut off), which leaves enough of it for every rounding to half to be the one
// of the double itself.
#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

static WEFT_PURE float roundToOdd(double x) {
  const float nearest = (float)x;
  const double back = (double)nearest;
  uint bits = as_uint(nearest);
  bits -= __builtin_elementwise_abs(back) > __builtin_elementwise_abs(x);
  bits |= back < x || back > x;
  return as_float(bits);
}

// The half next to `x` towards zero.
static WEFT_PURE half towardsZero(half x) { return as_half((ushort)(as_ushort(x) - 1)); }

// The half next to `x` away from zero.
static WEFT_PURE half awayFromZero(half x) { return as_half((ushort)(as_ushort(x) + 1)); }

static OVERLOAD WEFT_PURE half toHalf_rte(float x) { return (half)x; }

static OVERLOAD WEFT_PURE half toHalf_rtz(float x) {
  const half nearest = (half)x;
  const bool beyond =
      __builtin_elementwise_abs((float)nearest) > __builtin_elementwise_abs(x);
  return beyond ? towardsZero(nearest) : nearest;
}

static OVERLOAD WEFT_PURE half toHalf_rtp(float x) {
  const half nearest = (half)x;
  if (!((float)nearest < x))
    return nearest;
  return (as_uint(x) >> 31) ? towardsZero(nearest) : awayFromZero(nearest);
}

static OVERLOAD WEFT_PURE half toHalf_rtn(float x) {
  const half nearest = (half)x;
  if (!((float)nearest > x))
    return nearest;
  return (as_uint(x) >> 31) ? awayFromZero(nearest) : towardsZero(nearest);
}

static OVERLOAD WEFT_PURE half toHalf_rte(double x) { return toHalf_rte(roundToOdd(x)); }
static OVERLOAD WEFT_PURE half toHalf_rtz(double x) { return toHalf_rtz(roundToOdd(x)); }
static OVERLOAD WEFT_PURE half toHalf_rtp(double x) { return toHalf_rtp(roundToOdd(x)); }
static OVERLOAD WEFT_PURE half toHalf_rtn(double x) { return toHalf_rtn(roundToOdd(x)); }

#define WIDEN(rounding, type)                                                                      \
  static OVERLOAD WEFT_PURE half2 toHalf_##rounding(type##2 x) {                                   \
    return (half2)(toHalf_##rounding(x.s0), toHalf_##rounding(x.s1));                              \
  }                                                                                                \
  static OVERLOAD WEFT_PURE half3 toHalf_##rounding(type##3 x) {                                   \
    return (half3)(toHalf_##rounding(x.s01), toHalf_##rounding(x.s2));                             \
  }                                                                                                \
  static OVERLOAD WEFT_PURE half4 toHalf_##rounding(type##4 x) {                                   \
    return (half4)(toHalf_##rounding(x.lo), toHalf_##rounding(x.hi));                              \
  }                                                                                                \
  static OVERLOAD WEFT_PURE half8 toHalf_##rounding(type##8 x) {                                   \
    return (half8)(toHalf_##rounding(x.lo), toHalf_##rounding(x.hi));                              \
  }                                                                                                \
  static OVERLOAD WEFT_PURE half16 toHalf_##rounding(type##16 x) {                                 \
    return (half16)(toHalf_##rounding(x.lo), toHalf_##rounding(x.hi));                             \
  }
#define WIDEN_DIRECTED(type) WIDEN(rtz, type) WIDEN(rtp, type) WIDEN(rtn, type)
WIDEN_DIRECTED(float)
WIDEN_DIRECTED(double)
WIDEN(rte, double)

#define NEAREST(n, ...)                                                                            \
  static OVERLOAD WEFT_PURE half##n toHalf_rte(float##n x) {                                       \
    return __builtin_convertvector(x, half##n);                                                    \
  }
WEFT_EACH_VECTOR_WIDTH(NEAREST, )

#define LOAD(n, space)                                                                             \
  OVERLOAD float##n vload_half##n(size_t offset, const space half *p) {                            \
    typedef half##n Unaligned __attribute__((aligned(2)));                                         \
    return __builtin_convertvector(*(const space Unaligned *)(p + offset * n), float##n);          \
  }                                                                                                \
  OVERLOAD float##n vloada_half##n(size_t offset, const space half *p) {                           \
    return __builtin_convertvector(*(const space half##n *)(p + offset * n), float##n);            \
  }

// Three components are read one by one: a fourth may not be there. The aligned form steps by four.
#define LOADS(space)                                                                               \
  OVERLOAD float vload_half(size_t offset, const space half *p) { return (float)p[offset]; }       \
  OVERLOAD float3 vload_half3(size_t offset, const space half *p) {                                \
    p += offset * 3;                                                                               \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                        \
  }                                                                                                \
  OVERLOAD float3 vloada_half3(size_t offset, const space half *p) {                               \
    p += offset * 4;                                                                               \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                        \
  }                                                                                                \
  LOAD(2, space) LOAD(4, space) LOAD(8, space) LOAD(16, space)

LOADS(private)
LOADS(global)
LOADS(local)
LOADS(generic)
LOADS(constant)

#define STORE(n, suffix, rounding, type, space)                                                    \
  OVERLOAD void vstore_half##n##suffix(type##n data, size_t offset, space half *p) {               \
    typedef half##n Unaligned __attribute__((aligned(2)));                                         \
    *(space Unaligned *)(p + offset * n) = toHalf_##rounding(data);                                \
  }                                                                                                \
  OVERLOAD void vstorea_half##n##suffix(type##n data, size_t offset, space half *p) {              \
    *(space half##n *)(p + offset * n) = toHalf_##rounding(data);                                  \
  }
#define STORE3(name, step, rounding, type, space)                                                  \
  OVERLOAD void name(type##3 data, size_t offset, space half *p) {                                 \
    const half3 rounded = toHalf_##rounding(data);                                                 \
    p += offset * step;                                                                            \
    p[0] = rounded.s0;                                                                             \
    p[1] = rounded.s1;                                                                             \
    p[2] = rounded.s2;                                                                             \
  }

#define STORES(suffix, rounding, type, space)                                                      \
  OVERLOAD void vstore_half##suffix(type data, size_t offset, space half *p) {                     \
    p[offset] = toHalf_##rounding(data);                                                           \
  }                                                                                                \
  STORE3(vstore_half3##suffix, 3, rounding, type, space)                                           \
  STORE3(vstorea_half3##suffix, 4, rounding, type, space)                                          \
  STORE(2, suffix, rounding, type, space)                                                          \
  STORE(4, suffix, rounding, type, space)                                                          \
  STORE(8, suffix, rounding, type, space)                                                          \
  STORE(16, suffix, rounding, type, space)

#define ROUNDINGS(type, space)                                                                     \
  STORES(, rte, type, space)                                                                       \
  STORES(_rte, rte, type, space)                                                                   \
  STORES(_rtz, rtz, type, space)                                                                   \
  STORES(_rtp, rtp, type, space)                                                                   \
  STORES(_rtn, rtn, type, space)

WEFT_EACH_FLOAT_TYPE(ROUNDINGS, private)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, global)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, local)
WEFT_EACH_FLOAT_TYPE(ROUNDINGS, generic)
