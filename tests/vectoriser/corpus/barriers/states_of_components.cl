// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that go round in loops, and whose components are computed one by one, all or some of them.
// launches: 1000/64 37/37 64/1 129/7
kernel void states_of_components(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  uint4 state = (uint4)(in[i], in[i + 1], in[i + 2], i);
  int3 sums = (int3)(1, 2, in[i]);
  for (int outer = 0; outer < 3; ++outer) {
    for (uint round = 0; round < 4 + (n & 3); ++round) {
      uint4 next;
      next.x = state.y * 3 ^ (uint)in[state.z & 255];
      next.y = rotate(state.w, 5u) + round;
      next.z = state.x - state.y;
      next.w = state.z ^ outer;
      state = next;
      if (state.x & 1)
        sums.y += state.w;
    }
    sums.x ^= state.z;
  }
  out[i] = state.x + state.y * 5 + state.z * 7 + state.w * 11 + sums.x + sums.y + sums.z;
}
