// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ for OpenCL (cl_ext_cxx_for_opencl): the language in kernels, and static objects, which are
// constructed before the first kernel of a program and destroyed behind the last.
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

const char *const versions[] = {"-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"};

class CxxForOpenCL : public testing::Test {
protected:
  Session session;

  /// What the kernel `test` leaves in `count` zeros.
  std::vector<cl_int> results(const std::string &source, size_t count,
                              const std::string &options = versions[0]) {
    std::vector<cl_int> x(count);
    Program program = session.build(source, options);
    session.run(program, "test", {{count}}, inOut(x));
    return x;
  }

  template <class T> static T info(cl_program program, cl_program_info name) {
    T value{};
    EXPECT_EQ(clGetProgramInfo(program, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(CxxForOpenCL, HasItsVersions) {
  EXPECT_EQ(deviceInfo<cl_version>(CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT),
            cl_version{CL_MAKE_VERSION(1, 0, 0)});
  const char *source = R"(
    #if defined(__OPENCL_C_VERSION__) || __OPENCL_VERSION__ < 300 || __cplusplus < 201703L
    #error macros
    #endif
    #ifndef __opencl_c_generic_address_space
    #error features
    #endif
    kernel void test(global int *x) {
      *x = __OPENCL_CPP_VERSION__ + (__CL_CPP_VERSION_1_0__ == 100) +
           (__CL_CPP_VERSION_2021__ == 202100);
    })";
  EXPECT_EQ(results(source, 1, "-cl-std=CLC++").front(), 102);
  EXPECT_EQ(results(source, 1, "-cl-std=CLC++1.0").front(), 102);
  EXPECT_EQ(results(source, 1, "-cl-std=CLC++2021").front(), 202102);
}

TEST_F(CxxForOpenCL, TemplatesClassesAndLambdas) {
  const char *source = R"(
    namespace shapes {
    struct Area {
      constexpr Area(int w, int h) : w(w), h(h) {}
      int size() const { return w * h; }
      Area operator+(const Area &other) const { return Area(w + other.w, h + other.h); }
      int w, h;
    };
    struct Square : Area {
      explicit Square(int side) : Area(side, side) {}
    };
    } // namespace shapes
    template <typename T, int n> struct Array {
      T items[n];
      T &operator[](int i) { return items[i]; }
      template <typename F> T fold(T start, F add) const {
        for (auto item : items)
          start = add(start, item);
        return start;
      }
    };
    template <typename T> struct Step { static constexpr int size = 1; };
    template <> struct Step<int> { static constexpr int size = 2; };
    template <typename T, typename U> void increase(T &value, U by) {
      value += by * Step<U>::size;
    }
    enum class Kind : uchar { Even, Odd };
    int rate(Kind kind) { return kind == Kind::Odd ? 1000 : 0; }
    float rate(float x) { return x / 2; }
    kernel void test(global int *x) {
      const int i = get_global_id(0);
      private int *nothing = NULL;
      if (nothing)
        return;
      Array<int, 5> numbers;
      for (int n = 0; n < 5; ++n)
        numbers[n] = n * i;
      auto add = [=](int a, int b) { return a + b + (i & 1); };
      int sum = numbers.fold(0, add);
      increase(sum, 1);
      increase(x[i], (shapes::Square(2) + shapes::Area{1, 0}).size());
      x[i] += sum + rate(i % 2 ? Kind::Odd : Kind::Even) + (int)rate(4.0f);
    })";
  for (const char *version : versions)
    for (const char *vectorise : {"", " -cl-weft-vectorise=off", " -cl-opt-disable"}) {
      const std::vector<cl_int> x = results(source, 40, std::string(version) + vectorise);
      for (int i = 0; i < 40; ++i)
        EXPECT_EQ(x[i], 12 + 10 * i + 5 * (i & 1) + 2 + 1000 * (i & 1) + 2) << version << i;
    }
}

TEST_F(CxxForOpenCL, BuiltInsAndAddressSpaces) {
  const char *source = R"(
    template <typename T> struct Cell {
      T value;
      int where() const __global { return 1; }
      int where() const __local { return 2; }
      int where() const { return 3; }
    };
    template <typename P> auto load(P p) { return *p; }
    kernel void test(global int *x) {
      const int i = get_global_id(0), l = get_local_id(0);
      local Cell<float4> cells[8];
      cells[l].value = sqrt((float4)(i * i));
      barrier(CLK_LOCAL_MEM_FENCE);
      Cell<int> mine{i};
      auto globals = reinterpret_cast<global Cell<int> *>(x + i);
      x[i] = cells[7 - l].where() * 100 + mine.where() * 10 + globals->where() +
             static_cast<int>(max(cells[7 - l].value.y, 0.0f)) * 1000;
      atomic_add(x + i, load(&mine.value) * 0 + popcount(3u) + work_group_reduce_add(1));
    })";
  for (const char *version : versions) {
    std::vector<cl_int> x(16);
    Program program = session.build(source, version);
    session.run(program, "test", {{16}, {8}}, inOut(x));
    for (int i = 0; i < 16; ++i)
      EXPECT_EQ(x[i], 231 + 10 + (i / 8 * 8 + 7 - i % 8) * 1000) << version;
  }
}

const char *staticObjects = R"(
  global int *where = nullptr;
  global int calls = 0;
  template <int number> struct Noted {
    int order;
    Noted() : order(++calls) {}
    ~Noted() {
      if (where)
        where[calls++ - 16] = number;
    }
  };
  Noted<1> first;
  static Noted<2> second;
  namespace inner { Noted<3> list[2]; }
  template <typename T> struct Holder { static T held; };
  template <typename T> T Holder<T>::held;
  struct Data { float x; Data(float start) : x(sin(start) + calls) {} };
  global Data data(0.0f);
  int computed = (int)get_global_size(0) + 6;
  kernel void test(global int *x, global int *out) {
    static Noted<4> late;
    const int i = get_global_id(0);
    x[i] = first.order + 10 * second.order + 100 * inner::list[1].order + 1000 * (int)data.x +
           10000 * computed + 100000 * (late.order > 4) + 1000000 * Holder<Noted<5>>::held.order;
    if (i == 0) {
      where = out;
      calls = 16;
    }
  })";

