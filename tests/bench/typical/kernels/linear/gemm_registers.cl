// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of matrices: groups with tiles of 64 x 64, work-items with 4 x 4 elements in registers.
//
// global: 128 128   local: 16 16
// arguments: float a[512*512] = random -1 1; float b[512*512] = random -1 1; float c[512*512]
// arguments: int n = 512
#define TS 64
#define TK 16
#define WPT 4

__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
gemm_registers(__global const float *A, __global const float *B, __global float *C, const int n) {
  __local float Asub[TK][TS];
  __local float Bsub[TK][TS];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int colBase = TS * get_group_id(0), rowBase = TS * get_group_id(1);
  const int tid = ty * 16 + tx;
  float acc[WPT][WPT];
  for (int i = 0; i < WPT; i++)
    for (int j = 0; j < WPT; j++)
      acc[i][j] = 0.0f;
  for (int t = 0; t < n; t += TK) {
    for (int l = 0; l < TS * TK / 256; l++) {
      int id = l * 256 + tid;
      Asub[id % TK][id / TK] = A[(rowBase + id / TK) * n + t + id % TK];
      Bsub[id / TS][id % TS] = B[(t + id / TS) * n + colBase + id % TS];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TK; k++) {
      float b[WPT];
      for (int j = 0; j < WPT; j++)
        b[j] = Bsub[k][tx + j * 16];
      for (int i = 0; i < WPT; i++) {
        float a = Asub[k][ty + i * 16];
        for (int j = 0; j < WPT; j++)
          acc[i][j] += a * b[j];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < WPT; i++)
    for (int j = 0; j < WPT; j++)
      C[(rowBase + ty + i * 16) * n + colBase + tx + j * 16] = acc[i][j];
}
