// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From 48 to 44.1 kHz: each sample by one of 147 phases of eight taps.
//
// global: 441000   local: 200
// arguments: float in[480032] = random -1 1; float phases[147*8] = random -0.5 0.5
// arguments: float out[441000]
__kernel void resample_polyphase(__global const float *in, __global const float *phases,
                                 __global float *out) {
  uint n = get_global_id(0);
  uint position = n * 160u;
  uint whole = position / 147u, phase = position % 147u;
  float8 a = vload8(0, in + whole);
  float8 b = vload8(0, phases + phase * 8);
  float8 p = a * b;
  float4 q = p.lo + p.hi;
  out[n] = q.x + q.y + q.z + q.w;
}