// Members of templates are constructed at any time, here before the others.
TEST_F(CxxForOpenCL, StaticObjectsAreThereBeforeKernels) {
  for (const char *options : {"-cl-std=CLC++", "-cl-std=CLC++2021 -cl-opt-disable"}) {
    std::vector<cl_int> x(4), destroyed(8);
    {
      Program program = session.build(staticObjects, options);
      EXPECT_EQ(info<size_t>(program, CL_PROGRAM_NUM_KERNELS), 1u);
      EXPECT_TRUE(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
      EXPECT_TRUE(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
      cl_int error;
      EXPECT_EQ(clCreateKernel(program, "weft.construct", &error), nullptr);
      EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
      Kernel kernel = session.kernel(program, "test");
      Memory buffer = session.buffer(x.size() * sizeof(cl_int));
      ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, destroyed.data()), CL_SUCCESS);
      const size_t size = x.size();
      ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &size, &size, 0, nullptr,
                                       nullptr),
                CL_SUCCESS);
      ASSERT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, size * sizeof(cl_int),
                                    x.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(destroyed, std::vector<cl_int>(8));
    }
    EXPECT_EQ(x, std::vector<cl_int>(4, 2 + 30 + 500 + 5000 + 70000 + 100000 + 1000000)) << options;
    EXPECT_EQ(destroyed, (std::vector<cl_int>{4, 3, 3, 2, 1, 5, 0, 0})) << options;
  }
}

TEST_F(CxxForOpenCL, EverySourceOfAProgramHasItsObjects) {
  const char *one = R"(
    extern int other;
    struct Seven { int value; Seven() : value(7) {} };
    static Seven object;
    kernel void test(global int *x) { *x = object.value + other; })";
  const char *two = R"(
    struct Thirty { int value; Thirty() : value(30) {} };
    static Thirty object;
    int other = object.value + 5;)";
  Program first = session.create(one), second = session.create(two);
  cl_program inputs[] = {first, second};
  for (cl_program input : inputs)
    ASSERT_EQ(
        clCompileProgram(input, 0, nullptr, "-cl-std=CLC++", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS)
        << session.buildLog(input);
  cl_int error;
  Program linked(
      clLinkProgram(session.context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS) << session.buildLog(linked);
  std::vector<cl_int> x(1);
  session.run(linked, "test", {{1}}, inOut(x));
  EXPECT_EQ(x.front(), 42);
}

TEST_F(CxxForOpenCL, EveryLoadOfABinaryConstructsItsObjects) {
  const char *source = R"(
    struct Counter { int value; Counter() : value(100) {} };
    Counter counter;
    kernel void test(global int *x) { *x = counter.value++; })";
  Program program = session.build(source, "-cl-std=CLC++");
  const std::vector<unsigned char> binary = binaryOf(program);
  for (int load = 0; load < 2; ++load) {
    Program loaded = session.buildBinary(binary);
    for (int launch = 0; launch < 2; ++launch) {
      std::vector<cl_int> x(1);
      session.run(loaded, "test", {{1}}, inOut(x));
      EXPECT_EQ(x.front(), 100 + launch);
    }
  }
}

TEST_F(CxxForOpenCL, WhatItLacksIsRefused) {
  const char *const sources[] = {
      "struct A { virtual int f() { return 1; } }; kernel void test(global int *x) {}",
      "kernel void test(global int *x) { *x = *new int(3); }",
      "kernel void test(global int *x) { try { *x = 1; } catch (...) {} }",
      "template <typename T> kernel void test(global T *x) {}",
      "kernel void test(global int *x) { local int l = 3; }",
      "__attribute__((constructor)) void begin() {} kernel void test(global int *x) {}",
      "kernel void test(global int *x) { *x = typeid(int) == typeid(float); }",
  };
  for (const char *source : sources) {
    Program program = session.create(source);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CLC++", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE)
        << source;
    EXPECT_NE(session.buildLog(program).find("error"), std::string::npos) << source;
  }
}

} // namespace
} // namespace weft::test
