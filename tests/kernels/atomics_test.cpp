// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of OpenCL C 1.2 and of C11, on global and local memory, under contention.
#include "tests/support/opencl.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>

namespace weft::test {
namespace {

constexpr size_t items = 4096, group = 64;

class Atomics : public testing::Test {
protected:
  Session session;
  std::vector<int> run(const char *source, std::vector<int> memory, const char *options = "") {
    Program program = session.build(source, options);
    session.run(program, "test", {{items}, {group}}, inOut(memory));
    return memory;
  }
};

TEST_F(Atomics, EveryFunctionOf12OnGlobalMemory) {
  std::vector<int> out = run(R"(
    kernel void test(global int *m) {
      int g = (int)get_global_id(0);
      atomic_add(m, 3);
      atomic_sub(m + 1, 2);
      atomic_inc(m + 2);
      atomic_dec(m + 3);
      atomic_min(m + 4, -g);
      atomic_max(m + 5, g);
      atomic_and(m + 6, ~(1 << (g % 32)));
      atomic_or(m + 7, 1 << (g % 31));
      atomic_xor(m + 8, g);
      if (atomic_xchg(m + 9, 1) == 0) m[10] = 5;
      if (atomic_cmpxchg(m + 11, 0, g + 1) == 0) m[12] = g + 1;
      atomic_min((volatile global uint *)m + 13, (uint)g + 10);
      atomic_max((volatile global uint *)m + 14, 0x80000000u + g);
      atomic_xchg((volatile global float *)m + 15, 1.0f);
    })",
                             {0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, -1, 0, 0});
  int exclusiveOr = 0;
  for (size_t i = 0; i < items; ++i)
    exclusiveOr ^= static_cast<int>(i);
  EXPECT_EQ(out[0], 3 * int(items));
  EXPECT_EQ(out[1], -2 * int(items));
  EXPECT_EQ(out[2], int(items));
  EXPECT_EQ(out[3], -int(items));
  EXPECT_EQ(out[4], 1 - int(items));
  EXPECT_EQ(out[5], int(items) - 1);
  EXPECT_EQ(out[6], 0);
  EXPECT_EQ(out[7], 0x7fffffff);
  EXPECT_EQ(out[8], exclusiveOr);
  EXPECT_EQ(out[9], 1);
  EXPECT_EQ(out[10], 5);
  EXPECT_NE(out[11], 0);
  EXPECT_EQ(out[12], out[11]);
  EXPECT_EQ(out[13], 10);
  EXPECT_EQ(static_cast<unsigned>(out[14]), 0x80000000u + items - 1);
  EXPECT_EQ(out[15], 0x3f800000);
}

TEST_F(Atomics, EveryFunctionOf12OnLocalMemory) {
  std::vector<int> out = run(R"(
    kernel void test(global int *out) {
      local int m[9];
      int l = (int)get_local_id(0);
      if (l < 9) m[l] = l == 6 ? -1 : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(m, 3);
      atomic_sub(m + 1, 2);
      atomic_inc(m + 2);
      atomic_dec(m + 3);
      atomic_min(m + 4, -l);
      atomic_max(m + 5, l);
      atomic_and(m + 6, ~(1 << (l % 32)));
      atomic_or(m + 7, 1 << (l % 31));
      atomic_xor(m + 8, 1 << (l % 31));
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < 9) atomic_add(out + l, m[l]);
    })",
                             std::vector<int>(9));
  int groups = items / group;
  EXPECT_EQ(out[0], groups * 3 * int(group));
  EXPECT_EQ(out[1], groups * -2 * int(group));
  EXPECT_EQ(out[2], groups * int(group));
  EXPECT_EQ(out[3], -groups * int(group));
  EXPECT_EQ(out[4], -groups * (int(group) - 1));
  EXPECT_EQ(out[5], groups * (int(group) - 1));
  EXPECT_EQ(out[6], 0);
  EXPECT_EQ(static_cast<unsigned>(out[7]), groups * 0x7fffffffu);
  // 64 work-items toggle 31 bits: bits 0 and 1 three times, the others twice.
  EXPECT_EQ(out[8], groups * 3);
}

TEST_F(Atomics, ReturnWhatWasThereBefore) {
  std::vector<int> out = run(R"(
    kernel void test(global int *m) { m[1 + atomic_inc(m)] = (int)get_global_id(0); })",
                             std::vector<int>(items + 1, 0));
  EXPECT_EQ(out[0], int(items));
  std::set<int> tickets(out.begin() + 1, out.end());
  EXPECT_EQ(tickets.size(), items) << "every work-item has a place of its own";
}

