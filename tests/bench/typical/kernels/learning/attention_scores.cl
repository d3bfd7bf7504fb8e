// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scores of queries and keys of 64 numbers, scaled, with a causal mask.
//
// global: 256 256 4   local: 16 16 1
// arguments: float q[4*256*64] = random -1 1; float k[4*256*64] = random -1 1
// arguments: float scores[4*256*256]; float scale = 0.125
// tolerance: 1e-4
__kernel void attention_scores(__global const float *q, __global const float *k,
                               __global float *scores, float scale) {
  int column = get_global_id(0), row = get_global_id(1), head = get_global_id(2);
  int n = get_global_size(0);
  float sum = -10000.0f;
  if (column <= row) {
    __global const float4 *a = (__global const float4 *)(q + (head * n + row) * 64);
    __global const float4 *b = (__global const float4 *)(k + (head * n + column) * 64);
    float4 acc = (float4)(0.0f);
    for (int i = 0; i < 16; i++)
      acc += a[i] * b[i];
    sum = scale * (acc.x + acc.y + acc.z + acc.w);
  }
  scores[(head * n + row) * n + column] = sum;
}
