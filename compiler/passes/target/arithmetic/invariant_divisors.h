// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 64-bit divisions of vectors by one number that is known only at run time.
//
// LLVM divides lane by lane. Here a product with the divisor's inverse takes the place of each
// division, and the inverse is computed once: before the outermost loop in which the divisor stays
// the same. Let l be the binary logarithm of the divisor d, rounded up, and m = floor(2^64 (2^l -
// d) / d) + 1, modulo 2^64. With t = n m / 2^64, rounded down,
//
//   n / d = (t + (n - t) / 2) / 2^(l - 1), rounded down each time        (n / d = n if l = 0)
//   n / d = (t + n) / 2^l                                                if n <= 2^63
//
// (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", figure 4.1.) m
// is 1 for powers of two there, 0 here, and t is 0 with either. Quotients with signs are those of
// magnitudes. High halves of products are four 32-bit products (long_vectors.h).
//
// Let D be d, shifted so that its highest bit is set. Then m = floor((2^128 - 1) / D) + 1, modulo
// 2^64: the inverse that Möller and Granlund compute with products alone ("Improved division by
// invariant integers", algorithm 2). The first 10 bits are the quotient of a short division here,
// that of the formula of their table.
//
// The inverse may be computed where no division would be: a divisor of 0 counts as 1 there.
#pragma once

#include "llvm/IR/Function.h"

namespace weft::compiler {

/// Whether anything has changed.
bool multiplyByInverses(llvm::Function &function);

} // namespace weft::compiler
