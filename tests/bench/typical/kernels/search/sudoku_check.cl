// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether boards of nine by nine break a rule, by bits.
//
// global: 32768   local: 64
// arguments: uchar boards[32768*81] = random 1 9; uint clashes[32768]
__kernel void sudoku_check(__global const uchar *boards, __global uint *clashes) {
  __global const uchar *board = boards + get_global_id(0) * 81;
  uint count = 0;
  for (int i = 0; i < 9; i++) {
    uint row = 0, column = 0, box = 0;
    for (int j = 0; j < 9; j++) {
      row |= 1u << board[i * 9 + j];
      column |= 1u << board[j * 9 + i];
      box |= 1u << board[(i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3];
    }
    count += 27 - popcount(row) - popcount(column) - popcount(box);
  }
  clashes[get_global_id(0)] = count;
}
