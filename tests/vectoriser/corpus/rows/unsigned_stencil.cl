// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil whose indices are unsigned and whose width is not known.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void unsigned_stencil(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  uint x = get_global_id(0), y = get_global_id(1), w = n / 14;
  if (x > 0 && y > 0)
    out[y * w + x] = in[y * w + x - 1] - in[(y - 1) * w + x] + in[x + w * y + 1];
}
