// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups sort 128 floats by odd-even transposition.
//
// global: 32768   local: 128
// arguments: float in[32768] = random -1 1; float out[32768]; local float[128]
kernel void odd_even_local(global const float *in, global float *out, local float *keys) {
  int lid = get_local_id(0), n = get_local_size(0);
  keys[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < n; ++round) {
    if ((lid & 1) == (round & 1) && lid + 1 < n) {
      float a = keys[lid], b = keys[lid + 1];
      keys[lid] = fmin(a, b);
      keys[lid + 1] = fmax(a, b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = keys[lid];
}
