// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors whose components all see the same until one of them is used in another way: turned round
// for a second store, for all components of another vector, as an index, and as a condition.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_that_meet(global int *out, global const int *in, global const float *reals,
                              global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint place = i + get_global_id(1) * 45;
  float2 pair = reals[i] * (float2)(0.5f, 0.25f);
  vstore2(pair, 2 * place, realsOut);
  vstore2(pair.yx, 2 * place + 1, realsOut);
  int2 first = vload2(i % 500, in) ^ (int2)(n, 7), second = vload2(i % 400 + 9, in);
  int2 other = second & first.x;
  if (first.y & 8)
    other += in[first.x & 255];
  vstore2(first, 2 * place, out);
  vstore2(other | first, 2 * place + 1, out);
}