TEST_F(Atomics, SixtyFourBits) {
  Program program = session.build(R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
    kernel void test(global long *m) {
      long g = (long)get_global_id(0) << 33;
      atom_add(m, g);
      atom_sub(m + 1, g);
      atom_inc(m + 2);
      atom_dec(m + 3);
      atom_min(m + 4, -g);
      atom_max(m + 5, g);
      atom_and(m + 6, ~(1L << (g >> 33) % 64));
      atom_or(m + 7, 1L << (g >> 33) % 63);
      atom_xor(m + 8, g);
      atom_xchg(m + 9, 7L << 40);
      atom_cmpxchg(m + 10, 0L, 9L << 40);
    })");
  std::vector<cl_long> m = {0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0};
  session.run(program, "test", {{items}, {group}}, inOut(m));
  cl_long n = items, last = (n - 1) << 33;
  EXPECT_EQ(m[0], (n * (n - 1) / 2) << 33);
  EXPECT_EQ(m[1], -((n * (n - 1) / 2) << 33));
  EXPECT_EQ(m[2], n);
  EXPECT_EQ(m[3], -n);
  EXPECT_EQ(m[4], -last);
  EXPECT_EQ(m[5], last);
  EXPECT_EQ(m[6], 0);
  EXPECT_EQ(m[7], CL_LONG_MAX);
  EXPECT_EQ(m[8], 0);
  EXPECT_EQ(m[9], 7ll << 40);
  EXPECT_EQ(m[10], 9ll << 40);
}

TEST_F(Atomics, C11FunctionsInEveryOrder) {
  for (const char *order : {"memory_order_relaxed", "memory_order_acquire", "memory_order_release",
                            "memory_order_acq_rel", "memory_order_seq_cst"})
    for (const char *scope : {"memory_scope_device", "memory_scope_all_svm_devices"}) {
      SCOPED_TRACE(std::string(order) + ", " + scope);
      std::vector<int> out =
          run(R"(
        kernel void test(global atomic_int *m) {
          int g = (int)get_global_id(0);
          atomic_fetch_add_explicit(m, 3, ORDER, SCOPE);
          atomic_fetch_sub_explicit(m + 1, 2, ORDER, SCOPE);
          atomic_fetch_min_explicit(m + 2, -g, ORDER, SCOPE);
          atomic_fetch_max_explicit(m + 3, g, ORDER, SCOPE);
          atomic_fetch_and_explicit(m + 4, ~(1 << (g % 32)), ORDER, SCOPE);
          atomic_fetch_or_explicit(m + 5, 1 << (g % 31), ORDER, SCOPE);
          atomic_fetch_xor_explicit(m + 6, 1 << (g % 31), ORDER, SCOPE);
          atomic_exchange_explicit(m + 7, 44, ORDER, SCOPE);
        })",
              {0, 0, 0, 0, -1, 0, 0, 0},
              ("-cl-std=CL3.0 -DORDER=" + std::string(order) + " -DSCOPE=" + scope).c_str());
      EXPECT_EQ(out[0], 3 * int(items));
      EXPECT_EQ(out[1], -2 * int(items));
      EXPECT_EQ(out[2], 1 - int(items));
      EXPECT_EQ(out[3], int(items) - 1);
      EXPECT_EQ(out[4], 0);
      EXPECT_EQ(out[5], 0x7fffffff);
      EXPECT_EQ(out[6], 15); // 4096 work-items toggle 31 bits: the first four once more
      EXPECT_EQ(out[7], 44);
    }
}

/// cl_ext_float_atomics, for one type: each function by 1,024 of the work-items, in global and
/// local memory and through generic pointers. All sums are exact in half too.
constexpr char floatAtomics[] = R"(
  #pragma OPENCL EXTENSION cl_khr_fp16 : enable
  #define CAT(a, b) a##b
  #define ATOMIC(type) CAT(atomic_, type)
  void change(ATOMIC(TYPE) *m, int g) {
    atomic_fetch_add(m, (TYPE)1);
    atomic_fetch_sub_explicit(m + 1, (TYPE)1, memory_order_relaxed);
    atomic_fetch_min(m + 2, (TYPE)-g);
    atomic_fetch_max_explicit(m + 3, (TYPE)g, memory_order_acq_rel, memory_scope_device);
    if (atomic_exchange(m + 4, (TYPE)7) == 0) atomic_store(m + 5, atomic_load(m + 4));
  }
  kernel void test(global ATOMIC(TYPE) *m) {
    local ATOMIC(TYPE) l[6];
    int g = (int)get_global_id(0), i = (int)get_local_id(0);
    if (i < 6) atomic_store_explicit(l + i, (TYPE)0, memory_order_relaxed);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g % 4 == 0) {
      g /= 4;
      atomic_fetch_add(m, (TYPE)1);
      atomic_fetch_sub_explicit(m + 1, (TYPE)1, memory_order_seq_cst);
      atomic_fetch_min_explicit(m + 2, (TYPE)-g, memory_order_release, memory_scope_work_group);
      atomic_fetch_max(m + 3, (TYPE)g);
      if (atomic_exchange_explicit(m + 4, (TYPE)7, memory_order_acquire) == 0)
        atomic_store_explicit(m + 5, atomic_load_explicit(m + 4, memory_order_acquire),
                              memory_order_release, memory_scope_device);
      change(m + 6, g);
      atomic_fetch_add(l, (TYPE)1);
      atomic_fetch_sub(l + 1, (TYPE)1);
      atomic_fetch_min(l + 2, (TYPE)-g);
      atomic_fetch_max(l + 3, (TYPE)g);
      if (atomic_exchange(l + 4, (TYPE)7) == 0) atomic_store(l + 5, atomic_load(l + 4));
      change(l, g);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
      atomic_fetch_add(m + 12, atomic_load(l));
      atomic_fetch_add(m + 13, atomic_load(l + 1));
      atomic_fetch_min(m + 14, atomic_load(l + 2));
      atomic_fetch_max(m + 15, atomic_load(l + 3));
      atomic_fetch_add(m + 16, atomic_load(l + 4));
      atomic_fetch_add(m + 17, atomic_load(l + 5));
    }
  })";

