// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices, one element a work-item.
//
// global: 320 320   local: 16 16
// arguments: float a[320*320] = random -1 1; float b[320*320] = random -1 1; float c[320*320]
// arguments: int m = 320; int n = 320; int k = 320
__kernel void gemm_naive(__global float *A, __global float *B, __global float *C, int M, int N,
                         int K) {
  int col = get_global_id(0);
  int row = get_global_id(1);
  float acc = 0.0f;
  for (int i = 0; i < K; i++)
    acc += A[row * K + i] * B[i * N + col];
  C[row * N + col] = acc;
}
