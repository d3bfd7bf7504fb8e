// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels receive and what programs hold: values, structures, local blocks, constants,
// program-scope variables, and kernels that call functions and kernels.
#include "tests/support/opencl.h"

#include <cstddef>
#include <numeric>

namespace weft::test {
namespace {

class Arguments : public testing::Test {
protected:
  Session session;
};

TEST_F(Arguments, StructuresByValue) {
  struct Inner {
    cl_char c;
    cl_double d;
  };
  struct Outer {
    cl_short s;
    Inner inner[2];
    cl_float4 v;
    cl_uchar tail;
  };
  Program program = session.build(R"(
    typedef struct { char c; double d; } Inner;
    typedef struct { short s; Inner inner[2]; float4 v; uchar tail; } Outer;
    kernel void test(char before, Outer o, global double *out, Inner i, int after) {
      out[0] = before; out[1] = o.s; out[2] = o.inner[0].c; out[3] = o.inner[0].d;
      out[4] = o.inner[1].c; out[5] = o.inner[1].d; out[6] = o.v.x; out[7] = o.v.w;
      out[8] = o.tail; out[9] = i.c; out[10] = i.d; out[11] = after; out[12] = sizeof(Outer);
      o.inner[1].d += 1;
      out[13] = o.inner[1].d;
    })");
  Outer outer{-2, {{3, 4.5}, {5, -6.5}}, {{7, 8, 9, 10}}, 211};
  std::vector<double> out(14);
  session.run(program, "test", {{1}}, value(cl_char{-1}), outer, inOut(out), Inner{12, 13.5},
              cl_int{14});
  EXPECT_EQ(out, (std::vector<double>{-1, -2, 3, 4.5, 5, -6.5, 7, 10, 211, 12, 13.5, 14,
                                      sizeof(Outer), -5.5}));
}

TEST_F(Arguments, StructuresPassedBetweenFunctions) {
  Program program = session.build(R"(
    typedef struct { int a[5]; float3 f; } Big;
    Big change(Big b, int by) { b.a[by] += by; b.f.y = by; return b; }
    void swap(Big *x, Big *y) { Big t = *x; *x = *y; *y = t; }
    kernel void test(Big b, global int *out) {
      Big c = change(b, 2), d = change(c, 3);
      swap(&c, &d);
      for (int i = 0; i < 5; ++i) {
        out[i] = b.a[i]; out[5 + i] = c.a[i]; out[10 + i] = d.a[i];
      }
      out[15] = (int)c.f.y; out[16] = (int)d.f.y;
    })");
  struct Big {
    cl_int a[5];
    cl_int padding[3];
    cl_float4 f;
  } big{{10, 20, 30, 40, 50}, {}, {}};
  std::vector<int> out(17);
  session.run(program, "test", {{1}}, big, inOut(out));
  EXPECT_EQ(out,
            (std::vector<int>{10, 20, 30, 40, 50, 10, 20, 32, 43, 50, 10, 20, 32, 40, 50, 3, 2}));
}

TEST_F(Arguments, UnionsAndPackedStructures) {
  Program program = session.build(R"(
    typedef struct __attribute__((packed)) { char c; int i; double d; } Packed;
    typedef union { int i; float f; uchar b[8]; } Either;
    kernel void test(Packed p, Either e, global double *out) {
      out[0] = p.c; out[1] = p.i; out[2] = p.d; out[3] = sizeof(Packed);
      out[4] = e.f; out[5] = e.b[3]; out[6] = e.b[7];
    })");
#pragma pack(push, 1)
  struct Packed {
    cl_char c;
    cl_int i;
    cl_double d;
  };
#pragma pack(pop)
  union {
    cl_float f;
    cl_uchar b[8];
  } either{};
  either.f = 1.0f;
  either.b[7] = 99;
  std::vector<double> out(7);
  session.run(program, "test", {{1}}, Packed{1, -2, 3.5}, either, inOut(out));
  EXPECT_EQ(out, (std::vector<double>{1, -2, 3.5, 13, 1, 0x3f, 99}));
}

TEST_F(Arguments, VectorsOfEveryWidth) {
  Program program = session.build(R"(
    kernel void test(char2 a, short3 b, int4 c, long8 d, uchar16 e, float2 f, double4 g, double16 h,
                     global double *out) {
      out[0] = a.y; out[1] = b.z; out[2] = c.w; out[3] = d.s7; out[4] = e.sf; out[5] = f.y;
      out[6] = g.w; out[7] = h.s0; out[8] = h.sf;
    })");
  cl_char2 a{{1, -2}};
  cl_short3 b{{1, 2, -3}};
  cl_int4 c{{1, 2, 3, -4}};
  cl_long8 d{{1, 2, 3, 4, 5, 6, 7, -8}};
  cl_uchar16 e{};
  e.s[15] = 200;
  cl_float2 f{{1, 2.5f}};
  cl_double4 g{{1, 2, 3, 4.25}};
  cl_double16 h{};
  h.s[0] = 0.5;
  h.s[15] = -0.5;
  std::vector<double> out(9);
  session.run(program, "test", {{1}}, a, b, c, d, e, f, g, h, inOut(out));
  EXPECT_EQ(out, (std::vector<double>{-2, -3, -4, -8, 200, 2.5, 4.25, 0.5, -0.5}));
}

TEST_F(Arguments, AHundredOfThem) {
  std::string parameters, sum;
  std::vector<Argument> arguments;
  long expected = 0;
  for (int i = 0; i < 100; ++i) {
    const char *types[] = {"char", "int", "long", "short"};
    parameters += std::string(types[i % 4]) + " p" + std::to_string(i) + ", ";
    sum += "p" + std::to_string(i) + " * " + std::to_string(i + 1) + "L + ";
    cl_long number = i * 37 % 101 - 50;
    expected += number * (i + 1);
    if (i % 4 == 0)
      arguments.push_back(value(static_cast<cl_char>(number)));
    else if (i % 4 == 1)
      arguments.push_back(value(static_cast<cl_int>(number)));
    else if (i % 4 == 2)
      arguments.push_back(value(number));
    else
      arguments.push_back(value(static_cast<cl_short>(number)));
  }
  Program program = session.build("kernel void test(" + parameters +
                                  "global long *out) { *out = " + sum + "0; }");
  std::vector<cl_long> out(1);
  arguments.push_back(inOut(out));
  session.run(program, "test", {{1}}, arguments);
  EXPECT_EQ(out[0], expected);
}

TEST_F(Arguments, NullBuffers) {
  Program program = session.build(R"(
    kernel void test(global int *absent, constant int *table, global int *out) {
      out[0] = absent == 0;
      out[1] = table == 0;
    })");
  Kernel kernel = session.kernel(program, "test");
  std::vector<int> out(2, -1);
  Memory buffer = session.buffer(8);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
  cl_mem none = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &none), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  size_t one = 1;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, 8, out.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(out, (std::vector<int>{1, 1}));
}

TEST_F(Arguments, AreTakenWhenEnqueued) {
  Program program = session.build("kernel void test(global int *out, int i) { out[i] = i * i; }");
  Kernel kernel = session.kernel(program, "test");
  Memory buffer = session.buffer(100 * sizeof(int));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  size_t one = 1;
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof i, &i), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
  }
  std::vector<int> out(100);
  ASSERT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, 100 * sizeof(int), out.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(out[i], i * i);
}

