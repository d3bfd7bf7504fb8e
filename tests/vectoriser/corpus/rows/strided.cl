// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses two and three elements apart, of which the writes fill all places.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void strided(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  out[i * 2] = in[i * 3];
  out[i * 2 + 1] = in[i];
}
