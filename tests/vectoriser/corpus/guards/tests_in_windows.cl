// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows around each element whose rounds test whether they are in the picture: by signed numbers that go
// up and down, in steps, with a part of the test that is the same for a row, and with rounds that are left out.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
kernel void tests_in_windows(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  int u = get_global_id(0), x = u % 30, y = u / 30, radius = n & 3, last = (int)n;
  int count = 0;
  for (int dy = -radius; dy <= radius; dy++)
    for (int dx = -radius; dx <= radius; dx++) {
      int xx = x + dx, yy = y + dy;
      if (xx >= 0 && xx < 30 && yy >= 0 && yy < 30)
        count = count * 3 + in[yy * 30 + xx];
    }
  out[u] = count;
  float sum = 0;
  for (int d = -2; d <= 2; ++d)
    if (u + d >= 0 && u + d < last)
      sum = fma(sum, 0.5f, reals[u + d]);
  realsOut[u] = sum;
  int steps = 0;
  for (int d = 5; d > -6; d -= 3) {
    if (u - d < 3 || u - d > last - 4)
      continue;
    steps = steps * 5 + in[u - d];
  }
  out[1024 + u] = steps;
  int rounds = 0;
  for (int d = 7; d < (last & 15); ++d)
    if (u >= d)
      rounds += in[u - d] & 255;
  for (int k = 0; k < 4; ++k)
    if (u + 2 * k < last && 2 * k != radius)
      rounds ^= in[u + 2 * k] << k;
  out[2048 + u] = rounds;
}
