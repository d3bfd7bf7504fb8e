// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel ABI seen from outside: programs are built and loaded, kernels run over ranges of
// groups, and what they leave in memory is compared with the host's own computation.
#include "tests/passes/execution.h"

#include <sys/mman.h>

#include <algorithm>

namespace weft::test {
namespace {

TEST(Execution, AddsVectors) {
  LOAD(program, kernel, R"(
    kernel void k(global const int *a, global int *b, int add) {
      b[get_global_id(0)] = a[get_global_id(0)] + add;
    })");
  EXPECT_TRUE(kernel->flags & WEFT_KERNEL_GROUP_FREE);
  for (std::uint64_t local : {1, 3, 8, 16, 64}) {
    auto a = iota(200);
    std::vector<int> b(200);
    EXPECT_TRUE(Launch(*kernel).buffer(0, a).buffer(1, b).set(2, 5).run(range1(200, local)));
    for (int index = 0; index != 200; ++index)
      EXPECT_EQ(b[index], index + 6);
  }
}

TEST(Execution, HasSeveralProgramsLoaded) {
  LOAD(one, first, "kernel void k(global int *x) { *x = 1; }");
  LOAD(two, second, "kernel void k(global int *x) { *x = 2; }");
  std::vector<int> value(1);
  EXPECT_TRUE(Launch(*first).buffer(0, value).run(range1(1, 1)));
  EXPECT_EQ(value[0], 1);
  EXPECT_TRUE(Launch(*second).buffer(0, value).run(range1(1, 1)));
  EXPECT_EQ(value[0], 2);
}

TEST(Execution, HonoursOffsetsInThreeDimensions) {
  LOAD(program, kernel, R"(
    kernel void k(global int *out) {
      size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
             z = get_global_id(2) - get_global_offset(2);
      out[(z * get_global_size(1) + y) * get_global_size(0) + x] =
          get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2) +
          1000000 * (get_group_id(0) + get_local_id(1)) + 100000000 * get_local_size(0);
    })");
  Range range;
  range.dimensions = 3;
  range.global = {7, 5, 3};
  range.local = {4, 2, 2};
  range.offset = {11, 22, 33};
  std::vector<int> out(7 * 5 * 3);
  EXPECT_TRUE(Launch(*kernel).buffer(0, out).run(range));
  for (int z = 0; z != 3; ++z)
    for (int y = 0; y != 5; ++y)
      for (int x = 0; x != 7; ++x)
        EXPECT_EQ(out[(z * 5 + y) * 7 + x], (x + 11) + 100 * (y + 22) + 10000 * (z + 33) +
                                                1000000 * (x / 4 + y % 2) +
                                                100000000 * (x < 4 ? 4 : 3));
}

// Groups run as one, and whole rows of them; each runs once, wherever a part of the range begins
// and ends.
TEST(Execution, RunsEachGroupOnceInAnyPartOfTheRange) {
  LOAD(program, kernel, R"(
    kernel void k(global int *out) {
      out[(get_global_id(2) * 9 + get_global_id(1)) * 70 + get_global_id(0)] += 1;
    })");
  Range range;
  range.dimensions = 3;
  range.global = {70, 9, 3};
  for (const std::array<std::uint64_t, 3> &local :
       {std::array<std::uint64_t, 3>{32, 2, 1}, {70, 1, 1}, {7, 9, 3}, {24, 3, 2}}) {
    range.local = local;
    std::uint64_t groups = 1;
    for (unsigned dimension = 0; dimension != 3; ++dimension)
      groups *= (range.global[dimension] + local[dimension] - 1) / local[dimension];
    for (std::uint64_t first = 0; first <= groups; ++first)
      for (std::uint64_t last = first; last <= groups; ++last) {
        range.cuts = {first, last};
        std::vector<int> out(70 * 9 * 3);
        EXPECT_TRUE(Launch(*kernel).buffer(0, out).run(range));
        EXPECT_EQ(std::count(out.begin(), out.end(), 1), 70 * 9 * 3) << first << " to " << last;
      }
  }
}

TEST(Execution, RunsCollectives) {
  LOAD(program, kernel, R"(
    kernel void k(global int *sums, global int *inclusive, global int *exclusive, global int *most,
                  global float *broadcast) {
      int value = (int)(get_global_id(0) * 7 % 13);
      sums[get_global_id(0)] = work_group_reduce_add(value);
      inclusive[get_global_id(0)] = work_group_scan_inclusive_add(value);
      exclusive[get_global_id(0)] = work_group_scan_exclusive_add(value);
      most[get_global_id(0)] = work_group_reduce_max(value - 20);
      broadcast[get_global_id(0)] = work_group_broadcast((float)value, get_local_size(0) - 1);
    })");
  for (int local : {1, 10, 16, 50}) {
    const int global = 100;
    std::vector<int> sums(global), inclusive(global), exclusive(global), most(global);
    std::vector<float> broadcast(global);
    EXPECT_TRUE(Launch(*kernel)
                    .buffer(0, sums)
                    .buffer(1, inclusive)
                    .buffer(2, exclusive)
                    .buffer(3, most)
                    .buffer(4, broadcast)
                    .run(range1(global, local)));
    for (int start = 0; start < global; start += local) {
      const int size = std::min(local, global - start);
      int sum = 0, greatest = -1000;
      for (int index = start; index != start + size; ++index) {
        const int value = index * 7 % 13;
        EXPECT_EQ(exclusive[index], sum);
        sum += value;
        EXPECT_EQ(inclusive[index], sum);
        greatest = std::max(greatest, value - 20);
      }
      for (int index = start; index != start + size; ++index) {
        EXPECT_EQ(sums[index], sum);
        EXPECT_EQ(most[index], greatest);
        EXPECT_EQ(broadcast[index], (start + size - 1) * 7 % 13);
      }
    }
  }
}

TEST(Execution, DividesByAnything) {
  LOAD(program, kernel, R"(
    kernel void k(global const int *a, global const int *b, global int *out) {
      size_t i = get_global_id(0);
      out[i] = a[i] / b[i] + a[i] % b[i];
      char4 v = convert_char4((int4)(a[i])) / convert_char4((int4)(b[i]));
      out[i] += v.x;
    })");
  std::vector<int> a{10, -10, INT32_MIN, 7}, b{3, 0, -1, 0}, out(4);
  EXPECT_TRUE(Launch(*kernel).buffer(0, a).buffer(1, b).buffer(2, out).run(range1(4, 2)));
  EXPECT_EQ(out[0], 3 + 1 + 3);
}

TEST(Execution, PacksPrintfArguments) {
  LOAD(program, kernel, R"(
    kernel void k(float4 v) {
      printf("%d %f %v4hlf %s %c", 42, 1.5f, v, "text", 'x');
    })");
  EXPECT_TRUE(kernel->flags & WEFT_KERNEL_USES_PRINTF);
  Launch launch(*kernel);
  EXPECT_TRUE(launch.set(0, std::array<float, 4>{1, 2, 3, 4}).run(range1(1, 1)));
  ASSERT_EQ(launch.printed().size(), 1u);
  EXPECT_EQ(launch.printed()[0],
            "%d %f %v4hlf %s %c|i4x1:42|f8x1:1.500000|f4x4:1.000000:2.000000:3.000000:4.000000"
            "|p8x1:text|i4x1:120");
}

TEST(Execution, PassesStructuresByValue) {
  LOAD(program, kernel, R"(
    typedef struct { int a; float4 b; char c[5]; } Parameters;
    kernel void k(char first, Parameters p, global float *out, float3 v) {
      p.a += get_global_id(0);
      out[get_global_id(0)] = p.a + p.b.w + p.c[4] + first + v.z;
    })");
  struct alignas(16) Parameters {
    int a;
    alignas(16) float b[4];
    char c[5];
  };
  const Parameters parameters{100, {0, 0, 0, 0.5f}, {0, 0, 0, 0, 3}};
  EXPECT_EQ(kernel->arguments[1].size, sizeof(Parameters));
  EXPECT_EQ(kernel->arguments[3].size, 16u);
  std::vector<float> out(32);
  EXPECT_TRUE(Launch(*kernel)
                  .set(0, char(1))
                  .set(1, parameters)
                  .buffer(2, out)
                  .set(3, std::array<float, 4>{0, 0, 1000, 0})
                  .run(range1(32, 8)));
  for (int index = 0; index != 32; ++index)
    EXPECT_EQ(out[index], 1104.5f + index);
}

TEST(Execution, KeepsLargePrivateArraysOffTheStack) {
  LOAD(program, kernel, R"(
    kernel void k(global int *data, int n) {
      int big[20000];
      for (int i = 0; i < n; ++i) big[i] = i + data[get_global_id(0)];
      int sum = 0;
      for (int i = 0; i < n; ++i) sum += big[(i * 7 + 3) % n];
      data[get_global_id(0)] = sum;
    })");
  EXPECT_GE(kernel->context_fixed_bytes, 80000u);
  auto data = iota(8);
  EXPECT_TRUE(Launch(*kernel).buffer(0, data).set(1, 20000).run(range1(8, 4)));
  for (int index = 0; index != 8; ++index)
    EXPECT_EQ(data[index], 199990000 + 20000 * (index + 1));
}

TEST(Execution, CopiesForTheGroup) {
  LOAD(program, kernel, R"(
    kernel void k(global const int *in, global int *out, local int *tile) {
      size_t size = get_local_size(0);
      event_t event = async_work_group_copy(tile, in + get_group_id(0) * size, size, 0);
      event = async_work_group_strided_copy(tile + size, in, size, 2, event);
      wait_group_events(1, &event);
      int value = tile[size - 1 - get_local_id(0)] + 1000 * tile[size + get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[get_local_id(0)] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      event = async_work_group_copy(out + get_group_id(0) * size, tile, size, 0);
      wait_group_events(1, &event);
    })");
  auto in = iota(128);
  std::vector<int> out(128);
  EXPECT_TRUE(
      Launch(*kernel).buffer(0, in).buffer(1, out).local(2, 2 * 32 * 4).run(range1(128, 32)));
  for (int index = 0; index != 128; ++index)
    EXPECT_EQ(out[index], index / 32 * 32 + 31 - index % 32 + 1 + 1000 * (2 * (index % 32) + 1));
}

/// As much as 32 bits number, of which the first page and the last one can be touched.
class LongBuffer {
public:
  static constexpr std::size_t bytes = std::size_t{1} << 32, page = 4096;

  LongBuffer()
      : start(static_cast<unsigned char *>(
            mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    mprotect(start, page, PROT_READ | PROT_WRITE);
    mprotect(start + bytes - page, page, PROT_READ | PROT_WRITE);
  }
  ~LongBuffer() { munmap(start, bytes); }
  LongBuffer(const LongBuffer &) = delete;
  LongBuffer &operator=(const LongBuffer &) = delete;

  unsigned char *begin() const { return start; }
  unsigned char &operator[](std::uint32_t index) const { return start[index]; }

private:
  unsigned char *start;
};

TEST(Execution, CopiesByHandOnBothSidesOfAnIndexThatWraps) {
  LOAD(program, kernel, R"(
    kernel void k(global const uchar *in, global uchar *out, local uchar *tile, uint b, uint n) {
      for (uint j = get_local_id(0); j < n; j += get_local_size(0)) tile[j] = in[b + j];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int j = get_local_id(0); j < n; j += get_local_size(0)) out[b + j + 1] = tile[j];
      barrier(CLK_GLOBAL_MEM_FENCE);
    })");
  const LongBuffer in, out;
  constexpr std::uint32_t around = 1000;
  for (std::uint32_t i = 0 - around; i != around; ++i)
    in[i] = static_cast<unsigned char>(i * 7);
  for (const std::uint32_t b : {0u - 64u, 0u - 1u, 0u - 149u, 0u - 150u, 0u - 151u, 0u, 5u})
    for (const std::uint32_t n : {150u, 1u, 0u}) {
      for (std::uint32_t i = 0 - around; i != around; ++i)
        out[i] = 3;
      EXPECT_TRUE(Launch(*kernel)
                      .set(0, in.begin())
                      .set(1, out.begin())
                      .local(2, 150)
                      .set(3, b)
                      .set(4, n)
                      .run(range1(32, 32)));
      for (std::uint32_t i = 0 - around; i != around; ++i)
        ASSERT_EQ(out[i], i - b - 1 < n ? static_cast<unsigned char>((i - 1) * 7) : 3)
            << "index " << i << " from " << b << ", " << n << " elements";
    }
}

TEST(Execution, HonoursRequiredSizes) {
  LOAD(program, kernel, R"(
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) void k(global int *out) {
      local int shared[16];
      size_t lid = get_local_linear_id();
      shared[lid] = get_global_id(0) + 100 * get_global_id(1);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
          shared[get_local_size(0) * get_local_size(1) - 1 - lid] + 10000 * get_enqueued_local_size(0);
    })");
  Range range;
  range.dimensions = 2;
  range.global = {16, 4, 1};
  range.local = {8, 2, 1};
  std::vector<int> out(64);
  EXPECT_TRUE(Launch(*kernel).buffer(0, out).run(range));
  for (int y = 0; y != 4; ++y)
    for (int x = 0; x != 16; ++x)
      EXPECT_EQ(out[y * 16 + x], x / 8 * 8 + 7 - x % 8 + 100 * (y / 2 * 2 + 1 - y % 2) + 80000);
}

TEST(Execution, DescribesKernels) {
  LoadedProgram program(R"(
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(float4)))
    void k(global const float *restrict in, constant int *table, local int *scratch, uint n) {
      if (n) scratch[0] = table[0] + in[0];
    })");
  ASSERT_TRUE(program.isLoaded()) << program.log();
  const weft_kernel_description *kernel = program.find("k");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(program.program().magic, WEFT_PROGRAM_MAGIC);
  EXPECT_EQ(program.program().kernel_count, 1u);
  EXPECT_STREQ(kernel->attributes, "vec_type_hint(float4) reqd_work_group_size(8,2,1)");
  EXPECT_EQ(kernel->required_work_group_size[0], 8u);
  ASSERT_EQ(kernel->argument_count, 4u);
  EXPECT_STREQ(kernel->arguments[0].name, "in");
  EXPECT_STREQ(kernel->arguments[0].type_name, "float*");
  EXPECT_EQ(kernel->arguments[0].type_qualifiers, 3u);
  EXPECT_EQ(kernel->arguments[1].kind, WEFT_ARGUMENT_CONSTANT_POINTER);
  EXPECT_EQ(kernel->arguments[2].kind, WEFT_ARGUMENT_LOCAL_POINTER);
  EXPECT_EQ(kernel->arguments[3].size, 4u);
}

