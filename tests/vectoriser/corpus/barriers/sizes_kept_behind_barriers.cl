// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An address that is computed behind one barrier and used behind others costs too much to compute
// again from ids alone, so that the size of the range is kept, which other addresses follow from too.
// launches: 1000/50 64/64 37/37 129/43 70,9/70,9 90/18+5
kernel void sizes_kept_behind_barriers(global int *out, global const int *in,
                                       global const float *reals, global float *realsOut, uint n) {
  local int tile[1024];
  uint u = get_global_linear_id(), l = get_local_linear_id();
  uint total = get_global_size(0) * get_global_size(1) * get_global_size(2);
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  tile[l] = in[u] ^ 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = in[u + (4096u - total)] * 3;
  out[(u * 2 + 1) ^ 4] = 11;
  out[2048 + u] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < (n & 7); ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 5 ^ tile[(l + 1) % items];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(u * 2 + 1) ^ 4] = sum;
}
