// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices that min, max and clamp keep in the buffer.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void clamped_index(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = n / 20;
  out[y * 64 + x] = in[max(x - 2, 0)] + in[y * w + clamp(x + 1, 1, w - 1)] +
                    in[min((uint)x, n / 30u)] + in[max(min(x - 1, w), 0)];
}
