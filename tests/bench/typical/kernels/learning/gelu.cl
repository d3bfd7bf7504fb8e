// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GELU by the hyperbolic tangent.
//
// global: 524288   local: null
// arguments: float in[524288] = random -4 4; float out[524288]
__kernel void gelu(__global const float *in, __global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  out[i] = 0.5f * x * (1.0f + tanh(0.79788456f * (x + 0.044715f * x * x * x)));
}