TEST_F(Arguments, LocalBlocksDoNotOverlap) {
  Program program = session.build(R"(
    kernel void test(local char *a, local double *b, local char *c, local float16 *d,
                     global ulong *out) {
      local int own[7];
      local double8 wide[3];
      size_t l = get_local_id(0);
      a[l] = (char)l; b[l] = l * 2; c[l] = (char)(l * 3); d[l] = (float16)(l * 5);
      if (l < 7) own[l] = (int)l * 7;
      if (l < 3) wide[l] = (double8)(l * 11);
      barrier(CLK_LOCAL_MEM_FENCE);
      size_t o = get_local_size(0) - 1 - l;
      ulong wrong = a[o] != (char)o || b[o] != o * 2 || c[o] != (char)(o * 3) || d[o].sf != o * 5 ||
                    own[o % 7] != (o % 7) * 7 || wide[o % 3].s7 != (o % 3) * 11;
      ulong misaligned = ((ulong)b % 8) | ((ulong)d % 64) | ((ulong)wide % 64) | ((ulong)own % 4);
      out[get_global_id(0)] = wrong | misaligned << 1;
    })");
  std::vector<cl_ulong> out(13 * 5, 77);
  session.run(program, "test", {{13 * 5}, {13}}, local(13), local(13 * 8), local(13),
              local(13 * 64), inOut(out));
  EXPECT_EQ(out, std::vector<cl_ulong>(13 * 5, 0));
}

