// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A layer over another by its alpha, in whole numbers.
//
// global: 1024 1024   local: 64 4
// arguments: uchar4 above[1024*1024] = random 0 255; uchar4 below[1024*1024] = random 0 255
// arguments: uchar4 out[1024*1024]
__kernel void alpha_blend(__global const uchar4 *above, __global const uchar4 *below,
                          __global uchar4 *out) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  ushort4 a = convert_ushort4(above[i]);
  ushort4 b = convert_ushort4(below[i]);
  ushort alpha = a.w;
  ushort4 blended = (a * alpha + b * (ushort)(255 - alpha) + (ushort)127) / (ushort)255;
  blended.w = 255;
  out[i] = convert_uchar4(blended);
}
