// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words that begin in blocks of 64 bytes of text.
//
// global: 16384   local: 64
// arguments: uchar text[16384*64] = random 25 60; uint counts[16384]
kernel void word_count(global const uchar *text, global uint *counts) {
  size_t block = get_global_id(0);
  uchar before = block == 0 ? ' ' : text[block * 64 - 1];
  uint count = 0;
  for (int i = 0; i < 64; ++i) {
    uchar c = text[block * 64 + i];
    bool is_space = c == ' ' || (c >= 9 && c <= 13);
    bool was_space = before == ' ' || (before >= 9 && before <= 13);
    count += !is_space && was_space;
    before = c;
  }
  counts[block] = count;
}
