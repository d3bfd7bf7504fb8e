// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between integers and floats, with and without saturation.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void conversions(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float v = reals[i];
  out[i] = convert_int_sat(v * 1e9f) + (int)v + (in[i] > 0 ? (char)in[i] : (short)in[i]);
  realsOut[i] = (float)(uint)in[i];
}
