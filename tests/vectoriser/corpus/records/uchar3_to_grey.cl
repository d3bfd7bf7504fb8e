// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three bytes of a pixel become one.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void uchar3_to_grey(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uchar3 c = vload3(i, (global const uchar *)in);
  ((global uchar *)out)[i] = (c.x * 77 + c.y * 151 + c.z * 28) >> 8;
  if (c.x & 1)
    vstore3(c.yzx, i, (global uchar *)realsOut);
}
