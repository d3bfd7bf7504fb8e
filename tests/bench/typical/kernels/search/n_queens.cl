// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queens on a board of ten: work-items count from the first three rows on, by bits on a private
// stack.
//
// global: 1000   local: 50
// arguments: uint counts[1000]
#define N 10

__kernel void n_queens(__global uint *counts) {
  uint gid = get_global_id(0);
  uint columns[N], left[N], right[N], open[N];
  uint c = 0, l = 0, r = 0, full = (1u << N) - 1;
  uint rest = gid;
  for (int row = 0; row < 3; row++) {
    uint bit = 1u << (rest % N);
    rest /= N;
    if ((c | l | r) & bit) {
      counts[gid] = 0;
      return;
    }
    c |= bit;
    l = (l | bit) << 1;
    r = (r | bit) >> 1;
  }
  uint count = 0;
  int depth = 3;
  columns[3] = c;
  left[3] = l;
  right[3] = r;
  open[3] = full & ~(c | l | r);
  while (depth >= 3) {
    if (open[depth] == 0) {
      depth--;
      continue;
    }
    uint bit = open[depth] & -open[depth];
    open[depth] ^= bit;
    if (depth == N - 1) {
      count++;
      continue;
    }
    uint nc = columns[depth] | bit, nl = (left[depth] | bit) << 1, nr = (right[depth] | bit) >> 1;
    depth++;
    columns[depth] = nc;
    left[depth] = nl;
    right[depth] = nr;
    open[depth] = full & ~(nc | nl | nr);
  }
  counts[gid] = count;
}
