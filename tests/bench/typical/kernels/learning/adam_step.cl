// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of Adam's optimiser.
//
// global: 262144   local: 256
// arguments: fresh float weights[262144] = random -1 1; float gradients[262144] = random -1 1
// arguments: fresh float m[262144] = random -1 1; fresh float v[262144] = random 0 1
// arguments: float rate = 0.001; float b1 = 0.9; float b2 = 0.999; float c1 = 0.5; float c2 = 0.1
__kernel void adam_step(__global float *weights, __global const float *gradients, __global float *m,
                        __global float *v, float rate, float b1, float b2, float c1, float c2) {
  int i = get_global_id(0);
  float g = gradients[i];
  m[i] = b1 * m[i] + (1.0f - b1) * g;
  v[i] = b2 * v[i] + (1.0f - b2) * g * g;
  weights[i] -= rate * (m[i] / c1) / (sqrt(v[i] / c2) + 1e-8f);
}
