// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of four and eight components of 16 bits that change places.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_of_shorts(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  uint i = get_global_id(0);
  ushort8 v = vload8(i, (global const ushort *)in);
  ushort4 w = vload4(i, (global const ushort *)reals);
  vstore8(v.s31207564 + (ushort8)(v.hi, v.lo) * (ushort8)(w.wzyx, w), i, (global ushort *)out);
  vstore4(w.yxwz ^ v.odd, i, (global ushort *)realsOut);
}
