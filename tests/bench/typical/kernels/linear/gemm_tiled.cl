// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices by tiles of 16 x 16 in local memory.
//
// global: 384 384   local: 16 16
// arguments: float a[384*384] = random -1 1; float b[384*384] = random -1 1; float c[384*384]
// arguments: int n = 384
#define TILE 16

__kernel void gemm_tiled(__global const float *A, __global const float *B, __global float *C,
                         int n) {
  __local float As[TILE][TILE];
  __local float Bs[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int col = get_group_id(0) * TILE + tx;
  int row = get_group_id(1) * TILE + ty;
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; t++) {
    As[ty][tx] = A[row * n + t * TILE + tx];
    Bs[ty][tx] = B[(t * TILE + ty) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++)
      sum += As[ty][k] * Bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * n + col] = sum;
}
