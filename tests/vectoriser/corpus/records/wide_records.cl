// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of sixteen components that change places.
// launches: 250/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void wide_records(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int16 v = vload16(i, in);
  vstore16(v.sfedcba9876543210 - (int16)(v.odd, v.even), i, out);
}