TEST_F(Arguments, LocalVariablesOfSeveralKernels) {
  Program program = session.build(R"(
    kernel void first(global int *out) {
      local int x[100];
      x[get_local_id(0)] = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = x[99 - get_local_id(0)];
    }
    kernel void second(global int *out) {
      local int x[100];
      local short y;
      if (get_local_id(0) == 0) y = 5;
      x[get_local_id(0)] = 2;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] += x[99 - get_local_id(0)] * 10 + y * 100;
    })");
  Kernel first = session.kernel(program, "first");
  cl_ulong bytes = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(first, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                     &bytes, nullptr),
            CL_SUCCESS);
  EXPECT_GE(bytes, 400u);
  EXPECT_LT(bytes, 600u);
  std::vector<int> out(300);
  session.run(program, "first", {{300}, {100}}, inOut(out));
  session.run(program, "second", {{300}, {100}}, inOut(out));
  EXPECT_EQ(out, std::vector<int>(300, 521));
}

TEST_F(Arguments, ConstantTables) {
  Program program = session.build(R"(
    constant int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
    constant float weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
    constant char text[] = "weft";
    constant struct { int a; float2 b; } record = {7, (float2)(8, 9)};
    int lookup(constant int *table, size_t i) { return table[i % 8]; }
    kernel void test(constant int *given, global int *out) {
      size_t i = get_global_id(0);
      constant int *at = i & 1 ? primes : given;
      out[i] = lookup(at, i) + (int)weights[i % 2][i % 3] * 100 + text[i % 4] * 1000 +
               record.a + (int)record.b.y;
    })");
  std::vector<int> given = {100, 101, 102, 103, 104, 105, 106, 107}, out(64);
  session.run(program, "test", {{64}}, in(given), inOut(out));
  const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(out[i], (i & 1 ? primes[i % 8] : given[i % 8]) + (i % 2 * 3 + i % 3 + 1) * 100 +
                          "weft"[i % 4] * 1000 + 16)
        << i;
}

TEST_F(Arguments, ConstantsInsideKernels) {
  Program program = session.build(R"(
    kernel void test(global int *out) {
      constant int table[4] = {4, 3, 2, 1};
      const int priv[4] = {40, 30, 20, 10};
      size_t i = get_global_id(0);
      out[i] = table[i % 4] + priv[(i + 1) % 4];
    })");
  std::vector<int> out(16);
  session.run(program, "test", {{16}}, inOut(out));
  for (int i = 0; i < 16; ++i)
    ASSERT_EQ(out[i], 4 - i % 4 + 40 - (i + 1) % 4 * 10) << i;
}

TEST_F(Arguments, ProgramScopeVariablesKeepTheirValues) {
  const char *source = R"(
    global int counter = 40;
    global int history[8] = {1, 2, 3};
    global int *global where = &history[2];
    kernel void step(global int *out) {
      counter += 1;
      history[counter & 7] = counter;
      *out = counter + *where * 1000;
    })";
  Program program = session.build(source, "-cl-std=CL3.0"),
          other = session.build(source, "-cl-std=CL3.0");
  std::vector<int> out(1);
  for (int expected = 41; expected < 50; ++expected) {
    session.run(program, "step", {{1}}, inOut(out));
    EXPECT_EQ(out[0], expected + (expected >= 42 ? 42 : 3) * 1000);
    if (expected == 42 + 8)
      break;
  }
  session.run(other, "step", {{1}}, inOut(out));
  EXPECT_EQ(out[0], 3041) << "another program has variables of its own";
}

