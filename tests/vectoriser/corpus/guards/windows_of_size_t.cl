// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows around each element in numbers without a sign, of 64 and 32 bits: their ends saturate or are
// bounded, or lie inside of a guard; with sums that would wrap in front of the first element.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
kernel void windows_of_size_t(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t u = get_global_id(0), x = u % 30, y = u / 30, last = n;
  int count = 0;
  for (size_t yy = y > 0 ? y - 1 : 0; yy < min(y + 2, (size_t)30); yy++)
    for (size_t xx = x > 0 ? x - 1 : 0; xx < min(x + 2, (size_t)30); xx++)
      count = count * 3 + in[yy * 30 + xx];
  out[u] = count;
  float sum = 0;
  for (size_t c = u < 3 ? 0 : u - 3; c <= u + 3 && c < last; ++c)
    sum = fma(sum, 0.5f, reals[c]);
  int steps = 0;
  if (u > 4)
    for (size_t c = u - 5; c < u + 5; c += 3)
      steps = steps * 5 + in[c];
  // Ends before it begins where u is small.
  for (size_t c = u - 2; c < u + 2; ++c)
    steps ^= in[c] << 1;
  out[1024 + u] = steps;
  uint w = u, radius = n & 3;
  int rounds = 0;
  if (w >= radius && w < n - radius)
    for (uint c = w - radius; c <= w + radius; c++)
      rounds = rounds * 7 + in[c];
  for (uint c = max(w, 2u) - 2u; c != w + 1; ++c)
    rounds ^= in[c];
  out[2048 + u] = rounds;
  realsOut[u] = sum;
}
