// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local ids and sizes and group ids as values and in conditions.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void local_ids(global int *out, global const int *in, global const float *reals,
                      global float *realsOut, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  int v = in[i];
  if (v & l)
    v *= 3;
  else
    v -= l;
  out[i] = v + get_group_id(0) * 5 + get_local_size(0);
}