TEST_F(Atomics, FloatingPointNumbers) {
  const std::vector<double> expected = {1024, -1024, -1023, 1023, 7,     7,     1024, -1024, -1023,
                                        1023, 7,     7,     2048, -2048, -1023, 1023, 448,   448};
  const auto expect = [&](const char *type, const char *cpu, auto zero, auto toDouble) {
    SCOPED_TRACE(std::string(type) + ' ' + cpu);
    Program program =
        session.build(floatAtomics, std::string("-cl-std=CL3.0 -DTYPE=") + type + ' ' + cpu);
    std::vector<decltype(zero)> memory(expected.size(), zero);
    session.run(program, "test", {{items}, {group}}, inOut(memory));
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(toDouble(memory[i]), expected[i]) << i;
  };
  for (const char *option : {"", "-cl-weft-vectorise=off", "-cl-opt-disable"}) {
    expect("float", option, 0.0f, [](float x) { return double{x}; });
    expect("double", option, 0.0, [](double x) { return x; });
    expect("half", option, std::uint16_t{0}, [](std::uint16_t bits) {
      const int exponent = bits >> 10 & 31, fraction = bits & 1023;
      const double size =
          exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
      return bits >> 15 ? -size : size;
    });
  }
}

TEST_F(Atomics, FloatingPointMinimaAndMaximaPreferNumbers) {
  Program program = session.build(R"(
    kernel void test(global atomic_float *m) {
      atomic_fetch_min(m, NAN);
      atomic_fetch_max(m + 1, NAN);
      atomic_fetch_min(m + 2, 3.0f);
      atomic_fetch_max(m + 3, 3.0f);
      atomic_fetch_add(m + 4, NAN);
      atomic_fetch_sub(m + 5, INFINITY);
    })",
                                  "-cl-std=CL3.0");
  std::vector<float> m = {1, 2, NAN, NAN, 1, 1};
  session.run(program, "test", {{1}, {1}}, inOut(m));
  EXPECT_EQ(std::vector<float>(m.begin(), m.begin() + 4), (std::vector<float>{1, 2, 3, 3}));
  EXPECT_TRUE(std::isnan(m[4]));
  EXPECT_EQ(m[5], -INFINITY);
}

TEST_F(Atomics, FloatingPointNumbersAreOfOpenClC20) {
  constexpr cl_device_info names[] = {0x4231, 0x4232, 0x4233}; // Debian 12's headers lack them.
  for (cl_device_info name : names)
    EXPECT_EQ(deviceInfo<cl_bitfield>(name), 0x70007u);
  const char *source = "#ifdef cl_ext_float_atomics\n#error has them\n#endif\n"
                       "kernel void k() {}";
  session.build(source, "-cl-std=CL1.2");
  Program program = session.create(source);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(Atomics, C11ShortForms) {
  std::vector<int> out = run(R"(
    kernel void test(global atomic_int *m) {
      atomic_fetch_add(m, 1);
      atomic_fetch_sub(m + 1, 1);
      atomic_fetch_or(m + 2, 6);
      atomic_fetch_and(m + 3, 6);
      atomic_fetch_xor(m + 4, 0);
      atomic_fetch_min(m + 5, -1);
      atomic_fetch_max(m + 6, 1);
      if (get_global_id(0) == 0) {
        atomic_store(m + 7, 12);
        atomic_store_explicit(m + 8, atomic_load(m + 7) + 1, memory_order_release);
        atomic_exchange(m + 9, atomic_load_explicit(m + 8, memory_order_acquire));
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
      }
    })",
                             {0, 0, 0, 15, 5, 0, 0, 0, 0, 0}, "-cl-std=CL3.0");
  EXPECT_EQ(out, (std::vector<int>{int(items), -int(items), 6, 6, 5, -1, 1, 12, 13, 13}));
}

