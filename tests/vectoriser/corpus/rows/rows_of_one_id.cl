// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows and columns by division of one id, and rings by remainders and masks: lanes of a gang lie in
// one row, in two, or in many; before and behind a guard that lane 0 does not pass; with divisors
// that are constant, signed and not, of 32 and 64 bits, negative and zero, and masks that are none.
// launches: 1000/64 37/37 64/1 129/7 900/300 90/18+5 512/256
kernel void rows_of_one_id(global int *out, global const int *in, global const float *reals,
                           global float *realsOut, uint n) {
  int i = get_global_id(0), width = n / 9;
  int x = i % width, y = i / width;
  uint sum = in[y * width + x] + 3u * in[y * width + width - 1 - x];
  if (x > 0 && y > 0)
    sum += (uint)in[(y - 1) * width + x - 1] ^ x;
  uint u = get_global_id(0), few = n / 300, many = n * 2;
  sum += (uint)in[u % many] + in[u / many * 7 + u % many] + in[u % few] * 5u + in[u / few];
  ulong wide = get_global_id(0);
  sum ^= (uint)in[wide % n + wide / n] + in[(wide + 895) % n];
  sum += (uint)in[i % 100 + i / 100 * 100] - in[u % 48] + in[(3 * i + 1) % 500];
  int before = i - 7, ring = n / 14 - 1, none = n / 15, all = n / 901 - 1;
  if (before >= 0)
    sum = sum * 3 + (uint)in[before % width] + in[before / width * width + before % width];
  sum += in[before & ring] + 2u * in[(i + 60) & ring] - in[i & none] + in[i & all];
  sum ^= (uint)in[i & 511] + in[(i + 500) & 63] + in[(-i) & 1023];
  int zero = n / 1000, negative = zero - 64, one = zero + 1;
  int odd = i / negative + i % negative;
  if (zero != 0)
    odd += i / zero;
  odd += i / one - i % one + before / 64 * 2 + before % 64;
  out[i] = sum + 9 * odd;
  int column = (i + 3) % width, row = (i + 3) / width;
  realsOut[row * width + column] = reals[row * width + column] + x - y;
  out[1024 + (i & 1023)] = sum;
  out[2048 + i / width * width + x] = odd;
}
