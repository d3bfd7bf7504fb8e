// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A guard on the lowest id, behind which an access lies one element before the buffer.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void left_neighbour(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  uint i = get_global_id(0);
  int v = in[i];
  if (i > 0)
    v += in[i - 1];
  out[i] = v;
}
