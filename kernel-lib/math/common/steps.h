// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body, before other parts: steps that many functions share.

// Horner's rule: each step waits for the step before it, so it is for few terms. This is not a
// loop, because LLVM unrolls loops late, after it has simplified the code around them.
static OVERLOAD __attribute__((always_inline)) gentype horner(gentype x,
                                                              __constant const scalar *terms,
                                                              int count)
    __attribute__((enable_if(count >= 2 && count <= 12, "the steps for 2 to 12 terms are here"))) {
  gentype p = MAD(terms[0], x, terms[1]);
  if (count > 2)
    p = MAD(p, x, terms[2]);
  if (count > 3)
    p = MAD(p, x, terms[3]);
  if (count > 4)
    p = MAD(p, x, terms[4]);
  if (count > 5)
    p = MAD(p, x, terms[5]);
  if (count > 6)
    p = MAD(p, x, terms[6]);
  if (count > 7)
    p = MAD(p, x, terms[7]);
  if (count > 8)
    p = MAD(p, x, terms[8]);
  if (count > 9)
    p = MAD(p, x, terms[9]);
  if (count > 10)
    p = MAD(p, x, terms[10]);
  if (count > 11)
    p = MAD(p, x, terms[11]);
  return p;
}

// Two terms at a time: the chain of dependent operations is half as long as Horner's, for one
// operation more. An odd number of terms leaves a step of Horner's for the last one.
static OVERLOAD __attribute__((always_inline)) gentype pairs(gentype x,
                                                             __constant const scalar *terms,
                                                             int count)
    __attribute__((enable_if(count >= 4 && count <= 13, "the steps for 4 to 13 terms are here"))) {
  gentype square = x * x, p = MAD(terms[0], x, terms[1]);
  p = MAD(p, square, MAD(terms[2], x, terms[3]));
  if (count > 5)
    p = MAD(p, square, MAD(terms[4], x, terms[5]));
  if (count > 7)
    p = MAD(p, square, MAD(terms[6], x, terms[7]));
  if (count > 9)
    p = MAD(p, square, MAD(terms[8], x, terms[9]));
  if (count > 11)
    p = MAD(p, square, MAD(terms[10], x, terms[11]));
  return count % 2 ? MAD(p, x, terms[count - 1]) : p;
}

static OVERLOAD gentype bounded(gentype x, scalar least, scalar greatest) {
  x = x < (gentype)least ? (gentype)least : x;
  return x > (gentype)greatest ? (gentype)greatest : x;
}

// -magnitude where x has a sign, magnitude elsewhere.
static OVERLOAD gentype with_sign(gentype magnitude, gentype x) {
  return AS_FLOATING(AS_UBITS(magnitude) ^ (AS_UBITS(x) & SIGN_BIT));
}
