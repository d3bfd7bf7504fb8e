// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters in local memory whose numbers are neighbouring bytes and shorts, with signs and without: lanes
// take them from words. In whole gangs and under masks.
// launches: 900/90 256/256 37/37 64/1 129/43 64/16
kernel void narrow_counters(global int *out, global const int *in, global const float *reals,
                            global float *realsOut, uint n) {
  local uint counters[256], others[256];
  local ushort shorts[256];
  uint l = get_local_id(0), size = get_local_size(0);
  size_t u = get_global_id(0);
  global const uchar *bytes = (global const uchar *)in;
  global const char *numbers = (global const char *)in + 2048;
  for (uint i = l; i < 256; i += size) {
    counters[i] = 0;
    others[i] = 7;
  }
  shorts[l] = in[u] & 255;
  barrier(CLK_LOCAL_MEM_FENCE);
  local uint *middle = others + 128;
  for (uint k = 0; k < n >> 7; ++k) {
    atomic_inc(&counters[bytes[k * 1024 + u]]);
    atomic_add(&middle[numbers[k * 1024 + u]], k);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[u + 1] & 1)
    atomic_sub(&counters[shorts[l]], 3u);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[u] = counters[u & 255] * 31 + others[(u * 5) & 255];
  out[1024 + u] = counters[(u * 7 + n) & 255];
}
