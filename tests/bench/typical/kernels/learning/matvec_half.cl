// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights in half precision times a vector of floats, as in language models; 16 work-items a row.
//
// global: 16384   local: 64
// arguments: ushort weights[1024*1024] = random 10000 15000; float x[1024] = random -1 1
// arguments: float y[1024]; int columns = 1024
// tolerance: 1e-4
__kernel void matvec_half(__global const half *weights, __global const float *x, __global float *y,
                          int columns) {
  __local float partial[64];
  int lid = get_local_id(0), lane = lid % 16;
  int row = get_global_id(0) / 16;
  float sum = 0.0f;
  for (int c = lane * 4; c < columns; c += 64) {
    float4 w = vload_half4(0, weights + row * columns + c);
    sum += dot(w, vload4(0, x + c));
  }
  partial[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0) {
    for (int i = 1; i < 16; i++)
      sum += partial[lid + i];
    y[row] = sum;
  }
}
