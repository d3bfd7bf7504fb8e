// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wave of 8th order in space, a column of the grid for each work-item.
//
// global: 128 128   local: 32 4
// arguments: float p[136*136*40] = random -1 1; float q[136*136*40] = random -1 1
// arguments: float next[136*136*40]; int depth = 40
constant float weights[5] = {-2.847222f, 1.6f, -0.2f, 0.025397f, -0.001786f};

kernel void stencil_25_point(global const float *p, global const float *q, global float *next,
                             int depth) {
  int pitch = get_global_size(0) + 8, plane = pitch * (get_global_size(1) + 8);
  int base = (get_global_id(1) + 4) * pitch + get_global_id(0) + 4;
  for (int z = 4; z < depth - 4; ++z) {
    int i = z * plane + base;
    float sum = 3.0f * weights[0] * p[i];
    for (int k = 1; k <= 4; ++k)
      sum += weights[k] * (p[i - k] + p[i + k] + p[i - k * pitch] + p[i + k * pitch] +
                           p[i - k * plane] + p[i + k * plane]);
    next[i] = 2.0f * p[i] - q[i] + 0.1f * sum;
  }
}
