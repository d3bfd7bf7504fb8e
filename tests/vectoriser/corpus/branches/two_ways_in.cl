// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cycle that work-items enter in two places, and leave after rounds of their own number.
// launches: 1000/64 37/37 64/1 129/43 45,12/15,3+3,1
kernel void two_ways_in(global int *out, global const int *in, global const float *reals,
                        global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int s = in[i], c = 0;
  if (s & 1)
    goto middle;
top:
  s += 3;
  ++c;
middle:
  s ^= s >> 3;
  if (++c < 40 && (s & 12))
    goto top;
  out[i] = s + c;
}
