// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of variable length: work-items decode 32 each from where a scan put them.
//
// global: 8192   local: 64
// arguments: uchar bytes[8192*160] = bits; uint out[8192*32]; uint starts[8192] = offsets 64 150
kernel void varint_decode(global const uchar *bytes, global uint *out, global const uint *starts) {
  size_t item = get_global_id(0);
  global const uchar *p = bytes + starts[item];
  for (int i = 0; i < 32; ++i) {
    uint value = 0;
    int shift = 0;
    uchar byte;
    do {
      byte = *p++;
      value |= (uint)(byte & 127) << shift;
      shift += 7;
    } while ((byte & 128) && shift < 35);
    out[item * 32 + i] = value;
  }
}
