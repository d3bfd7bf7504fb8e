// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many words end in each block of a text of four letters, by an automaton with failure links.
//
// global: 8192   local: 64
// arguments: uchar text[8192*128] = random 0 3; int moves[2048*4] = random -4096 2047
// arguments: int failures[2048] = parents 1; int words[2048] = random 0 2; int counts[8192]
#define BLOCK 128

__kernel void aho_corasick(__global const uchar *text, __global const int *moves,
                           __global const int *failures, __global const int *words,
                           __global int *counts) {
  size_t block = get_global_id(0);
  int state = 0, count = 0;
  for (int i = 0; i < BLOCK; i++) {
    uchar letter = text[block * BLOCK + i];
    while (state != 0 && moves[state * 4 + letter] < 0)
      state = failures[state];
    if (moves[state * 4 + letter] >= 0)
      state = moves[state * 4 + letter];
    count += words[state];
  }
  counts[block] = count;
}
