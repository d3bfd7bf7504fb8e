// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of real numbers (sections 6.15.2 and 6.15.6). Those with one right result are
// computed here, by the C library and by instructions that IEEE 754 defines. The others go to
// Services::measure(). Included by opencl_host.h.
#pragma once

namespace weft::oracle {

// Functions whose result the type of the arguments holds exactly are those of double.
inline float rounded(float, double value) { return static_cast<float>(value); }
inline double rounded(double, double value) { return value; }

inline float rightSqrt(float x) { return __builtin_sqrtf(x); }
inline double rightSqrt(double x) { return __builtin_sqrt(x); }
inline float rightFma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double rightFma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float rightLdexp(float x, int power) { return __builtin_ldexpf(x, power); }
inline double rightLdexp(double x, int power) { return __builtin_ldexp(x, power); }
inline float rightNextafter(float x, float y) { return __builtin_nextafterf(x, y); }
inline double rightNextafter(double x, double y) { return __builtin_nextafter(x, y); }

/// The low seven bits of the quotient x / y, rounded to the nearest integer, with its sign.
inline int lowQuotient(double x, double y) {
  const double size = __builtin_fabs(y);
  const double rest = __builtin_fmod(__builtin_fabs(x), 128 * size);
  const int quotient =
      static_cast<int>(__builtin_rint((rest - __builtin_remainder(rest, size)) / size)) & 127;
  return __builtin_signbit(x) == __builtin_signbit(y) ? quotient : -quotient;
}

template <class Result, class First, class... Others>
Result measured(const char *function, const First &first, const Others &...others) {
  MeasuredCall call{};
  call.function = function;
  call.element = sizeof(ElementOf<First>) == sizeof(float) ? "float" : "double";
  call.width = widthOf<First>;
  call.resultWidth = widthOf<Result>;
  call.arguments = 1 + sizeof...(Others);
  const void *arguments[] = {&first, &others...};
  for (unsigned index = 0; index < call.arguments; ++index)
    call.argument[index] = arguments[index];
  Result result{};
  services().measure(call, &result);
  return result;
}

} // namespace weft::oracle

WEFT_UNARY(sqrt, rightSqrt(x))
WEFT_UNARY(fabs, rounded(x, __builtin_fabs(x)))
WEFT_UNARY(floor, rounded(x, __builtin_floor(x)))
WEFT_UNARY(ceil, rounded(x, __builtin_ceil(x)))
WEFT_UNARY(trunc, rounded(x, __builtin_trunc(x)))
WEFT_UNARY(rint, rounded(x, __builtin_rint(x)))
WEFT_UNARY(round, rounded(x, __builtin_round(x)))
WEFT_BINARY(fmax, rounded(x, __builtin_fmax(x, y)))
WEFT_BINARY(fmin, rounded(x, __builtin_fmin(x, y)))
WEFT_BINARY(copysign, rounded(x, __builtin_copysign(x, y)))
WEFT_BINARY(fmod, rounded(x, __builtin_fmod(x, y)))
WEFT_BINARY(fdim, x > y ? x - y : x <= y ? Element(0) : x + y)
WEFT_BINARY(nextafter, rightNextafter(x, y))
WEFT_TERNARY(fma, rightFma(x, y, z))

template <class Type> Type ldexp(Type value, weft::oracle::With<Type, int> power) {
  using namespace weft::oracle;
  return componentwise<Type>([](auto x, int y) { return rightLdexp(x, y); }, value, power);
}

inline float remquo(float x, float y, int *quotient) {
  *quotient = weft::oracle::lowQuotient(x, y);
  return static_cast<float>(__builtin_remainder(x, y));
}

#define WEFT_MEASURED(name)                                                                        \
  template <class Type> Type name(Type value) { return weft::oracle::measured<Type>(#name, value); }
#define WEFT_MEASURED_BINARY(name, Result)                                                         \
  template <class Type> Result name(Type left, weft::oracle::Same<Type> right) {                   \
    return weft::oracle::measured<Result>(#name, left, right);                                     \
  }
WEFT_MEASURED(sin)
WEFT_MEASURED(cos)
WEFT_MEASURED(exp)
WEFT_MEASURED(tanh)
WEFT_MEASURED(rsqrt)
WEFT_MEASURED(half_rsqrt)
WEFT_MEASURED(native_rsqrt)
WEFT_MEASURED(normalize)
WEFT_MEASURED_BINARY(pow, Type)
WEFT_MEASURED_BINARY(cross, Type)
WEFT_MEASURED_BINARY(dot, weft::oracle::ElementOf<Type>)
WEFT_MEASURED_BINARY(distance, weft::oracle::ElementOf<Type>)
template <class Type> weft::oracle::ElementOf<Type> length(Type value) {
  return weft::oracle::measured<weft::oracle::ElementOf<Type>>("length", value);
}
#undef WEFT_MEASURED
#undef WEFT_MEASURED_BINARY
