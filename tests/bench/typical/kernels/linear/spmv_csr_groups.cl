// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix in rows (CSR) times a vector of doubles; 32 work-items have a row.
//
// global: 524288   local: 128
// arguments: int offsets[16384+1] = offsets 30 90; int columns[16384*90] = random 0 16383
// arguments: double values[16384*90] = random -1 1; double x[16384] = random -1 1; double y[16384]
#define LANES 32

__kernel void spmv_csr_groups(__global const int *offsets, __global const int *columns,
                              __global const double *values, __global const double *x,
                              __global double *y) {
  __local double sums[128];
  int lid = get_local_id(0);
  int lane = lid & (LANES - 1);
  int row = get_global_id(0) / LANES;
  double sum = 0;
  for (int j = offsets[row] + lane; j < offsets[row + 1]; j += LANES)
    sum += values[j] * x[columns[j]];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = LANES / 2; s > 0; s >>= 1) {
    if (lane < s)
      sums[lid] += sums[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0)
    y[row] = sums[lid];
}
