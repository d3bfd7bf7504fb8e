// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of less than sixteen bytes: pixels, and vectors of four shorts and of eight bytes.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_of_bytes(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uchar4 pixel = vload4(i, (global const uchar *)in);
  uint grey = (77 * pixel.x + 151 * pixel.y + 28 * pixel.z) >> 8;
  ushort4 wide = vload4(i % 300, (global const ushort *)in);
  uchar8 eight = vload8(i, (global const uchar *)in);
  eight = eight.s76543210 - (uchar)(grey * eight.s0);
  if (grey & 1)
    wide = wide.wxyz + (ushort)(wide.x * 3);
  vstore4((uchar4)(grey, pixel.zw, eight.s7), i, (global uchar *)out);
  vstore4(wide.yzwx, i, (global ushort *)realsOut);
  vstore8(eight, i * 7 % 1024, (global uchar *)(out + 1024));
}
