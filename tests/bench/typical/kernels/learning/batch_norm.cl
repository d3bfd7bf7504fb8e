// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch normalisation with given statistics, in dimensions of pixel, channel and image.
//
// global: 3136 64 4   local: null
// arguments: float in[3136*64*4] = random -1 1; float out[3136*64*4]; float mean[64] = random -1 1
// arguments: float variance[64] = random 0.5 2; float gamma[64] = random 0.5 2
// arguments: float beta[64] = random -1 1
kernel void batch_norm(global const float *in, global float *out, global const float *mean,
                       global const float *variance, global const float *gamma,
                       global const float *beta) {
  size_t c = get_global_id(1);
  size_t i = (get_global_id(2) * get_global_size(1) + c) * get_global_size(0) + get_global_id(0);
  out[i] = (in[i] - mean[c]) / sqrt(variance[c] + 1e-5f) * gamma[c] + beta[c];
}
