// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A gather by some of the work-items: the others must read nothing.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void gather_guarded(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (in[i] & 1)
    out[i] = in[(uint)in[i] % n];
  else
    out[i] = 5;
}
