// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A branch that all work-items take alike, around a divergent one.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void uniform_branch(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int r = in[i];
  if (n > 100) {
    if (r > 0)
      r += 4;
    else
      r = -r;
  } else {
    out[i + 1] = 3;
  }
  out[i] = r;
}
