// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil of five points in a plane with guards on both ids, of signed integers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void stencil(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = 64;
  if (x > 0 && x < w - 1 && y > 0)
    realsOut[y * w + x] = reals[y * w + x] + reals[y * w + x - 1] + reals[y * w + x + 1] +
                          reals[(y - 1) * w + x] + reals[(y + 1) * w + x];
}
