// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items beyond the end return before a barrier.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void return_before_barrier(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  local int tile[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  if (i >= n)
    return;
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l / 2] + in[i];
}
