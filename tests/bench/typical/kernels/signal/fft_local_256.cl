// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of 256 numbers, each within a group.
//
// global: 131072   local: 128
// arguments: float2 in[262144] = random -1 1; float2 out[262144]
// tolerance: 1e-4
__kernel void fft_local_256(__global const float2 *in, __global float2 *out) {
  __local float2 buffer[2][256];
  int lid = get_local_id(0);
  int base = get_group_id(0) * 256;
  buffer[0][lid] = in[base + lid];
  buffer[0][lid + 128] = in[base + lid + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  int from = 0;
  for (int p = 1; p < 256; p <<= 1) {
    int k = lid & (p - 1);
    float angle = -M_PI_F * k / p;
    float2 w = (float2)(native_cos(angle), native_sin(angle));
    float2 u = buffer[from][lid];
    float2 v = buffer[from][lid + 128];
    float2 r = (float2)(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
    int j = 2 * lid - k;
    buffer[1 - from][j] = u + r;
    buffer[1 - from][j + p] = u - r;
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[base + lid] = buffer[from][lid];
  out[base + lid + 128] = buffer[from][lid + 128];
}
