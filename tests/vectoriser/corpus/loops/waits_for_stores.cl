// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item waits for what it has stored in the previous iteration, of a row of its own: gangs are
// faster, though each lane loads and stores by itself.
// launches: 500/64 500/500 37/37 64/1 129/7
#pragma OPENCL FP_CONTRACT OFF
kernel void waits_for_stores(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  int row = get_global_id(0), width = n >> 7;
  if (row * width > 3600)
    return;
  for (int k = 1; k < width; ++k) {
    int at = row * width + k;
    float factor = reals[at] + 40;
    realsOut[at] = realsOut[at] - realsOut[at - 1] * factor / (out[row * width + (k - 1)] | 1);
    out[at] = in[at] - out[at - 1] * 3;
  }
}
