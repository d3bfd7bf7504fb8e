// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose inner branch only goes on: the counter is the only way out.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void only_way_out_in_an_inner_loop(global int *out, global const int *in,
                                          global const float *reals, global float *realsOut,
                                          uint n) {
  int v = get_local_id(0);
  float c = copysign(reals[111], (float)v);
  for (int t = 9;;) {
    if (--t <= 0)
      break;
    if (((n * (uint)get_group_id(0)) & 8) == 0) {
      if (c == reals[1])
        continue;
      v = 1;
    }
  }
  out[get_global_id(0) + 300 * get_global_id(1)] = v;
}
