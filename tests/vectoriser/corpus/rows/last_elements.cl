// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses up to the last element of each buffer: nothing behind it may be touched.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void last_elements(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  size_t i = get_global_id(0), m = get_global_size(0) + get_global_offset(0);
  if (i + 3 < m)
    out[i] = in[4096 - m + i + 3];
  realsOut[4095 - i] =
      reals[4096 - 4 * (m - i)] - reals[4095 - 3 * (m - 1 - i)] + reals[4095 - 2 * (m - 1 - i)];
}
