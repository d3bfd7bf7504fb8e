// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier in every other iteration of a uniform loop, next to a divergent loop.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void barrier_in_some_iterations(global int *out, global const int *in,
                                       global const float *reals, global float *realsOut, uint n) {
  local int tile[64];
  int u = get_global_id(0), v = in[u];
  for (uint t = 0; t < n / 200; ++t) {
    for (int s = 0; s < (in[u + 1] & 3); ++s)
      ;
    if (t & 1) {
      tile[get_local_id(0)] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if ((v & 3) == 0)
    out[u + 300 * get_global_id(1)] = v;
}
