// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions on local memory between barriers.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void local_atomics(global int *out, global const int *in, global const float *reals,
                          global float *realsOut, uint n) {
  local int h[16];
  size_t l = get_local_id(0);
  if (l < 16)
    h[l] = 0;
  for (size_t k = get_local_size(0); k < 16; ++k)
    if (l == 0)
      h[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = in[get_global_id(0)];
  if (get_local_id(1) == 0) {
    atomic_inc(h + (v & 15));
    if (v & 16)
      atomic_cmpxchg(h + 3, 2, 9);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t k = l; k < 16; k += get_local_size(0))
    out[get_group_id(0) * 16 + k] = h[k];
}
