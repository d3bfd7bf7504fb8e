// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds close to the ends of 64 bits: sums of ids and bounds wrap.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void guards_with_far_limits(global int *out, global const int *in, global const float *reals,
                                   global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  long far = (long)n << 50;
  ulong most = ~0ul - n;
  int r = 1;
  if ((long)i < far)
    r += in[i];
  if ((long)i > -far * 4)
    r += in[i + 1] * 3;
  if (i < most)
    r ^= in[i + 2];
  if (i + most < 500)
    r += in[i + 3] * 5;
  if (i - 7 < n)
    r -= in[i + 4];
  out[i] = r;
}
