// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors whose components all see the same, from scattered places, parts of larger records, and
// with three components.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_of_three(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint place = i + get_global_id(1) * 45;
  struct pair { int2 first, second; };
  global const struct pair *pairs = (global const struct pair *)in;
  int2 first = pairs[i % 100].first, second = pairs[(i * 3) % 100].second;
  int2 sum = (first ^ second) + (first & 15) * (int2)(3, 5);
  uchar3 bytes = vload3(i, (global const uchar *)in);
  bytes = bytes > (uchar)100 ? bytes - (uchar)(n & 63) : bytes ^ (uchar)in[i];
  vstore2(sum, place, out);
  vstore3(bytes, place, (global uchar *)(out + 2048));
}
