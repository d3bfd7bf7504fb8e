// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels do with pipes (OpenCL C 6.15.16): packets of every size, full and empty pipes,
// reservations of work-items, sub-groups and work-groups, in flow that diverges and on all threads.
#include "tests/support/opencl.h"

#include <algorithm>
#include <numeric>

namespace weft::test {
namespace {

class KernelPipes : public testing::Test {
protected:
  Session session;

  Program build(const std::string &source, const std::string &options = "-cl-std=CL3.0") const {
    return session.build(source, options);
  }
  Memory pipe(cl_uint bytes, cl_uint packets) const {
    cl_int error = CL_SUCCESS;
    Memory made = clCreatePipe(session.context, 0, bytes, packets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// Runs a kernel of a pipe and a buffer, and gives the buffer's contents.
  template <class T>
  std::vector<T> run(const Program &program, const char *name, cl_mem pipe, const Range &range,
                     std::vector<T> data) const {
    Memory buffer = session.buffer(data.size() * sizeof(T), data.data());
    Kernel kernel = session.kernel(program, name);
    const cl_mem memory = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &pipe), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &memory), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(
                  session.queue, kernel, static_cast<cl_uint>(range.global.size()), nullptr,
                  range.global.data(), range.local.empty() ? nullptr : range.local.data(), 0,
                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, data.size() * sizeof(T),
                                  data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }
};

std::vector<int> numbers(size_t count, int first = 0) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}
std::vector<int> sorted(std::vector<int> values) {
  std::ranges::sort(values);
  return values;
}

const char *const packetByPacket = R"(
  kernel void put(write_only pipe int p, global int *data) {
    int x = data[get_global_id(0)];
    data[get_global_id(0)] = write_pipe(p, &x);
  }
  kernel void get(read_only pipe int p, global int *data) {
    int x = -7;
    if (read_pipe(p, &x) < 0) x = -1;
    data[get_global_id(0)] = x;
  }
  kernel void count(read_only pipe int p, global uint *data) {
    data[0] = get_pipe_num_packets(p);
    data[1] = get_pipe_max_packets(p);
  })";

TEST_F(KernelPipes, EveryPacketArrivesOnce) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL2.0"}) {
    Program program = build(packetByPacket, options);
    constexpr size_t items = 100'000;
    Memory own = pipe(4, items);
    // Twice, so that the second round begins in the middle.
    for (const size_t count : {items / 3 * 2, items}) {
      const auto written = run(program, "put", own, {{count}}, numbers(count));
      EXPECT_EQ(std::ranges::count(written, 0), static_cast<ptrdiff_t>(count));
      EXPECT_EQ(run(program, "count", own, {{1}}, std::vector<cl_uint>(2)),
                (std::vector<cl_uint>{static_cast<cl_uint>(count), items}));
      EXPECT_EQ(sorted(run(program, "get", own, {{count}}, numbers(count))), numbers(count));
    }
  }
}

TEST_F(KernelPipes, FullAndEmptyPipesSaySo) {
  Program program = build(packetByPacket);
  Memory own = pipe(4, 100);
  const auto written = run(program, "put", own, {{1000}}, numbers(1000));
  EXPECT_EQ(std::ranges::count(written, 0), 100);
  EXPECT_TRUE(std::ranges::all_of(written, [](int x) { return x <= 0; }));
  const auto read = run(program, "get", own, {{1000}}, numbers(1000));
  EXPECT_EQ(std::ranges::count(read, -1), 900);
  EXPECT_EQ(run(program, "count", own, {{1}}, std::vector<cl_uint>(2))[0], 0u);
}

TEST_F(KernelPipes, PacketsKeepTheOrderOfAWorkItem) {
  Program program = build(R"(
    kernel void put(write_only pipe int p, global int *data) {
      for (int i = 0; i < 60; ++i) write_pipe(p, data + i);
    }
    kernel void get(read_only pipe int p, global int *data) {
      for (int i = 0; i < 60; ++i) read_pipe(p, data + i);
    })");
  Memory own = pipe(4, 64);
  for (int round = 0; round < 5; ++round) { // the end of the ring comes in each place
    run(program, "put", own, {{1}}, numbers(60, 100 * round));
    EXPECT_EQ(run(program, "get", own, {{1}}, std::vector<int>(60)), numbers(60, 100 * round));
  }
}

