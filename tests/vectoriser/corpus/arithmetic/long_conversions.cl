// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 64-bit integers with and without signs to doubles, of all magnitudes and at the limits, and those
// that are not negative.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
constant long edges[8] = {0, -1, (long)(1UL << 63), (long)(~0UL >> 1),
                          (1L << 53) + 1, (1L << 53) + 3, -(1L << 54) - 2, (1L << 32) - 1};

int bits(double value) {
  int2 halves = as_int2(value);
  return halves.x ^ 31 * halves.y;
}

kernel void long_conversions(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  long number = (long)((ulong)in[i] << 32 | (uint)in[i * 7 + 1 & 4095]) >> (in[i + 1] & 63);
  double sum = 0;
  for (int round = 0; round < 3; ++round) {
    sum = sum * 3 + (double)((ulong)number >> 11) * 0x1p-53;
    number = (long)((ulong)number * 6364136223846793005UL + 1442695040888963407UL);
  }
  out[i] = bits((double)number) + bits((double)(ulong)number) * 5 +
           bits((double)edges[(i + in[i]) & 7]) * 7 + bits(sum);
  realsOut[i] = (float)number - (float)(double)(number >> 40);
}
