// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses that are not aligned as their type demands.
#include "tests/checked/faults/tables.h"

namespace weft::test {

std::vector<Fault> faultsOfAlignment() {
  const auto access = [](const char *place, const char *bytes, int at, const std::string &object) {
    return std::string("bounds: ") + place + ": misaligned access of " + bytes +
           " bytes, at byte " + std::to_string(at) + " of " + object;
  };
  return {
      {"misaligned_vector",
       "*(global int2 *)(out + (i % 31) * 2 + (i == 9)) = i;",
       "vstore2((int2)i, i % 31, out + (i == 9));",
       {{{9}, access("3:49", "8", 76, outEnd)}}},
      {"misaligned_vector_load",
       "out[i] = ((global const int4 *)(in + (i == 20)))[i % 15].x;",
       "out[i] = vload4(i % 15, in + (i == 20)).x;",
       {{{20}, access("3:10", "16", 84, inEnd)}}},
      {"misaligned_number",
       "out[i] = *(global const int *)((global const char *)in + i * 4 - (i == 3) * 2);",
       "out[i] = *(global const int *)((global const char *)in + i * 4 - (i == 3) * 4);",
       {{{3}, access("3:10", "4", 10, inEnd)}}},
      {"misaligned_long",
       "((global long *)(out + (i == 33)))[i / 3] = 1;",
       "((global long *)(out + (i == 33) * 2))[i / 3] = 1;",
       {{{33}, access("3:43", "8", 92, outEnd)}}},
      {"misaligned_in_local_memory",
       "*(local int2 *)(tile + (get_local_id(0) & 14) % 14 + (i == 2)) = i;",
       "*(local int2 *)(tile + (get_local_id(0) & 14) % 14) = i;",
       {{{2}, access("3:64", "8", 12, "argument 3 'tile' (local memory of 64 bytes)")}}},
      {"misaligned_walk",
       "global const char *p = (global const char *)in + (i == 12);\nint s = 0;\n"
       "for (int j = 0; j < 4; ++j, p += 4) s += *(global const int *)p;\nout[i] = s;",
       "global const char *p = (global const char *)in + (i == 12) * 4;\nint s = 0;\n"
       "for (int j = 0; j < 4; ++j, p += 4) s += *(global const int *)p;\nout[i] = s;",
       {{{12}, access("5:42", "4", 1, inEnd)},
        {{12}, access("5:42", "4", 5, inEnd)},
        {{12}, access("5:42", "4", 9, inEnd)},
        {{12}, access("5:42", "4", 13, inEnd)}}},
      {"misaligned_in_branch",
       "if (i % 7 == 2) ((global float2 *)(out + i % 6))[3] = 1;",
       "if (i % 7 == 2) ((global float2 *)(out + i % 6 / 2 * 2))[3] = 1;",
       {{{9, 51}, access("3:53", "8", 36, outEnd)},
        {{23}, access("3:53", "8", 44, outEnd)},
        {{37}, access("3:53", "8", 28, outEnd)}}},
  };
}

} // namespace weft::test
