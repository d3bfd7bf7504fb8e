// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that each work-item leaves where it finds something, one in the other, behind a condition.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void searches(global int *out, global const int *in, global const float *reals,
                     global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  if (i >= n)
    return;
  int found = -1;
  for (uint x = 0; x < n; ++x)
    if (in[x] % 100 >= in[i] % 120) {
      found = x;
      break;
    }
  out[i] = found;
  float sum = 0;
  if (in[i] & 1)
    for (uint y = 0; y < 20; ++y) {
      float step = reals[i];
      uint x = 0;
      while (x < (uint)in[i] % 8u && reals[x % n] < reals[i] + y)
        ++x;
      sum += x * step;
      if (sum > reals[(uint)in[i] % n])
        break;
    }
  realsOut[i] = sum;
}
