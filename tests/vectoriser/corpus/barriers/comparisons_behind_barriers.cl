// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is compared before a barrier decides behind it: ids with a counter that all work-items share,
// and numbers that each has for itself.
// launches: 1000/64 64/64 37/37 129/7 24,6/12,3 64/1
kernel void comparisons_behind_barriers(global int *out, global const int *in,
                                        global const float *reals, global float *realsOut,
                                        uint n) {
  local int tile[66];
  int x = get_local_id(0) + get_local_id(1) * get_local_size(0);
  int own = in[get_global_id(0)];
  bool isOdd = own & 1, isLarge = own > in[get_group_id(0)];
  tile[x] = own;
  if (x == 0)
    tile[get_local_size(0) * get_local_size(1)] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0) * get_local_size(1) - 1; count >= 0; count -= 1 + (n & 2)) {
    int sum = 0;
    bool isInside = x <= count, isNear = x * 3 + count < in[5] % 256;
    if (isInside)
      sum = tile[x] * 3 + tile[x + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (isInside)
      tile[x] = isOdd ? sum : sum + count;
    if (isNear && isLarge)
      tile[x] ^= count;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(1) * 64 + get_global_id(0)] = isLarge ? tile[x] : ~tile[x];
}