TEST_F(Atomics, CompareExchangeLoops) {
  std::vector<int> out = run(R"(
    kernel void test(global int *raw) {
      global atomic_int *m = (global atomic_int *)raw;
      global atomic_float *f = (global atomic_float *)(raw + 1);
      int seen = atomic_load_explicit(m, memory_order_relaxed);
      while (!atomic_compare_exchange_weak(m, &seen, seen + 2))
        ;
      float before = atomic_load(f);
      while (!atomic_compare_exchange_strong_explicit(f, &before, before + 0.5f, memory_order_acq_rel,
                                                      memory_order_relaxed, memory_scope_device))
        ;
    })",
                             {0, 0}, "-cl-std=CL3.0");
  EXPECT_EQ(out[0], 2 * int(items));
  float sum;
  std::memcpy(&sum, &out[1], sizeof sum);
  EXPECT_EQ(sum, items * 0.5f);
}

TEST_F(Atomics, FailedCompareExchangeTellsTheValue) {
  std::vector<int> out = run(R"(
    kernel void test(global int *out) {
      if (get_global_id(0)) return;
      atomic_int m;
      atomic_init(&m, 5);
      int expected = 4;
      out[0] = atomic_compare_exchange_strong(&m, &expected, 9);
      out[1] = expected;
      out[2] = atomic_compare_exchange_strong(&m, &expected, 9);
      out[3] = atomic_load(&m);
    })",
                             {7, 7, 7, 7}, "-cl-std=CL3.0");
  EXPECT_EQ(out, (std::vector<int>{0, 5, 1, 9}));
}

TEST_F(Atomics, FlagsChooseOneWorkItem) {
  std::vector<int> out = run(R"(
    global atomic_flag chosen = ATOMIC_FLAG_INIT;
    kernel void test(global int *out) {
      local atomic_flag once;
      if (get_local_id(0) == 0)
        atomic_flag_clear(&once);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (!atomic_flag_test_and_set(&once))
        atomic_inc(out);
      if (!atomic_flag_test_and_set_explicit(&chosen, memory_order_acq_rel))
        atomic_inc(out + 1);
    })",
                             {0, 0}, "-cl-std=CL3.0");
  EXPECT_EQ(out, (std::vector<int>{items / group, 1}));
}

TEST_F(Atomics, SixtyFourBitAndFloatTypesOfC11) {
  Program program = session.build(R"(
    kernel void test(global atomic_long *l, global atomic_ulong *u, global atomic_double *d,
                     global atomic_size_t *s) {
      long g = (long)get_global_id(0);
      atomic_fetch_add(l, g << 32);
      atomic_fetch_max(u, (ulong)g << 50);
      atomic_fetch_add(s, (size_t)1);
      double seen = atomic_load(d);
      while (!atomic_compare_exchange_weak(d, &seen, seen + 0.25))
        ;
    })",
                                  "-cl-std=CL3.0");
  std::vector<cl_long> l(1);
  std::vector<cl_ulong> u(1), s(1);
  std::vector<double> d(1);
  session.run(program, "test", {{items}, {group}}, inOut(l), inOut(u), inOut(d), inOut(s));
  cl_long n = items;
  EXPECT_EQ(l[0], (n * (n - 1) / 2) << 32);
  EXPECT_EQ(u[0], static_cast<cl_ulong>(n - 1) << 50);
  EXPECT_EQ(d[0], n * 0.25);
  EXPECT_EQ(s[0], items);
}

TEST_F(Atomics, LocalCountersBuildAHistogram) {
  Program program = session.build(R"(
    kernel void test(global const uchar *in, global int *out, uint n) {
      local int counts[256];
      for (size_t i = get_local_id(0); i < 256; i += get_local_size(0))
        counts[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&counts[in[i]]);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (size_t i = get_local_id(0); i < 256; i += get_local_size(0))
        atomic_add(&out[i], counts[i]);
    })");
  std::vector<cl_uchar> input(100'003);
  std::vector<int> expected(256), out(256);
  for (size_t i = 0; i < input.size(); ++i)
    ++expected[input[i] = static_cast<cl_uchar>(i * i % 251)];
  session.run(program, "test", {{items}, {group}}, in(input), inOut(out),
              static_cast<cl_uint>(input.size()));
  EXPECT_EQ(out, expected);
}

} // namespace
} // namespace weft::test
