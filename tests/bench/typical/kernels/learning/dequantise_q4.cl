// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of four bits in blocks of 32 with a scale, to floats.
//
// global: 32768   local: 64
// arguments: uchar packed[32768*16] = random 0 255; float scales[32768] = random 0 0.1
// arguments: float out[32768*32]
kernel void dequantise_q4(global const uchar *packed, global const float *scales,
                          global float *out) {
  size_t block = get_global_id(0);
  float d = scales[block];
  for (int i = 0; i < 16; ++i) {
    uchar q = packed[block * 16 + i];
    out[block * 32 + i] = d * ((q & 15) - 8);
    out[block * 32 + i + 16] = d * ((q >> 4) - 8);
  }
}
