// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive prefix sums within groups, by doubling distances in two local arrays.
//
// global: 524288   local: 256
// arguments: int in[524288] = random 0 9; int out[524288]; local int[512]
__kernel void scan_hillis_steele(__global const int *in, __global int *out, __local int *temp) {
  int lid = get_local_id(0), n = get_local_size(0);
  int pout = 0, pin = 1;
  temp[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (lid >= offset)
      temp[pout * n + lid] = temp[pin * n + lid] + temp[pin * n + lid - offset];
    else
      temp[pout * n + lid] = temp[pin * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = temp[pout * n + lid];
}
