// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix times a vector; a group has a row, and adds up in local memory.
//
// global: 65536   local: 64
// arguments: float4 matrix[1024*256] = random -1 1; float4 x[256] = random -1 1; float y[1024]
// arguments: int quads = 256
// tolerance: 1e-4
__kernel void gemv_groups(__global const float4 *matrix, __global const float4 *x,
                          __global float *y, int quads) {
  __local float partial[64];
  int lid = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int q = lid; q < quads; q += 64)
    sum += dot(matrix[row * quads + q], x[q]);
  partial[lid] = sum;
  for (int s = 32; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      partial[lid] += partial[lid + s];
  }
  if (lid == 0)
    y[row] = partial[0];
}
