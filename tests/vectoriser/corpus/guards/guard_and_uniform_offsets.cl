// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard on unsigned ids; the distances to the neighbours are uniform but not constant.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guard_and_uniform_offsets(global int *out, global const int *in,
                                      global const float *reals, global float *realsOut, uint n) {
  uint i = get_global_id(0);
  if (i >= 5)
    out[i] = in[i - 5u * (n / 900)] + in[i + (n - 901)];
}
