// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix of three rows and four columns for each point, which it transforms.
//
// global: 65536   local: 64
// arguments: float matrices[65536*12] = random -1 1; float points[65536*3] = random -1 1
// arguments: float out[65536*3]
__kernel void transform_points(__global const float *matrices, __global const float *points,
                               __global float *out) {
  int i = get_global_id(0);
  for (int row = 0; row < 3; row++) {
    float sum = matrices[i * 12 + row * 4 + 3];
    for (int k = 0; k < 3; k++)
      sum += matrices[i * 12 + row * 4 + k] * points[i * 3 + k];
    out[i * 3 + row] = sum;
  }
}
