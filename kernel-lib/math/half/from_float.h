// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of half by way of float, for bodies that gentype/half.h includes.
//
// Every half is a float, and what the functions of float give is within few of its units of the
// exact result, 2^13 of which are one of half's: one rounding brings it to half, so that the error
// is hardly more than half a unit. Where float's result is exact (as the quotient's remainder is),
// or correctly rounded of +, -, *, / and square roots, half's is correctly rounded, for float has
// more than twice its bits.
#pragma once

#define floatn VECTOR(float)
#define intn VECTOR(int)
#define TO_FLOAT(x) CONVERT(x, float)
#define TO_HALF(x) CONVERT(x, half)

#define FROM_FLOAT_1(name)                                                                         \
  OVERLOAD floatn name(floatn x);                                                                  \
  OVERLOAD gentype name(gentype x) { return TO_HALF(name(TO_FLOAT(x))); }
#define FROM_FLOAT_2(name)                                                                         \
  OVERLOAD floatn name(floatn x, floatn y);                                                        \
  OVERLOAD gentype name(gentype x, gentype y) { return TO_HALF(name(TO_FLOAT(x), TO_FLOAT(y))); }
#define FROM_FLOAT_3(name)                                                                         \
  OVERLOAD floatn name(floatn x, floatn y, floatn z);                                              \
  OVERLOAD gentype name(gentype x, gentype y, gentype z) {                                         \
    return TO_HALF(name(TO_FLOAT(x), TO_FLOAT(y), TO_FLOAT(z)));                                   \
  }
#define FROM_FLOAT_INT(name)                                                                       \
  OVERLOAD floatn name(floatn x, intn n);                                                          \
  OVERLOAD gentype name(gentype x, intn n) { return TO_HALF(name(TO_FLOAT(x), n)); }

// Functions of one operand that store a half, or an int.
#define STORES_HALF_TO(space, name)                                                                \
  OVERLOAD gentype name(gentype x, space gentype *second) {                                        \
    floatn stored;                                                                                 \
    gentype result = TO_HALF(name(TO_FLOAT(x), &stored));                                          \
    *second = TO_HALF(stored);                                                                     \
    return result;                                                                                 \
  }
#define STORES_INT_TO(space, name)                                                                 \
  OVERLOAD gentype name(gentype x, space intn *second) {                                           \
    intn stored;                                                                                   \
    gentype result = TO_HALF(name(TO_FLOAT(x), &stored));                                          \
    *second = stored;                                                                              \
    return result;                                                                                 \
  }
#define FROM_FLOAT_STORING_HALF(name)                                                              \
  OVERLOAD floatn name(floatn x, __private floatn *second);                                        \
  WEFT_EACH_SPACE(STORES_HALF_TO, name)
#define FROM_FLOAT_STORING_INT(name)                                                               \
  OVERLOAD floatn name(floatn x, __private intn *second);                                          \
  WEFT_EACH_SPACE(STORES_INT_TO, name)
