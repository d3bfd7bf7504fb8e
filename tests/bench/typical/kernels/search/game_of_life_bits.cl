// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generation on rows of bits: 32 cells a work-item, by full adders.
//
// global: 128 4096   local: 32 4
// arguments: uint in[128*4096] = bits; uint out[128*4096]
void add(uint x, uint *ones, uint *twos, uint *fours) {
  uint carry = *ones & x;
  *ones ^= x;
  uint more = *twos & carry;
  *twos ^= carry;
  *fours |= more;
}

uint shifted(global const uint *row, int x, int words, int by) {
  uint c = row[x];
  if (by == 0)
    return c;
  if (by < 0)
    return c << 1 | row[(x + words - 1) % words] >> 31;
  return c >> 1 | row[(x + 1) % words] << 31;
}

kernel void game_of_life_bits(global const uint *in, global uint *out) {
  int x = get_global_id(0), y = get_global_id(1), words = get_global_size(0),
      h = get_global_size(1);
  uint ones = 0, twos = 0, fours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    global const uint *row = in + ((y + dy + h) % h) * words;
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        add(shifted(row, x, words, dx), &ones, &twos, &fours);
  }
  uint alive = in[y * words + x];
  out[y * words + x] = twos & ~fours & (ones | alive);
}
