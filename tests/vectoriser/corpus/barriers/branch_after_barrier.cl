// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier in a uniform loop; a condition from before it is used after the loop.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void branch_after_barrier(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i] & 1;
  for (uint t = 0; t < n / 300; ++t) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i + get_global_id(1) * 64] = v + t;
  }
  if (v)
    realsOut[i] = 2;
}
