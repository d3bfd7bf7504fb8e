// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of z = z^2 + c until it leaves.
//
// global: 512 384   local: 16 16
// arguments: int out[512*384]; float x0 = -2.2; float y0 = -1.2; float step = 0.00625
// arguments: int most = 256
// mismatches: 0.02
__kernel void mandelbrot(__global int *out, float x0, float y0, float step, int most) {
  int px = get_global_id(0), py = get_global_id(1);
  float cr = x0 + px * step, ci = y0 + py * step;
  float zr = 0, zi = 0;
  int n = 0;
  while (n < most && zr * zr + zi * zi <= 4.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    n++;
  }
  out[py * get_global_size(0) + px] = n;
}
