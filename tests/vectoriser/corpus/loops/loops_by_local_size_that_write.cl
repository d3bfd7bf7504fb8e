// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop in steps of the local size that writes, in one group, and leaves a value behind.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void loops_by_local_size_that_write(global int *out, global const int *in,
                                           global const float *reals, global float *realsOut,
                                           uint n) {
  size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0);
  int last = -1;
  if (get_group_id(0) == 0 && get_global_id(1) == get_global_offset(1))
    for (ushort i = get_local_id(0); i < n; i += ls) {
      out[i] = in[n - i] + i;
      realsOut[2 * i] = reals[i];
      last = i;
    }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[2000 + g] = last;
}
