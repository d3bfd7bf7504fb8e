// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item writes a place that no neighbour writes.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void scatter(global int *out, global const int *in, global const float *reals,
                    global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  out[(i * 7) % 1024] = in[i];
}
