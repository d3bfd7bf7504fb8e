// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses outside of private and local memory, and of the program's variables.
#include "tests/checked/faults/tables.h"

namespace weft::test {

std::vector<Fault> faultsOfOtherMemory() {
  const std::string tileEnd = "argument 3 'tile' (local memory of 64 bytes)";
  return {
      {"private_before",
       "int a[4] = {i, i, i, i};\nout[i] = a[(i & 3) - (i == 12)];",
       "int a[4] = {i, i, i, i};\nout[i] = a[(i & 3) - (i == 13)];",
       {{{12},
         "bounds: 4:10: read of 4 bytes, 4 bytes before the begin of private variable of 16 "
         "bytes"}}},
      {"private_rows",
       "int a[2][4] = {{i}};\nout[i] = a[i & 1][(i & 3) + (i == 31) * 4];",
       "int a[2][4] = {{i}};\nout[i] = a[i & 1][i & 3];",
       {{{31},
         "bounds: 4:10: read of 4 bytes, 12 bytes behind the end of private variable of 32 "
         "bytes"}}},
      {"private_loop",
       "int a[8];\nfor (int j = 0; j < 8 + (i == 5); ++j) a[j] = j;\nout[i] = a[i & 7];",
       "int a[8];\nfor (int j = 0; j < 8 - (i == 8); ++j) a[j] = j;\nout[i] = a[i & 7 & i];",
       {{{5},
         "bounds: 4:45: write of 4 bytes, directly behind the end of private variable of 32 "
         "bytes"}}},
      {"member",
       "S s = {{i}, {i}, i};\nout[i] = s.b[(i & 3) + (i == 18) * 2];",
       "S s = {{i}, {i}, i};\nout[i] = s.b[i & 3] + s.a[i & 3];",
       {{{18}, "bounds: 4:10: index 4 of an array of 4 elements in a structure"}},
       "typedef struct { int a[4], b[4], c; } S;\n"},
      {"member_of_a_buffer",
       "global S *s = (global S *)out;\ns[i / 12].b[(i & 3) + (i == 35)] = i & 3;",
       "global S *s = (global S *)out;\ns[i / 12].b[i & 3] = i & 3;",
       {{{35}, "bounds: 4:1: index 4 of an array of 4 elements in a structure"}},
       "typedef struct { int a[4], b[4], c; } S;\n"},
      // The address behind the last element is right.
      {"end_of_a_member",
       "S s = {{i}, {i}, i};\nint sum = 0;\nconst int *end = &s.b[i == 9 ? 5 : 4];\n"
       "for (const int *p = s.b; p != end; ++p) sum += *p;\nout[i] = sum;",
       "S s = {{i}, {i}, i};\nint sum = 0;\nconst int *end = &s.b[i == 9 ? 3 : 4];\n"
       "for (const int *p = s.b; p != end; ++p) sum += *p;\nout[i] = sum;",
       {{{9}, "bounds: 5:19: index 5 of an array of 4 elements in a structure"}},
       "typedef struct { int a[4], b[4], c; } S;\n"},
      // The last member may stand for more than one element.
      {"last_member",
       "global const U *u = (global const U *)in;\nout[i] = u->a[i == 7 ? 1 : 0];",
       "global const T *t = (global const T *)in;\nout[i] = t->a[i == 7 ? 1 : 0];",
       {{{7}, "bounds: 4:10: index 1 of an array of 1 element in a structure"}},
       "typedef struct { int n; int a[1]; } T;\ntypedef struct { int n, a[1], m; } U;\n"},
      {"private_vector",
       "int4 a[2] = {(int4)i, (int4)i};\nout[i] = a[i == 44 ? 2 : i & 1].y;",
       "int4 a[2] = {(int4)i, (int4)i};\nout[i] = a[i & 1].y;",
       {{{44},
         "bounds: 4:10: read of 16 bytes, directly behind the end of private variable of 32 "
         "bytes"}}},
      {"private_in_helper",
       "int a[4] = {i, i + 1, i + 2, i + 3};\nout[i] = pick(a, (i & 3) + (i == 27));",
       "int a[4] = {i, i + 1, i + 2, i + 3};\nout[i] = pick(a, i & 3);",
       {{{27},
         "bounds: 1:40: read of 4 bytes, directly behind the end of private variable of 16 "
         "bytes"}},
       "#line 1 \"k.cl\"\nint pick(const int *p, int j) { return p[j]; }\n"},
      {"private_scatter",
       "short a[6] = {0};\na[i % 6 + (i == 41)] = 3;\nout[i] = a[i % 6];",
       "short a[6] = {0};\na[i % 6] = 3;\nout[i] = a[i % 6];",
       {{{41},
         "bounds: 4:22: write of 2 bytes, directly behind the end of private variable of 12 "
         "bytes"}}},
      {"local_rows",
       "local int t[4][4];\nt[get_local_id(0) / 4][get_local_id(0) % 4 + (i == 15)] = i;\n"
       "out[i] = i;",
       "local int t[4][4];\nt[get_local_id(0) / 4][get_local_id(0) % 4] = i;\nout[i] = i;",
       {{{15},
         "bounds: 4:57: write of 4 bytes, directly behind the end of local variable 't' of 64 "
         "bytes"}}},
      {"local_neighbour",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "out[i] = tile[get_local_id(0) + 1];",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "out[i] = tile[(get_local_id(0) + 1) % 16];",
       {{{15, 31, 47, 63},
         "bounds: 5:10: read of 4 bytes, directly behind the end of " + tileEnd}}},
      {"local_reduction",
       "uint l = get_local_id(0);\ntile[l] = i;\nfor (uint s = 8; s > 0; s /= 2) {\n"
       "barrier(CLK_LOCAL_MEM_FENCE);\nif (l <= s) tile[l] += tile[l + s];\n}\nout[i] = tile[0];",
       "uint l = get_local_id(0);\ntile[l] = i;\nfor (uint s = 8; s > 0; s /= 2) {\n"
       "barrier(CLK_LOCAL_MEM_FENCE);\nif (l < s) tile[l] += tile[l + s];\n}\nout[i] = tile[0];",
       {{{8, 24, 40, 56}, "bounds: 7:24: read of 4 bytes, directly behind the end of " + tileEnd}}},
      {"local_vector",
       "if (get_local_id(0) < 9) vstore2((int2)i, get_local_id(0), tile);",
       "if (get_local_id(0) < 8) vstore2((int2)i, get_local_id(0), tile);",
       {{{8, 24, 40, 56},
         "bounds: 3:26: write of 8 bytes, directly behind the end of " + tileEnd}}},
      {"local_atomic",
       "atomic_inc(tile + get_local_id(0) + (i == 63));",
       "atomic_inc(tile + get_local_id(0));",
       {{{63}, "bounds: 3:1: atomic operation of 4 bytes, directly behind the end of " + tileEnd}}},
      {"neighbour_in_local_memory",
       "local int a[16];\nlocal int b[16];\na[get_local_id(0)] = b[get_local_id(0)] = i;\n"
       "a[get_local_id(0) + (i == 20) * 20] = 1;\nout[i] = i;",
       "local int a[16];\nlocal int b[16];\na[get_local_id(0)] = b[get_local_id(0)] = i;\n"
       "a[get_local_id(0)] = 1;\nout[i] = i;",
       {{{20},
         "bounds: 6:37: write of 4 bytes, 32 bytes behind the end of local variable 'a' of 64 "
         "bytes"}}},
      {"constant_vector",
       "out[i] = table[i == 3 ? 2 : i & 1].x;",
       "out[i] = table[i & 1].x;",
       {{{3},
         "bounds: 3:10: read of 16 bytes, directly behind the end of program variable 'table' of "
         "32 bytes"}},
       "constant int4 table[2] = {(int4)(1), (int4)(2)};\n"},
      {"constant_text",
       "out[i] = text[i == 9 ? 5 : i & 3];",
       "out[i] = text[i == 9 ? 4 : i & 3];",
       {{{9},
         "bounds: 3:10: read of 1 byte, directly behind the end of program variable 'text' of 5 "
         "bytes"}},
       "constant char text[] = \"weft\";\n"},
      {"program_variable",
       "counters[i == 2 ? 4 : i & 3] = i;",
       "counters[i & 3] = i;",
       {{{2},
         "bounds: 3:30: write of 4 bytes, directly behind the end of program variable 'counters' "
         "of 16 bytes"}},
       "global int counters[4];\n"},
      {"loop_over_constants",
       "int s = 0;\nfor (int j = 0; j < 4; ++j) s += table[j + (i == 6)];\nout[i] = s;",
       "int s = 0;\nfor (int j = 0; j < 4; ++j) s += table[j];\nout[i] = s;",
       {{{6},
         "bounds: 4:34: read of 4 bytes, directly behind the end of program variable 'table' of 16 "
         "bytes"}},
       "constant int table[4] = {1, 2, 3, 4};\n"},
  };
}

} // namespace weft::test
