// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edges of a grey image by Sobel's operator; one pixel a work-item, the border stays black.
//
// global: 1024 1024   local: 16 16
// arguments: uchar in[1024*1024] = random 0 255; uchar out[1024*1024]; int width = 1024
// arguments: int height = 1024
// tolerance: 0.004
__kernel void sobel(__global const uchar *in, __global uchar *out, const int width,
                    const int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const int i = y * width + x;
  int gx = in[i - width + 1] + 2 * in[i + 1] + in[i + width + 1] - in[i - width - 1] -
           2 * in[i - 1] - in[i + width - 1];
  int gy = in[i + width - 1] + 2 * in[i + width] + in[i + width + 1] - in[i - width - 1] -
           2 * in[i - width] - in[i - width + 1];
  float magnitude = sqrt((float)(gx * gx + gy * gy));
  out[i] = (uchar)min(magnitude, 255.0f);
}
