// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A gate of SiLU on vectors of four.
//
// global: 131072   local: 64
// arguments: float4 gate[131072] = random -4 4; float4 up[131072] = random -1 1; float4 out[131072]
kernel void silu_gate4(global const float4 *gate, global const float4 *up, global float4 *out) {
  size_t i = get_global_id(0);
  float4 g = gate[i];
  out[i] = g / (1.0f + exp(-g)) * up[i];
}