TEST(Execution, UsesProgramScopeData) {
  LOAD(program, kernel, R"(
    constant int table[4] = {10, 20, 30, 40};
    global int counter = 5;
    kernel void k(global int *out) {
      out[get_global_id(0)] = table[get_global_id(0) & 3] + counter;
      if (get_global_id(0) == 7) counter = 6;
    })");
  EXPECT_TRUE(program.program().flags & WEFT_PROGRAM_HAS_MUTABLE_GLOBALS);
  EXPECT_EQ(program.program().global_variable_bytes, 4u);
  std::vector<int> out(4);
  EXPECT_TRUE(Launch(*kernel).buffer(0, out).run(range1(4, 4)));
  EXPECT_EQ(out, (std::vector<int>{15, 25, 35, 45}));
}

TEST(Execution, BuildsWithoutOptimisationAndWithDebugInformation) {
  const char *source = R"(
    kernel void k(global int *data, int n) {
      local int shared[32];
      int history[4];
      int lid = get_local_id(0);
      for (int i = 0; i < 4; ++i) history[i] = data[get_global_id(0)] + i;
      for (int i = 0; i < n; ++i) {
        shared[lid] = history[i & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i & 3] += shared[31 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      data[get_global_id(0)] = history[0] + history[3];
    })";
  std::vector<int> reference;
  for (const char *options : {"", "-g", "-cl-opt-disable", "-g -cl-opt-disable"}) {
    LoadedProgram program(source, options);
    ASSERT_TRUE(program.isLoaded()) << options << ": " << program.log();
    auto data = iota(64);
    EXPECT_TRUE(Launch(*program.find("k")).buffer(0, data).set(1, 9).run(range1(64, 32)));
    if (reference.empty())
      reference = data;
    EXPECT_EQ(data, reference) << options;
  }
}

TEST(Execution, ReportsRecursion) {
  const BuiltProgram built = buildSource(R"(
    int climb(int n);
    int descend(int n) { return n > 0 ? climb(n - 1) + (int)get_global_id(0) : 0; }
    int climb(int n) { return descend(n); }
    kernel void k(global int *out) { out[0] = descend(3); })");
  EXPECT_FALSE(built.success);
  EXPECT_NE(built.log.find("recursive call of function"), std::string::npos) << built.log;
}

TEST(Execution, NamesUndefinedFunctions) {
  const BuiltProgram built = buildSource(R"(
    int absent(int);
    kernel void k(global int *out) { out[0] = absent(3); })");
  EXPECT_FALSE(built.success);
  EXPECT_NE(built.log.find("error: undefined reference to 'absent' in function 'k'"),
            std::string::npos)
      << built.log;
}

} // namespace
} // namespace weft::test
