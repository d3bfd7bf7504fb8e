// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of heat conduction in a plate.
//
// global: 1024 1024   local: 16 16
// arguments: float now[1024*1024] = random 0 100; float next[1024*1024]; int nx = 1024
// arguments: int ny = 1024; float r = 0.2
__kernel void heat_2d(__global const float *now, __global float *next, int nx, int ny, float r) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * nx + x;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
    next[i] = now[i] + r * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] - 4.0f * now[i]);
  else
    next[i] = now[i];
}
