// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of heat conduction in a block, in groups of 2 x 2 x 32 along the last index.
//
// global: 64 64 128   local: 2 2 32
// arguments: float now[64*64*128] = random 0 100; float next[64*64*128]; float c = 0.1
__kernel void heat_3d(__global const float *now, __global float *next, float c) {
  const int ny = get_global_size(1), nz = get_global_size(2);
  const int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
  const int at = (i * ny + j) * nz + k;
  float v = now[at];
  if (i > 0 && i < (int)get_global_size(0) - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1)
    v += c * (now[at - 1] + now[at + 1] + now[at - nz] + now[at + nz] + now[at - ny * nz] +
              now[at + ny * nz] - 6.0f * v);
  next[at] = v;
}
