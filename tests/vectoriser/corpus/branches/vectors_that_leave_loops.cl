// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that a loop loads in each round, of which the last one is stored behind it.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void vectors_that_leave_loops(global int *out, global const int *in,
                                     global const float *reals, global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint rounds = (uint)in[i] % 5 + 1;
  uchar2 pair;
  float4 four;
  uint round = 0;
  do {
    pair = vload2((1023 - i) & 1023, (global const uchar *)in);
    four = vload4((i + round) % 100, reals);
    if (reals[(i * 3 + round) % n] > 0.75f)
      break;
  } while (++round < rounds);
  vstore2(pair, i, (global uchar *)out);
  vstore4(four, i, realsOut);
}
