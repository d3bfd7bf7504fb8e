// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The median of the nine pixels around each, by a network of minima and maxima.
//
// global: 1024 768   local: 32 8
// arguments: uchar in[1024*768] = random 0 255; uchar out[1024*768]; int width = 1024
// arguments: int height = 768
#define SWAP(a, b)                                                                                 \
  {                                                                                                \
    uchar t = min(a, b);                                                                           \
    b = max(a, b);                                                                                 \
    a = t;                                                                                         \
  }

__kernel void median_3x3(__global const uchar *in, __global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar v[9];
  int k = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      v[k++] = in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
  SWAP(v[1], v[2]);
  SWAP(v[4], v[5]);
  SWAP(v[7], v[8]);
  SWAP(v[0], v[1]);
  SWAP(v[3], v[4]);
  SWAP(v[6], v[7]);
  SWAP(v[1], v[2]);
  SWAP(v[4], v[5]);
  SWAP(v[7], v[8]);
  SWAP(v[0], v[3]);
  SWAP(v[5], v[8]);
  SWAP(v[4], v[7]);
  SWAP(v[3], v[6]);
  SWAP(v[1], v[4]);
  SWAP(v[2], v[5]);
  SWAP(v[4], v[7]);
  SWAP(v[4], v[2]);
  SWAP(v[6], v[4]);
  SWAP(v[4], v[2]);
  out[y * width + x] = v[4];
}
