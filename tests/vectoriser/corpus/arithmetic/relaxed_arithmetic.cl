// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic that options may relax: products of small functions that callers add, in private
// arrays, in loops that carry sums, in arms that differ between work-items, roots and quotients, and
// halves where HALVES is defined.
// launches: 1000/64 37/37 64/1 129/7
float2 multiplied(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float squared(float x) { return x * x; }
float distanceOf(float2 a, float2 b) {
  float2 d = a - b;
  return squared(d.x) + squared(d.y);
}
kernel void relaxed_arithmetic(global int *out, global const int *in, global const float *reals,
                               global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  float2 z = (float2)(reals[i], reals[i + 1]), turn = (float2)(0.6f, 0.8f);
  float2 parts[4];
  for (int k = 0; k < 4; ++k) {
    float2 part = multiplied(z, turn) + z * reals[k];
    parts[k] = part;
    z = part - multiplied(part, (float2)(reals[i + k], 0.25f));
  }
  float sum = distanceOf(parts[0], parts[1]);
  for (uint k = 0; k < n / 90; ++k) {
    float scaled = reals[i + k] * reals[k];
    sum = sum + scaled;
    if (in[i] & 1)
      sum += squared(parts[k & 3].x) / 3.0f;
    else
      sum -= parts[k & 3].y * 0.125f;
  }
  float root = sqrt(fabs(sum)) / (1.5f + fabs(z.x)), less = reals[i] * 4.0f - sum * 2.0f * 3.0f;
#ifdef HALVES
  half small = (half)reals[i], more = small;
  for (int k = 0; k < 3; ++k)
    more = more * (half)0.75f + small / (half)3;
  less += (float)more;
#endif
  realsOut[2 * i] = root + less;
  realsOut[2 * i + 1] = distanceOf(parts[2], parts[3]) * reals[i];
  out[i] = (int)clamp(root * 100.0f, 0.0f, 1000.0f);
}
