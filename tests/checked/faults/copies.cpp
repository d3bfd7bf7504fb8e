// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies that leave an object. The first work-item of a group reports them.
#include "tests/checked/faults/tables.h"

namespace weft::test {

std::vector<Fault> faultsOfCopies() {
  const std::string tileEnd = "argument 3 'tile' (local memory of 64 bytes)";
  return {
      {"copy_from_behind",
       "event_t e = async_work_group_copy(tile, in + get_group_id(0) * 17, 16, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       "event_t e = async_work_group_copy(tile, in + get_group_id(0) * 16, 16, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       {{{48},
         "bounds: 3:13: read of 64 bytes, the last 12 bytes of it behind the end of " + inEnd}}},
      {"copy_from_before",
       "event_t e = async_work_group_copy(tile, in + (int)get_group_id(0) - 1, 16, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       "event_t e = async_work_group_copy(tile, in + (int)get_group_id(0), 16, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       {{{0}, "bounds: 3:13: read of 64 bytes, 4 bytes before the begin of " + inEnd}}},
      {"copy_into_small_tile",
       "event_t e = async_work_group_copy(tile + 1, in, 16, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       "event_t e = async_work_group_copy(tile + 1, in, 15, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       {{{0, 16, 32, 48},
         "bounds: 3:13: write of 64 bytes, the last 4 bytes of it behind the end of " + tileEnd}}},
      {"copy_of_too_many",
       "event_t e = async_work_group_copy(tile, in, n / 4 + 1, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       "event_t e = async_work_group_copy(tile, in, n / 4, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       {{{0, 16, 32, 48}, "bounds: 3:13: write beyond the end of " + tileEnd}}},
      {"copy_to_global_memory",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "event_t e = async_work_group_copy(out + get_group_id(0) * 16 + 1, tile, 16, 0);\n"
       "wait_group_events(1, &e);",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "event_t e = async_work_group_copy(out + get_group_id(0) * 16, tile, 16, 0);\n"
       "wait_group_events(1, &e);",
       {{{48},
         "bounds: 5:13: write of 64 bytes, the last 4 bytes of it behind the end of " + outEnd}}},
      {"copy_with_stride",
       "event_t e = async_work_group_strided_copy(tile, in + get_group_id(0), 16, 5, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       "event_t e = async_work_group_strided_copy(tile, in + get_group_id(0), 16, 4, 0);\n"
       "wait_group_events(1, &e);\nout[i] = tile[get_local_id(0)];",
       {{{0},
         "bounds: 3:13: read of 304 bytes, the last 48 bytes of it behind the end of " + inEnd},
        {{16},
         "bounds: 3:13: read of 304 bytes, the last 52 bytes of it behind the end of " + inEnd},
        {{32},
         "bounds: 3:13: read of 304 bytes, the last 56 bytes of it behind the end of " + inEnd},
        {{48},
         "bounds: 3:13: read of 304 bytes, the last 60 bytes of it behind the end of " + inEnd}}},
      {"copy_to_a_stride",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "event_t e = async_work_group_strided_copy(out + get_group_id(0) * 2, tile, 16, 4, 0);\n"
       "wait_group_events(1, &e);",
       "tile[get_local_id(0)] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
       "event_t e = async_work_group_strided_copy(out + get_group_id(0), tile, 16, 4, 0);\n"
       "wait_group_events(1, &e);",
       {{{32},
         "bounds: 5:13: write of 244 bytes, the last 4 bytes of it behind the end of " + outEnd},
        {{48},
         "bounds: 5:13: write of 244 bytes, the last 12 bytes of it behind the end of " + outEnd}}},
      {"copy_of_vectors",
       "event_t e = async_work_group_copy((local int4 *)tile, (global const int4 *)in + "
       "get_group_id(0) * 4 + 1, 4, 0);\nwait_group_events(1, &e);\nout[i] = tile[3];",
       "event_t e = async_work_group_copy((local int4 *)tile, (global const int4 *)in + "
       "get_group_id(0) * 4, 4, 0);\nwait_group_events(1, &e);\nout[i] = tile[3];",
       {{{48},
         "bounds: 3:13: read of 64 bytes, the last 16 bytes of it behind the end of " + inEnd}}},
      {"copy_of_planes",
       "event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, n - i / 16 > 62 ? 2 : 0, 2, "
       "8, "
       "60, 4, 8, 0);\nwait_group_events(1, &e);\nout[i] = i;",
       "event_t e = async_work_group_copy_3D3D(tile, 0, in, 0, 4, 4, n - i / 16 > 62 ? 2 : 0, 2, "
       "4, "
       "52, 4, 8, 0);\nwait_group_events(1, &e);\nout[i] = i;",
       {{{0, 16}, "bounds: 3:13: read beyond the end of " + inEnd}}},
      {"copies_in_a_loop",
       "int s = 0;\nfor (int j = 0; j < 4; ++j) {\n"
       "event_t e = async_work_group_copy(tile, in + (j + get_group_id(0)) * 16, 16, 0);\n"
       "wait_group_events(1, &e);\ns += tile[0];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
       "int s = 0;\nfor (int j = 0; j < 4; ++j) {\n"
       "event_t e = async_work_group_copy(tile, in + (j + get_group_id(0)) % 4 * 16, 16, 0);\n"
       "wait_group_events(1, &e);\ns += tile[0];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nout[i] = s;",
       {{{16, 32, 48}, "bounds: 5:13: read of 64 bytes, directly behind the end of " + inEnd},
        {{32, 48}, "bounds: 5:13: read of 64 bytes, 64 bytes behind the end of " + inEnd},
        {{48}, "bounds: 5:13: read of 64 bytes, 128 bytes behind the end of " + inEnd}}},
  };
}

} // namespace weft::test
