// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmax of ten classes, a work-item a sample, with a private array.
//
// global: 65536   local: 128
// arguments: float in[65536*10] = random -4 4; float out[65536*10]
kernel void softmax_small(global const float *in, global float *out) {
  float e[10];
  size_t base = get_global_id(0) * 10;
  float largest = in[base];
  for (int c = 1; c < 10; ++c)
    largest = max(largest, in[base + c]);
  float sum = 0;
  for (int c = 0; c < 10; ++c) {
    e[c] = exp(in[base + c] - largest);
    sum += e[c];
  }
  for (int c = 0; c < 10; ++c)
    out[base + c] = e[c] / sum;
}
