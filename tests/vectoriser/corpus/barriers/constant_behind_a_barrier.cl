// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant that is computed before a barrier and used behind it.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void constant_behind_a_barrier(global int *out, global const int *in,
                                      global const float *reals, global float *realsOut, uint n) {
  local int tile[64];
  int i = get_global_id(0), l = get_local_id(0);
  float c = sqrt(fabs(-3.0f));
  tile[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  realsOut[i] = c * c + (float)i / c;
}
