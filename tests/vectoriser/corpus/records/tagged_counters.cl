// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters in volatile local memory without atomics, as programs have them that count on work-items
// of a warp going in step: who does not find his tag has lost, and tries again.
// launches: 64/16 37/37 64/1 96/32
kernel void tagged_counters(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  local volatile uint counters[16];
  uint l = get_local_id(0), size = get_local_size(0);
  for (uint i = l; i < 16; i += size)
    counters[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint bin = in[i] & 15, count;
    do {
      count = counters[bin] & 0x3ffffffu;
      count = (l << 26) | (count + 1);
      counters[bin] = count;
    } while (counters[bin] != count);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < 16; ++i)
    sum = sum * 31 + (counters[i] & 0x3ffffffu);
  out[get_global_id(0)] = sum;
}