TEST_F(KernelPipes, PacketsHaveAnyType) {
  const struct {
    const char *type;
    cl_uint bytes;
  } types[] = {{"char", 1},       {"short", 2},        {"uchar3", 4},   {"long", 8},
               {"float4", 16},    {"int16", 64},       {"double8", 64}, {"half", 2},
               {"struct Odd", 7}, {"struct Mixed", 40}};
  for (const auto &[type, bytes] : types) {
    SCOPED_TRACE(type);
    const std::string source = "struct __attribute__((packed)) Odd { char c; short s; int i; };\n"
                               "struct Mixed { long l; char c[17]; int i[3]; };\n"
                               "#define TYPE " +
                               std::string(type) + R"(
      kernel void put(write_only pipe TYPE p, global uchar *data) {
        TYPE x;
        for (int i = 0; i < sizeof x; ++i)
          ((uchar *)&x)[i] = data[get_global_id(0) * sizeof x + i];
        write_pipe(p, &x);
      }
      kernel void get(read_only pipe TYPE p, global uchar *data) {
        TYPE x;
        reserve_id_t id = reserve_read_pipe(p, 1);
        read_pipe(p, id, 0, &x);
        commit_read_pipe(p, id);
        for (int i = 0; i < sizeof x; ++i)
          data[get_global_id(0) * sizeof x + i] = ((uchar *)&x)[i];
      })";
    Program program = build(source);
    Memory own = pipe(bytes, 40);
    std::vector<cl_uchar> data(40 * bytes);
    for (size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<cl_uchar>(i / bytes + 41 * (i % bytes));
    run(program, "put", own, {{40}}, data);
    const auto result = run(program, "get", own, {{40}}, std::vector<cl_uchar>(data.size()));
    // Packets may come in any order, but whole.
    for (size_t i = 0; i < data.size(); ++i) {
      const size_t which = result[i / bytes * bytes];
      ASSERT_LT(which, 40u);
      ASSERT_EQ(result[i], data[which * bytes + i % bytes]) << i;
    }
  }
}

const char *const reservations = R"(
  kernel void put(write_only pipe int p, global int *data) {
    size_t i = get_global_id(0);
    reserve_id_t id = CLK_NULL_RESERVE_ID;
    if (is_valid_reserve_id(id)) { data[i] = -2; return; }
    int x[2] = {2 * i, 2 * i + 1};
    data[i] = -1;
    if (i % 3 == 1) return;              // lanes leave
    id = reserve_write_pipe(p, i % 3 ? 1 : 2);
    if (!is_valid_reserve_id(id)) return;
    if (i % 3 == 0) write_pipe(p, id, 1, x + 1);
    data[i] = write_pipe(p, id, 0, &x[0]);
    commit_write_pipe(p, id);
  }
  kernel void get(read_only pipe int p, global int *data) {
    size_t i = get_global_id(0);
    data[i] = -1;
    for (uint n = i % 4 + 1; n; --n) {   // as many as lanes differ in
      reserve_id_t id = reserve_read_pipe(p, n);
      if (!is_valid_reserve_id(id)) continue;
      int sum = 0, x;
      for (uint k = n; k-- > 0;) { read_pipe(p, id, k, &x); sum += x; }
      commit_read_pipe(p, id);
      data[i] = sum;
      break;
    }
  })";

TEST_F(KernelPipes, WorkItemsReserveInDivergentFlow) {
  Program program = build(reservations);
  constexpr size_t items = 3000;
  Memory own = pipe(4, items * 3);
  for (int round = 0; round < 3; ++round) {
    const auto written = run(program, "put", own, {{items}}, numbers(items));
    long expected = 0;
    for (size_t i = 0; i < items; ++i) {
      EXPECT_EQ(written[i], i % 3 == 1 ? -1 : 0) << i;
      expected += i % 3 == 1 ? 0 : i % 3 ? 2 * i : 4 * i + 1;
    }
    const auto read = run(program, "get", own, {{items * 2}}, numbers(items * 2));
    long sum = 0;
    for (const int x : read)
      sum += x < 0 ? 0 : x;
    EXPECT_EQ(sum, expected);
  }
}

