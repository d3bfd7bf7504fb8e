// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of the lattice Boltzmann method with nine speeds: pull, collide, bounce back at walls.
//
// global: 512 256   local: 64 1
// arguments: float in[9*512*256] = random 0.1 0.2; float out[9*512*256]
// arguments: uchar walls[512*256] = values 0 0 0 0 0 0 0 0 0 0 0 0 1; float omega = 1.2
// tolerance: 1e-4
__constant int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float weight[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                              1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

__kernel void lbm_d2q9(__global const float *in, __global float *out, __global const uchar *walls,
                       float omega) {
  const int nx = get_global_size(0), ny = get_global_size(1), cells = nx * ny;
  const int x = get_global_id(0), y = get_global_id(1), i = y * nx + x;
  float f[9];
  for (int q = 0; q < 9; q++) {
    int sx = (x - cx[q] + nx) % nx, sy = (y - cy[q] + ny) % ny;
    f[q] = in[q * cells + sy * nx + sx];
  }
  if (walls[i]) {
    for (int q = 0; q < 9; q++)
      out[q * cells + i] = f[opposite[q]];
    return;
  }
  float rho = 0, ux = 0, uy = 0;
  for (int q = 0; q < 9; q++) {
    rho += f[q];
    ux += f[q] * cx[q];
    uy += f[q] * cy[q];
  }
  ux /= rho;
  uy /= rho;
  float u2 = 1.5f * (ux * ux + uy * uy);
  for (int q = 0; q < 9; q++) {
    float cu = 3.0f * (cx[q] * ux + cy[q] * uy);
    float equilibrium = weight[q] * rho * (1.0f + cu + 0.5f * cu * cu - u2);
    out[q * cells + i] = f[q] + omega * (equilibrium - f[q]);
  }
}
