// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sweep of Jacobi's method for Poisson's equation, and the residual of each point.
//
// global: 1022 1022   local: null
// arguments: float u[1024*1024] = random -1 1; float f[1024*1024] = random -1 1
// arguments: float next[1024*1024]; float residual[1024*1024]; float h2 = 0.01
kernel void jacobi_2d(global const float *u, global const float *f, global float *next,
                      global float *residual, float h2) {
  const int pitch = get_global_size(0) + 2;
  const int i = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  float value = 0.25f * (u[i - 1] + u[i + 1] + u[i - pitch] + u[i + pitch] - h2 * f[i]);
  next[i] = value;
  residual[i] = fabs(value - u[i]);
}
