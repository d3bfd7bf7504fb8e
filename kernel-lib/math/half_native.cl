// half_ and native_ functions (OpenCL C 3.0, 6.15.2): the same functions with a looser promise, for
// float alone. Those that the processor has no faster way to compute are the full ones.
#include "kernel-lib/math/widen.h"

#define LOOSE_1(name)                                                                              \
  OVERLOAD float half_##name(float x) { return __weft_libm_##name##f(x); }                         \
  OVERLOAD float native_##name(float x) { return __weft_libm_##name##f(x); }                       \
  WEFT_WIDEN_1(float, half_##name, float)                                                          \
  WEFT_WIDEN_1(float, native_##name, float)
LOOSE_1(cos)
LOOSE_1(exp)
LOOSE_1(exp2)
LOOSE_1(exp10)
LOOSE_1(log)
LOOSE_1(log2)
LOOSE_1(log10)
LOOSE_1(sin)
LOOSE_1(tan)

// Defined in power.cl.
OVERLOAD float powr(float x, float y);

OVERLOAD float half_powr(float x, float y) { return powr(x, y); }
OVERLOAD float native_powr(float x, float y) { return powr(x, y); }
WEFT_WIDEN_2(float, half_powr, float, float)
WEFT_WIDEN_2(float, native_powr, float, float)

#define LOOSE_VECTOR_FORMS(n, prefix)                                                              \
  OVERLOAD float##n prefix##_divide(float##n x, float##n y) { return x / y; }                      \
  OVERLOAD float##n prefix##_recip(float##n x) { return 1.0f / x; }                                \
  OVERLOAD float##n prefix##_rsqrt(float##n x) { return 1.0f / __builtin_elementwise_sqrt(x); }    \
  OVERLOAD float##n prefix##_sqrt(float##n x) { return __builtin_elementwise_sqrt(x); }
WEFT_EACH_WIDTH(LOOSE_VECTOR_FORMS, half)
WEFT_EACH_WIDTH(LOOSE_VECTOR_FORMS, native)
