// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A level of Haar's wavelet in two dimensions: each work-item takes 2 x 2 numbers.
//
// global: 512 512   local: 16 16
// arguments: float in[1024*1024] = random -1 1; float out[1024*1024]
__kernel void haar_wavelet(__global const float *in, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = 2 * get_global_size(0), h = 2 * get_global_size(1);
  float2 top = vload2(0, in + 2 * y * w + 2 * x);
  float2 bottom = vload2(0, in + (2 * y + 1) * w + 2 * x);
  float a = top.x + top.y, b = top.x - top.y;
  float c = bottom.x + bottom.y, d = bottom.x - bottom.y;
  out[y * w + x] = 0.5f * (a + c);
  out[y * w + x + w / 2] = 0.5f * (b + d);
  out[(y + h / 2) * w + x] = 0.5f * (a - c);
  out[(y + h / 2) * w + x + w / 2] = 0.5f * (b - d);
}
