// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items return one after another; what they wrote stays.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void early_return(global int *out, global const int *in, global const float *reals,
                         global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (in[i] & 3)
    return;
  out[i] = in[i] >> 2;
  if (in[i] & 4)
    return;
  realsOut[i] = 3.0f;
}
