// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records that are added up component by component, in even and uneven loops and under conditions,
// before their components are.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
float even(global const float4 *a, global const float4 *b, size_t i, uint count) {
  float4 sum = (float4)(0.5f);
  for (uint k = 0; k < count; ++k)
    sum = fma(a[i + k], b[i + 2 * k], sum * 0.25f);
  return sum.x - sum.y * sum.z + sum.w;
}
float uneven(global const float2 *a, global const int *in, size_t i) {
  float2 sum = a[i];
  for (int k = 0; k < (in[i] & 7); ++k) {
    float2 more = a[i + k];
    if (k != (in[i + k] & 3))
      sum = max(sum, more + a[i + 1]);
  }
  return sum.x * 2.0f - sum.y;
}
int ofBytes(global const uchar *bytes, size_t i) {
  int4 sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += convert_int4(vload4(i + k, bytes)) * (int4)(1, 2, 3, k);
  return sum.s0 ^ sum.s1 << 3 ^ sum.s2 << 5 ^ sum.s3 << 7;
}
// Sorted for one half of a group alone, and used as a factor of other records.
float chosen(global const float4 *a, size_t i, global float4 *to) {
  float4 difference = a[i] - a[i + 3];
  float length = difference.x + difference.y + difference.z + difference.w;
  if (i & 1)
    length -= difference.y * difference.z;
  *to = a[i + 1] * length + a[i + 2];
  return length;
}
kernel void sums_of_components(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  size_t i = get_global_id(0), at = i % 400;
  global const float4 *fours = (global const float4 *)reals;
  float sum = even(fours, fours + 1, at, n / 90);
  sum += uneven((global const float2 *)reals, in, at);
  out[i] = ofBytes((global const uchar *)in, at);
  if (i < 500)
    sum += chosen(fours, at, (global float4 *)(realsOut + 1024) + i);
  realsOut[i] = sum;
}
