// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The step of Canny that keeps what is strongest across an edge, by its direction.
//
// global: 1024 512   local: 16 16
// arguments: float gx[1024*512] = random -1 1; float gy[1024*512] = random -1 1
// arguments: float out[1024*512]; float low = 0.3
__kernel void canny_thin(__global const float *gx, __global const float *gy, __global float *out,
                         float low) {
  int w = get_global_size(0), h = get_global_size(1);
  int x = get_global_id(0), y = get_global_id(1);
  int i = y * w + x;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
    out[i] = 0.0f;
    return;
  }
  float dx = gx[i], dy = gy[i];
  float magnitude = hypot(dx, dy);
  float slope = fabs(dy) / (fabs(dx) + 1e-6f);
  int step;
  if (slope < 0.4142f)
    step = 1;
  else if (slope > 2.4142f)
    step = w;
  else if (dx * dy > 0)
    step = w + 1;
  else
    step = w - 1;
  float before = hypot(gx[i - step], gy[i - step]);
  float after = hypot(gx[i + step], gy[i + step]);
  out[i] = magnitude >= before && magnitude >= after && magnitude > low ? magnitude : 0.0f;
}
