// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places in rings that go on from round to round: delay lines in local and global memory.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void places_in_rings(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  local float line[64];
  const uint place = get_local_id(0), size = get_local_size(0);
  for (uint k = place; k < 64; k += size)
    line[k] = reals[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t i = get_global_id(0);
  int s = place, back = i & 255;
  float sum = 0;
  int total = 0;
  for (uint k = 0; k < 40; ++k) {
    sum = sum * 0.5f + line[(s + 3) & 63];
    total += in[back] ^ in[(back + 1) & 255];
    s = (s + 7) & 63;
    back = (back - 3) & 255;
    if (n == k + 900)
      s = (s + 1) & 31;
  }
  out[i] = total;
  realsOut[i] = sum + s;
}
