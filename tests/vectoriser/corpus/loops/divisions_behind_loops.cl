// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of ids with the round in which a work-item has left a loop, divided by numbers and parameters.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void divisions_behind_loops(global int *out, global const int *in, global const float *reals,
                                   global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint round = 0;
  for (;; ++round)
    if ((in[i] & 15) == round && round < n)
      break;
  uint other = 0;
  while (other < 20 && (in[i + 1] & 7) != other)
    ++other;
  out[i] = (int)(i + round) / 7 + (int)(i + other) % 12;
  out[1024 + i] = in[((uint)i + round) % (n / 9)] ^ in[(i + other) % (n / 10) + 1];
  realsOut[i] = reals[(i + round) % 100] - reals[((uint)i - other) % (n - 800)];
}
