// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of the magnetic field in Yee's scheme, with material constants by index.
//
// global: 1023 1023   local: null
// arguments: float ez[1024*1024] = random -1 1; float hx[1024*1024] = random -1 1
// arguments: float hy[1024*1024] = random -1 1; uchar material[1024*1024] = random 0 7
// arguments: float2 constants[8] = random 0 1; float hx_out[1024*1024]; float hy_out[1024*1024]
// arguments: int pitch = 1024
__kernel void fdtd_2d(__global const float *ez, __global const float *hx, __global const float *hy,
                      __global const uchar *material, __constant float2 *constants,
                      __global float *hx_out, __global float *hy_out, int pitch) {
  int i = get_global_id(1) * pitch + get_global_id(0);
  float2 c = constants[material[i]];
  hx_out[i] = c.x * hx[i] - c.y * (ez[i + pitch] - ez[i]);
  hy_out[i] = c.x * hy[i] + c.y * (ez[i + 1] - ez[i]);
}
