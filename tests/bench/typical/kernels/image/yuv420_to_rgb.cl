// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planar YUV 4:2:0 to packed RGB in whole numbers.
//
// global: 1280 720   local: 16 8
// arguments: uchar y[1280*720] = random 16 235; uchar u[640*360] = random 16 240
// arguments: uchar v[640*360] = random 16 240; uchar rgb[1280*720*3]; int width = 1280
__kernel void yuv420_to_rgb(__global const uchar *yPlane, __global const uchar *uPlane,
                            __global const uchar *vPlane, __global uchar *rgb, int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int luma = (yPlane[y * width + x] - 16) * 298;
  int u = uPlane[(y / 2) * (width / 2) + x / 2] - 128;
  int v = vPlane[(y / 2) * (width / 2) + x / 2] - 128;
  int r = (luma + 409 * v + 128) >> 8;
  int g = (luma - 100 * u - 208 * v + 128) >> 8;
  int b = (luma + 516 * u + 128) >> 8;
  __global uchar *pixel = rgb + 3 * (y * width + x);
  pixel[0] = clamp(r, 0, 255);
  pixel[1] = clamp(g, 0, 255);
  pixel[2] = clamp(b, 0, 255);
}
