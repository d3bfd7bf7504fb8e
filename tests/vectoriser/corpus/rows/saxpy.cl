// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes of neighbouring floats: the plainest kernel.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void saxpy(global int *out, global const int *in, global const float *reals,
                  global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  realsOut[i] = 2.5f * reals[i] + realsOut[i];
}
