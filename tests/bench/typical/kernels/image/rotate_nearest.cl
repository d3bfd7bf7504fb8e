// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rotated image, the nearest pixel of the source; black where there is none.
//
// global: 1024 1024   local: 16 16
// arguments: uint in[1024*1024] = bits; uint out[1024*1024]; float sine = 0.5
// arguments: float cosine = 0.8660254
// mismatches: 0.001
__kernel void rotate_nearest(__global const uint *in, __global uint *out, float sine,
                             float cosine) {
  int w = get_global_size(0), h = get_global_size(1);
  int x = get_global_id(0), y = get_global_id(1);
  float cx = x - 0.5f * w, cy = y - 0.5f * h;
  int sx = (int)(cosine * cx + sine * cy + 0.5f * w);
  int sy = (int)(cosine * cy - sine * cx + 0.5f * h);
  uint colour = 0xff000000u;
  if (sx >= 0 && sx < w && sy >= 0 && sy < h)
    colour = in[sy * w + sx];
  out[y * w + x] = colour;
}
