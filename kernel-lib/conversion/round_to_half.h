// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body for gentype/half.h: toHalf_<rounding>(x) for float and double of each width.
//
// Rounding to nearest is the conversion of the language. The directed roundings take its result and
// step one value back where that lies on the wrong side of the number: comparing is exact, as every
// half is a float and a double, and the next value is the next representation.
#ifdef gentype

#define shortn VECTOR(short)
#define STEPPED(nearest, step)                                                                     \
  __builtin_astype((shortn)(__builtin_astype(nearest, shortn) + CONVERT(step, short)), gentype)

#define TO_HALF(source, sbits)                                                                     \
  static OVERLOAD WEFT_PURE gentype toHalf_rte(VECTOR(source) x) { return CONVERT(x, half); }      \
                                                                                                   \
  static OVERLOAD WEFT_PURE gentype toHalf_rtz(VECTOR(source) x) {                                 \
    const gentype nearest = CONVERT(x, half);                                                      \
    const VECTOR(source) back = CONVERT(nearest, source);                                          \
    const VECTOR(sbits) none = 0, towards_zero = -1;                                               \
    const VECTOR(sbits) step =                                                                     \
        __builtin_elementwise_abs(back) > __builtin_elementwise_abs(x) ? towards_zero : none;      \
    return STEPPED(nearest, step);                                                                 \
  }                                                                                                \
                                                                                                   \
  static OVERLOAD WEFT_PURE gentype toHalf_rtp(VECTOR(source) x) {                                 \
    const gentype nearest = CONVERT(x, half);                                                      \
    const VECTOR(sbits) none = 0;                                                                  \
    const VECTOR(sbits) up = UP(x, sbits);                                                         \
    const VECTOR(sbits) step = CONVERT(nearest, source) < x ? up : none;                           \
    return STEPPED(nearest, step);                                                                 \
  }                                                                                                \
                                                                                                   \
  static OVERLOAD WEFT_PURE gentype toHalf_rtn(VECTOR(source) x) {                                 \
    const gentype nearest = CONVERT(x, half);                                                      \
    const VECTOR(sbits) none = 0;                                                                  \
    const VECTOR(sbits) up = UP(x, sbits);                                                         \
    const VECTOR(sbits) step = CONVERT(nearest, source) > x ? -up : none;                          \
    return STEPPED(nearest, step);                                                                 \
  }
// What the next greater value's representation is more by: 1, or -1 for negative numbers.
#define UP(x, sbits) (__builtin_astype(x, VECTOR(sbits)) >> (8 * (int)sizeof(sbits) - 1) | 1)

TO_HALF(float, int)
TO_HALF(double, long)

#undef shortn
#undef STEPPED
#undef TO_HALF
#undef UP

#endif
