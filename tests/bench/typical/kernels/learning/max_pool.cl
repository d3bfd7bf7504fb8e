// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling of 2 x 2 with the places of the largest.
//
// global: 112 112 32   local: 16 8 1
// arguments: float in[32*224*224] = random -1 1; float out[32*112*112]; uchar places[32*112*112]
__kernel void max_pool(__global const float *in, __global float *out, __global uchar *places) {
  int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2);
  int w = get_global_size(0), h = get_global_size(1);
  __global const float *plane = in + c * 4 * w * h;
  float best = -FLT_MAX;
  int place = 0;
  for (int dy = 0; dy < 2; dy++)
    for (int dx = 0; dx < 2; dx++) {
      float v = plane[(2 * y + dy) * 2 * w + 2 * x + dx];
      if (v > best) {
        best = v;
        place = dy * 2 + dx;
      }
    }
  int o = (c * h + y) * w + x;
  out[o] = best;
  places[o] = place;
}
