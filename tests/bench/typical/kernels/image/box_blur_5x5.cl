// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mean of 5 x 5 pixels, with coordinates clamped at the border.
//
// global: 768 768   local: 16 16
// arguments: uchar in[768*768] = random 0 255; uchar out[768*768]; int width = 768
// arguments: int height = 768
__kernel void box_blur_5x5(__global const uchar *src, __global uchar *dst, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (int j = -2; j <= 2; j++) {
    for (int i = -2; i <= 2; i++) {
      int cx = clamp(x + i, 0, width - 1);
      int cy = clamp(y + j, 0, height - 1);
      sum += src[cy * width + cx];
    }
  }
  dst[y * width + x] = (uchar)(sum / 25);
}
