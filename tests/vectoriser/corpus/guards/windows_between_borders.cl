// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows around each element of a picture that end at its borders: along rows and columns, with a radius
// that is constant, an argument, or different on both sides, and of vectors.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
int best(global const int *in, int x, int y, int radius) {
  int least = 0x7fffffff;
  for (int r = max(y - radius, 0); r <= min(y + radius, 29); ++r)
    for (int c = max(x - radius, 0); c <= min(x + radius, 29); c++)
      least = min(least, in[r * 30 + c]);
  return least;
}
kernel void windows_between_borders(global int *out, global const int *in, global const float *reals,
                                    global float *realsOut, uint n) {
  int u = get_global_id(0), x = u % 30, y = u / 30, last = (int)n - 1;
  out[u] = best(in, x, y, 1) * 3 + best(in, x, y, n & 7);
  float sum = 0;
  for (int c = max(u - 3, 0); c < min(u + 4, last); ++c)
    sum = fma(sum, 0.5f, reals[c]);
  uint steps = 0;
  for (int c = u - 2; c <= u + 2; c += 1 + (int)(n & 1))
    steps = steps * 31 + in[c + 16];
  int4 most = (int4)(0);
  for (int c = min(u + 1, 250); c >= max(u - 1, 1); --c)
    most = max(most, vload4(c, in));
  realsOut[u] = sum;
  out[1024 + u] = steps ^ most.x ^ most.w;
  int both = 0;
  for (int c = 2 * u - 1; c != 2 * u + 2; ++c)
    both ^= c < 0 ? 5 : in[c];
  out[2048 + u] = both;
}
