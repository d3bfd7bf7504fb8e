// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Black and white by the mean around a pixel, from an integral image.
//
// global: 1024 1024   local: 4 64
// arguments: uchar in[1024*1024] = random 0 255; uint sums[1025*1025] = random 0 255
// arguments: uchar out[1024*1024]; int radius = 7
__kernel void threshold_adaptive(__global const uchar *in, __global const uint *sums,
                                 __global uchar *out, int radius) {
  int w = get_global_size(0), h = get_global_size(1), pitch = w + 1;
  int x = get_global_id(0), y = get_global_id(1);
  int x0 = max(x - radius, 0), x1 = min(x + radius + 1, w);
  int y0 = max(y - radius, 0), y1 = min(y + radius + 1, h);
  uint sum =
      sums[y1 * pitch + x1] - sums[y0 * pitch + x1] - sums[y1 * pitch + x0] + sums[y0 * pitch + x0];
  uint area = (x1 - x0) * (y1 - y0);
  out[y * w + x] = in[y * w + x] * area > sum ? 255 : 0;
}
