// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction and an exchange through volatile local memory.
// launches: 1024/64 32/32 64/1 192/16 90/18+5
kernel void volatile_local_memory(global int *out, global const int *in, global const float *reals,
                                  global float *realsOut, uint n) {
  local volatile int sums[64];
  local volatile float swapped[64];
  size_t t = get_local_id(0), size = get_local_size(0), i = get_global_id(0);
  sums[t] = in[i];
  swapped[t ^ 1] = reals[i];
  swapped[t ^ 1] = swapped[t ^ 1] * 2 - reals[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t distance = 32; distance > 0; distance /= 2) {
    if (t < distance && t + distance < size)
      sums[t] += sums[t + distance];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sums[0] ^ sums[t];
  realsOut[i] = size % 2 == 0 ? swapped[t] : 0;
}
