// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products of blocks in vectors of four; the first work-item of a group adds up in a loop.
//
// global: 65536   local: 64
// arguments: float4 a[262144] = random -1 1; float4 b[262144] = random -1 1; float out[1024]
// tolerance: 1e-4
kernel void reduce_vectors(global const float4 *a, global const float4 *b, global float *out) {
  local float partial[64];
  size_t i = get_global_id(0), stride = get_global_size(0);
  float4 sum = (float4)(0);
  for (int k = 0; k < 4; ++k)
    sum = fma(a[i + k * stride], b[i + k * stride], sum);
  partial[get_local_id(0)] = sum.x + sum.y + sum.z + sum.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    float total = 0;
    for (int k = 0; k < 64; ++k)
      total += partial[k];
    out[get_group_id(0)] = total;
  }
}
