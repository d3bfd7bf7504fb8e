// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patches of 3 x 3 to columns, with zeros outside.
//
// global: 112 112 8   local: 16 16 1
// arguments: float in[8*112*112] = random -1 1; float out[8*9*112*112]
__kernel void im2col(__global const float *in, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2);
  int w = get_global_size(0), h = get_global_size(1);
  for (int k = 0; k < 9; k++) {
    int sx = x + k % 3 - 1, sy = y + k / 3 - 1;
    float v = 0.0f;
    if (sx >= 0 && sx < w && sy >= 0 && sy < h)
      v = in[(c * h + sy) * w + sx];
    out[((c * 9 + k) * h + y) * w + x] = v;
  }
}
