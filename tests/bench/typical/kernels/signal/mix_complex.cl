// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A signal shifted in frequency, and every fourth sample of a sum kept.
//
// global: 262144   local: null
// arguments: float2 in[1048576] = random -1 1; float2 out[262144]; float step = 0.01
// tolerance: 1e-3
kernel void mix_complex(global const float2 *in, global float2 *out, float step) {
  int i = get_global_id(0);
  float2 sum = (float2)(0);
  for (int k = 0; k < 4; ++k) {
    float angle = step * (i * 4 + k & 1023);
    float c = cos(angle), s = sin(angle);
    float2 v = in[i * 4 + k];
    sum += (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
  }
  out[i] = sum * 0.25f;
}
