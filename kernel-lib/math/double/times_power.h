// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body, after common/exponential_parts.h.

// 2^n for the sum ROUNDING + n, times half of `twice`, which is twice a number between the square
// roots of 1/2 and 2. 2^(n - 1) `twice` overflows only where the result does. Where 2^n is not a
// normal number, a power 2^64 times as large takes its place, and only the product with 2^-64
// rounds. From -1076 steps on that factor is 0, because CPUs are slow where a product of other
// numbers underflows. Float takes two factors for every n.
static OVERLOAD gentype times_power(gentype twice, gentype sum) {
  bitsn is_low = sum < ROUNDING - 1021.0;
  ubitsn n = AS_UBITS(sum) + (is_low ? (ubitsn)64 : (ubitsn)0);
  gentype result = twice * AS_FLOATING((n << MANTISSA_BITS) + (ONE_BITS - STEP_BITS));
  gentype down = sum < ROUNDING - 1075.0 ? (gentype)0.0 : (gentype)0x1p-64;
  return is_low ? result * down : result;
}
