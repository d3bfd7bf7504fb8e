// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a regular expression first matches in lines of 32 letters, with what is left to try on a
// private stack. The pattern is ab*.c?d*e.a
//
// global: 32768   local: 64
// arguments: uchar lines[32768*32] = random 97 101; int found[32768]
// arguments: uchar pattern[12] = values 97 98 42 46 99 63 100 42 101 46 97 0
#define LENGTH 32
#define STACK 16

int matches_at(__global const uchar *line, int start, __constant uchar *pattern) {
  uchar patterns[STACK], places[STACK];
  int top = 0;
  patterns[top] = 0;
  places[top++] = start;
  while (top > 0) {
    int p = patterns[--top], at = places[top];
    for (;;) {
      uchar c = pattern[p];
      if (c == 0)
        return 1;
      uchar repeat = pattern[p + 1];
      int fits = at < LENGTH && (c == '.' || c == line[at]);
      if (repeat == '*' || repeat == '?') {
        if (fits) {
          patterns[top] = repeat == '*' ? p : p + 2;
          places[top++] = at + 1;
        }
        p += 2;
        continue;
      }
      if (!fits)
        break;
      p++;
      at++;
    }
  }
  return 0;
}

__kernel void regex_match(__global const uchar *lines, __global int *found,
                          __constant uchar *pattern) {
  __global const uchar *line = lines + get_global_id(0) * LENGTH;
  int start = 0;
  while (start < LENGTH && !matches_at(line, start, pattern))
    start++;
  found[get_global_id(0)] = start < LENGTH ? start : -1;
}