TEST_F(KernelPipes, ReservationsThatDoNotFitFail) {
  Program program = build(R"(
    kernel void test(write_only pipe int p, global int *data) {
      data[0] = is_valid_reserve_id(reserve_write_pipe(p, 9));
      data[1] = is_valid_reserve_id(reserve_write_pipe(p, 0));
      reserve_id_t first = reserve_write_pipe(p, 5), second = reserve_write_pipe(p, 3);
      data[2] = is_valid_reserve_id(first) && is_valid_reserve_id(second);
      data[3] = is_valid_reserve_id(reserve_write_pipe(p, 1));
      data[4] = get_pipe_num_packets(p);
      for (int i = 0; i < 3; ++i) { int x = 10 + i; write_pipe(p, second, i, &x); }
      commit_write_pipe(p, second);
      data[5] = get_pipe_num_packets(p);
      for (int i = 0; i < 5; ++i) write_pipe(p, first, i, &i);
      commit_write_pipe(p, first);
      data[6] = get_pipe_num_packets(p);
    }
    kernel void get(read_only pipe int p, global int *data) {
      for (int i = 0; i < 8; ++i) read_pipe(p, data + i);
    })");
  Memory own = pipe(4, 8);
  EXPECT_EQ(run(program, "test", own, {{1}}, std::vector<int>(7, -1)),
            (std::vector<int>{0, 0, 1, 0, 0, 3, 8}));
  // In the order of the reservations, whatever the order of the commits.
  EXPECT_EQ(run(program, "get", own, {{1}}, std::vector<int>(8)),
            (std::vector<int>{0, 1, 2, 3, 4, 10, 11, 12}));
}

/// Kernels whose work-items reserve with their "work" group or "sub" group.
std::string groupKernels(const std::string &scope) {
  const std::string place = scope == "work" ? "get_local_id(0)" : "get_sub_group_local_id()";
  const std::string size = scope == "work" ? "get_local_size(0)" : "get_sub_group_size()";
  return R"(
      kernel void put(write_only pipe int p, global int *data) {
        size_t i = get_global_id(0);
        reserve_id_t id = )" +
         scope + "_group_reserve_write_pipe(p, " + size + R"();
        int x = data[i], good = is_valid_reserve_id(id);
        if (good) {
          write_pipe(p, id, )" +
         place + R"(, &x);
          )" +
         scope + R"(_group_commit_write_pipe(p, id);
        }
        data[i] = good;
      }
      kernel void get(read_only pipe int p, global int *data) {
        size_t i = get_global_id(0);
        reserve_id_t id = )" +
         scope + "_group_reserve_read_pipe(p, " + size + R"();
        data[i] = -1;
        if (is_valid_reserve_id(id)) {
          read_pipe(p, id, )" +
         place + R"(, data + i);
          )" +
         scope + R"(_group_commit_read_pipe(p, id);
        }
      })";
}

TEST_F(KernelPipes, GroupsReserveTogether) {
  for (const std::string scope : {"work", "sub"}) {
    SCOPED_TRACE(scope);
    Program program = build(groupKernels(scope));
    for (const size_t local : {64, 50, 1, 7}) {
      const size_t items = local * 40;
      Memory own = pipe(4, static_cast<cl_uint>(items));
      EXPECT_EQ(run(program, "put", own, {{items}, {local}}, numbers(items)),
                std::vector<int>(items, 1));
      const auto read = run(program, "get", own, {{items}, {local}}, numbers(items));
      EXPECT_EQ(sorted(read), numbers(items));
      // Packets of one reservation stay together.
      if (scope == "work") {
        for (size_t i = 0; i < items; ++i)
          ASSERT_EQ(read[i], read[i / local * local] + static_cast<int>(i % local));
      }
    }
  }
}

} // namespace
} // namespace weft::test
