// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each channel through a table of its own.
//
// global: 1048576   local: 256
// arguments: uchar4 in[1048576] = random 0 255; uchar4 out[1048576]
// arguments: uchar tables[768] = random 0 255
__kernel void lookup_rgb(__global const uchar4 *in, __global uchar4 *out,
                         __constant uchar *tables) {
  int i = get_global_id(0);
  uchar4 p = in[i];
  out[i] = (uchar4)(tables[p.x], tables[256 + p.y], tables[512 + p.z], p.w);
}
