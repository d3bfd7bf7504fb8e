// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of 16 taps over samples of 16 bits, with a rounded and saturated result.
//
// global: 1048576   local: 256
// arguments: short in[1048576+16] = random -32768 32767; short taps[16] = random -4096 4096
// arguments: short out[1048576]
kernel void fir_integer(global const short *in, constant short *taps, global short *out) {
  int i = get_global_id(0);
  int sum = 1 << 14;
  for (int k = 0; k < 16; ++k)
    sum += (int)in[i + k] * taps[k];
  out[i] = convert_short_sat(sum >> 15);
}
