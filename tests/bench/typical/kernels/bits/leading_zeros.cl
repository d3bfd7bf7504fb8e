// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 64 bits as floats of 16 bits of their own, by count of leading zeros.
//
// global: 524288   local: 128
// arguments: ulong in[524288] = bits; ushort out[524288]
kernel void leading_zeros(global const ulong *in, global ushort *out) {
  ulong v = in[get_global_id(0)] >> (get_global_id(0) & 63);
  ushort result = 0;
  if (v) {
    int exponent = 63 - clz(v);
    ulong mantissa = exponent >= 10 ? v >> (exponent - 10) : v << (10 - exponent);
    result = (ushort)(exponent << 10 | (mantissa & 1023));
  }
  out[get_global_id(0)] = result;
}
