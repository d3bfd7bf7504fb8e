// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors whose components all see the same: from and to memory in the order that it has, under
// conditions and in loops.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void records_in_order(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint place = i + get_global_id(1) * 45;
  float4 position = vload4(i % 250, reals), speed = vload4(i % 125 + 3, reals);
  for (uint k = 0; k < (n & 7); ++k) {
    speed += (float4)(0.5f, 0.25f, -2, 0);
    position = position < 0.0f ? -position : position + speed;
  }
  for (int k = 0; k < (in[i] & 3); ++k)
    position = fmax(position - speed * (float)(1 << k), speed);
  float4 light = position + (speed - position) * 0.25f;
  if (in[i + 1] & 1)
    light = fmin(light * 2, (float4)(i, n, 3, 4));
  vstore4(light * reals[i], place, realsOut);
}
