// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in which each work-item walks through a part of the buffer of its own, element by element:
// with a number of rounds known and unknown, of bytes and words, forwards and backwards, two loads
// at a time, under a guard, and with a store in the loop.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void successive_elements(global int *out, global const int *in, global const float *reals,
                                global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint pitch = n / 100 + 3, rounds = pitch - 2;
  size_t start = i % 50 * pitch;
  int sum = 0;
  for (uint k = 0; k < rounds; ++k)
    sum += in[start + k];
  float product = 1;
  for (int k = 0; k < 9; ++k)
    product = product * 0.5f + reals[13 * (i % 50) + k] * reals[start + k];
  global const uchar *bytes = (global const uchar *)in + 11 * (i % 50);
  uint mixed = 0;
  for (uint k = 0; k < pitch + 14; ++k)
    mixed = mixed * 31 + bytes[k];
  if (in[i] & 1)
    for (uint k = 0; k < rounds; ++k)
      sum = sum * 7 ^ in[start + k + 1] * (int)k;
  for (uint k = rounds; k > 0; --k)
    sum = sum * 3 + in[start + k];
  out[i] = 0;
  for (uint k = 0; k < rounds; ++k)
    out[i] += in[start + k];
  out[i] ^= sum ^ (int)mixed;
  realsOut[i] = product;
}
