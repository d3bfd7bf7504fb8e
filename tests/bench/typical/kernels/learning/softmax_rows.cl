// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of each row of 256 numbers, a row for a group.
//
// global: 524288   local: 256
// arguments: float in[524288] = random -4 4; float out[524288]; int columns = 256
__kernel void softmax_rows(__global const float *in, __global float *out, int columns) {
  __local float partial[256];
  int lid = get_local_id(0);
  int size = get_local_size(0);
  in += get_group_id(0) * columns;
  out += get_group_id(0) * columns;
  float m = -INFINITY;
  for (int c = lid; c < columns; c += size)
    m = fmax(m, in[c]);
  partial[lid] = m;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (lid < s)
      partial[lid] = fmax(partial[lid], partial[lid + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  m = partial[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int c = lid; c < columns; c += size)
    sum += exp(in[c] - m);
  partial[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (lid < s)
      partial[lid] += partial[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = partial[0];
  for (int c = lid; c < columns; c += size)
    out[c] = exp(in[c] - m) / sum;
}
