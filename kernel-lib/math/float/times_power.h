// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body.

// 2^n for the sum ROUNDING + n, times half of `twice`, which is twice a number between the square
// roots of 1/2 and 2. n is -151 or more. 2^(n - 1) `twice` overflows only where the result does. A
// CPU without an instruction for it takes two factors: the second one has the steps below -24, so
// that only the product with it rounds. That factor is 0 for -151 steps, because CPUs are slow where
// a product of other numbers underflows. Double compares n instead.
static OVERLOAD gentype times_power(gentype twice, gentype sum) {
  if (__weft_cpu_scales())
    return __builtin_elementwise_ldexp(twice, AS_BITS(sum) - (AS_BITS(ROUNDING) + (bitsn)1));
  bitsn first = __builtin_elementwise_max(AS_BITS(sum), AS_BITS(ROUNDING) - (bitsn)24);
  ubitsn second = AS_UBITS(sum) - AS_UBITS(first);
  gentype result = twice * AS_FLOATING((AS_UBITS(first) << MANTISSA_BITS) + (ONE_BITS - STEP_BITS));
  return result * AS_FLOATING((second << MANTISSA_BITS) + ONE_BITS);
}
