// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that each work-item leaves at its own time, with values that live behind it.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void mandelbrot(global int *out, global const int *in, global const float *reals,
                       global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float cr = reals[i] * 0.05f, ci = reals[i + 9] * 0.05f, zr = 0, zi = 0;
  int c = 0;
  while (c < 50 && zr * zr + zi * zi < 4.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    ++c;
  }
  out[i] = c;
  realsOut[i] = zr;
}
