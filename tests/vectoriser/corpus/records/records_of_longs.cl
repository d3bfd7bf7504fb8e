// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of eight components of 64 bits that change places.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_of_longs(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  uint i = get_global_id(0), at = i % 250;
  long8 v = vload8(at, (global const long *)in);
  vstore8(v.s76543210 + (long8)(v.even, v.odd), at, (global long *)out);
}
