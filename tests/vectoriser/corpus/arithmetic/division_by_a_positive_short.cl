// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The quotient of shorts where the divisor is known to be above zero.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void division_by_a_positive_short(global int *out, global const int *in,
                                         global const float *reals, global float *realsOut,
                                         uint n) {
  size_t i = get_global_id(0);
  short d = (short)get_local_id(0), s = (short)in[i];
  out[i] = 7 >> ((d > 0 ? s / d : s) & 7);
}
