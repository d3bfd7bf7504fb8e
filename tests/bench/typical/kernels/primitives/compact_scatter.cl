// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps what passes a test, at the places that a scan found.
//
// global: 1048576   local: 256
// arguments: float in[1048576] = random -1 1; uint places[1048576] = offsets 0 1
// arguments: float out[1048576]; float threshold = 0
__kernel void compact_scatter(__global const float *in, __global const uint *places,
                              __global float *out, float threshold) {
  size_t i = get_global_id(0);
  if (i + 1 < get_global_size(0) && places[i + 1] != places[i])
    out[places[i]] = fabs(in[i]) + threshold;
}
