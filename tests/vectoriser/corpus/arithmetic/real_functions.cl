// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in functions of floats that have one right result.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void real_functions(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float v = reals[i];
  realsOut[i] =
      sqrt(fabs(v)) + floor(v) + fma(v, v, 1.0f) + fmin(v, 2.0f) + rint(v) + copysign(v, -1.0f);
}
