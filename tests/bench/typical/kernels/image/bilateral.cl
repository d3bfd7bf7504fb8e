// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bilateral filter of radius 2: weights by distance and by likeness.
//
// global: 320 256   local: 16 16
// arguments: float in[320*256] = random 0 1; float out[320*256]; float sigma_d = 2
// arguments: float sigma_r = 0.2
// tolerance: 1e-4
__kernel void bilateral(__global const float *in, __global float *out, float sigma_d,
                        float sigma_r) {
  const int w = get_global_size(0), h = get_global_size(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const float centre = in[y * w + x];
  const float kd = -0.5f / (sigma_d * sigma_d), kr = -0.5f / (sigma_r * sigma_r);
  float sum = 0.0f, norm = 0.0f;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) {
      int px = x + dx, py = y + dy;
      if (px < 0 || py < 0 || px >= w || py >= h)
        continue;
      float v = in[py * w + px];
      float d = v - centre;
      float weight = exp((float)(dx * dx + dy * dy) * kd) * exp(d * d * kr);
      sum += weight * v;
      norm += weight;
    }
  out[y * w + x] = sum / norm;
}