TEST_F(Arguments, GenericPointers) {
  Program program = session.build(R"(
    int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
    kernel void test(global int *in, global int *out, local int *shared) {
      int mine[4] = {1, 2, 3, (int)get_local_id(0)};
      shared[get_local_id(0)] = in[get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      const int *any = get_local_id(0) % 2 ? (const int *)shared : (const int *)mine;
      out[get_local_id(0)] = sum(in, 4) * 1000000 + sum(shared, 4) * 1000 + sum(any, 4);
    })",
                                  "-cl-std=CL3.0");
  std::vector<int> input = {4, 3, 2, 1}, out(4);
  session.run(program, "test", {{4}, {4}}, inOut(input), inOut(out), local(16));
  EXPECT_EQ(out, (std::vector<int>{10010006, 10010010, 10010008, 10010010}));
}

TEST_F(Arguments, KernelsCallKernels) {
  Program program = session.build(R"(
    kernel void add(global int *data, int by) { data[get_global_id(0)] += by; }
    kernel void twice(global int *data, int by) {
      add(data, by);
      barrier(CLK_GLOBAL_MEM_FENCE);
      add(data, by * 10);
    }
    kernel void test(global int *data, local int *shared, int by) {
      shared[get_local_id(0)] = by;
      barrier(CLK_LOCAL_MEM_FENCE);
      twice(data, shared[get_local_size(0) - 1 - get_local_id(0)]);
    })");
  std::vector<int> data(60);
  std::iota(data.begin(), data.end(), 0);
  session.run(program, "test", {{60}, {12}}, inOut(data), local(48), 3);
  session.run(program, "add", {{60}}, inOut(data), 100);
  for (int i = 0; i < 60; ++i)
    ASSERT_EQ(data[i], i + 133) << i;
}

TEST_F(Arguments, DeepCallsKeepTheirStacks) {
  Program program = session.build(R"(
    __attribute__((noinline)) int leaf(int *a, int n) { int s = 0; for (int i = 0; i < n; ++i) s += a[i] * i; return s; }
    __attribute__((noinline)) int middle(int x) { int a[64]; for (int i = 0; i < 64; ++i) a[i] = x ^ i; return leaf(a, 64); }
    __attribute__((noinline)) int top(int x) { int s = 0; for (int i = 0; i < 5; ++i) s += middle(x + i); return s; }
    kernel void test(global int *out) { out[get_global_id(0)] = top((int)get_global_id(0)); })");
  std::vector<int> out(1000);
  session.run(program, "test", {{1000}}, inOut(out));
  for (int x = 0; x < 1000; ++x) {
    int sum = 0;
    for (int i = 0; i < 5; ++i)
      for (int k = 0; k < 64; ++k)
        sum += ((x + i) ^ k) * k;
    ASSERT_EQ(out[x], sum) << x;
  }
}

TEST_F(Arguments, HostPointersMayBeAlignedForScalarsOnly) {
  Program program = session.build(R"(
    kernel void test(global float16 *out, constant float8 *in, global float4 *small) {
      size_t i = get_global_id(0);
      out[i] = (float16)(in[2 * i], in[2 * i + 1]) + small[i].xxxxyyyyzzzzwwww;
    })");
  alignas(64) float out[33] = {}, in[33], small[9];
  std::iota(in, in + 33, 0.0f);
  std::iota(small, small + 9, 100.0f);
  const auto host = [&](float *data, size_t count) {
    return session.buffer(count * sizeof(float), data + 1, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  };
  Memory outBuffer = host(out, 32), inBuffer = host(in, 32), smallBuffer = host(small, 8);
  session.run(program, "test", {{2}}, value(cl_mem{outBuffer}), value(cl_mem{inBuffer}),
              value(cl_mem{smallBuffer}));
  for (size_t k = 0; k < 32; ++k)
    EXPECT_EQ(out[1 + k], in[1 + k] + small[1 + k / 16 * 4 + k % 16 / 4]) << k;
}

TEST_F(Arguments, EmptyKernels) {
  Program program = session.build("kernel void nothing() {} kernel void barriers() { "
                                  "barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_GLOBAL_MEM_FENCE); }");
  session.run(program, "nothing", {{1000}});
  session.run(program, "barriers", {{1024}, {32}});
}

} // namespace
} // namespace weft::test
