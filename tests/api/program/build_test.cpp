// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8.4: builds, their logs and their callbacks.
#include "tests/api/program/fixture.h"

#include <atomic>
#include <cstring>
#include <future>
#include <thread>
#include <unistd.h>

namespace weft::test {
namespace {

TEST_F(ProgramApi, BuildErrors) {
  Program program = session.create(goodSource);
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  expectErrors({
      {"program", CL_INVALID_PROGRAM, [&] { return build(wrongProgram); }},
      {"null program", CL_INVALID_PROGRAM, [&] { return build(nullptr); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 0, &id, "", nullptr, nullptr); }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 1, nullptr, "", nullptr, nullptr); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return clBuildProgram(program, 0, nullptr, "", nullptr, &user); }},
      {"device", CL_INVALID_DEVICE,
       [&] { return clBuildProgram(program, 1, &wrongId, "", nullptr, nullptr); }},
      {"an unknown option", CL_INVALID_BUILD_OPTIONS,
       [&] { return build(program, "-cl-nonsense"); }},
      {"an unknown language", CL_INVALID_BUILD_OPTIONS,
       [&] { return build(program, "-cl-std=CL9.9"); }},
      {"an unknown stage", CL_INVALID_BUILD_OPTIONS,
       [&] { return build(program, "-cl-weft-without=strides,nonsense"); }},
      {"a define without a name", CL_INVALID_BUILD_OPTIONS, [&] { return build(program, "-D"); }},
      {"null options", CL_SUCCESS, [&] { return build(program, nullptr); }},
      {"one device", CL_SUCCESS,
       [&] { return clBuildProgram(program, 1, &id, "", nullptr, nullptr); }},
  });
  Kernel kernel = session.kernel(program, "good");
  EXPECT_EQ(build(program), CL_INVALID_OPERATION) << "a kernel is attached";
  kernel.reset();
  EXPECT_EQ(build(program), CL_SUCCESS);
}

TEST_F(ProgramApi, BadSourceGivesALogWithLineAndCaret) {
  Program program = session.create("kernel void bad(global int *x) {\n  *x = undeclared;\n}\n");
  EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE");
  std::string log = session.buildLog(program);
  EXPECT_NE(log.find("undeclared"), std::string::npos) << log;
  EXPECT_NE(log.find(":2:"), std::string::npos) << log;
  EXPECT_NE(log.find("^"), std::string::npos) << log;
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE});
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(program, "bad", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ProgramApi, UndefinedFunctionsFailAtBuild) {
  Program program =
      session.create("int elsewhere(int); kernel void test(global int *x) { *x = elsewhere(3); }");
  EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE");
  std::string log = session.buildLog(program);
  EXPECT_NE(log.find("elsewhere"), std::string::npos) << log;
}

TEST_F(ProgramApi, WhatLoadingWouldRunIsRefused) {
  struct Case {
    const char *source, *inLog;
  };
  for (const auto &[source, inLog] : {
           Case{"__asm__(\".section .init_array,\\\"aw\\\"\\n.quad f\");", "assembly outside"},
           {"__attribute__((constructor)) void f(void) {}", "'f' is a constructor"},
           {"__attribute__((destructor)) void f(void) {}", "'f' is a destructor"},
           {"__attribute__((section(\".init_array\"))) constant ulong f = 1;",
            "section '.init_array'"},
           {"__attribute__((section(\".init\"))) void f(void) {}", "section '.init'"},
           {"__attribute__((section(\".fini\"))) kernel void f(global int *x) {}",
            "section '.fini'"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".pushsection .init_array,\\\"aw\\\"\\n.quad kernel_f\\n\"\n"
            "                   \".popsection\");\n}",
            "runs when it is loaded"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".globl _init\\n.set _init, kernel_f\");\n}",
            "runs when it is loaded"},
           {"kernel void f(global int *x) {\n"
            "  __asm__ volatile(\".type f2,@gnu_indirect_function\\n.globl f2\\nf2: nop\\n\"\n"
            "                   \".pushsection .data\\n.quad f2\\n.popsection\");\n}",
            "error: "},
           {"#pragma comment(lib, \"m\")", "library"},
       }) {
    const std::string whole = std::string(source) + "\nkernel void test(global int *x) { *x = 7; }";
    Program program = session.create(whole);
    EXPECT_EQ(errorName(build(program)), "CL_BUILD_PROGRAM_FAILURE") << source;
    const std::string log = session.buildLog(program);
    EXPECT_NE(log.find(inLog), std::string::npos) << source << '\n' << log;
  }
  // Names that mean something to linkers mean nothing here.
  for (const char *source :
       {"void f(void) {} __attribute__((alias(\"f\"))) void _init(void);",
        "int f(int x) { return x; } __attribute__((alias(\"f\"))) int _fini(int);",
        "void _init(void) {}", "kernel void _init(global int *x) { *x = 3; }",
        "void f(void) __asm__(\"_init\"); void f(void) {}"}) {
    Program program =
        session.build(std::string(source) + "\nkernel void test(global int *x) { *x = 7; }");
    EXPECT_EQ(result(program, "test"), 7) << source;
  }
}

TEST_F(ProgramApi, SamplersAndUncalledFunctionsAreTaken) {
  Program program = session.build(R"(
    constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    const sampler_t linear = CLK_FILTER_LINEAR;
    float4 uncalled(read_only image2d_t i) { return read_imagef(i, nearest, (int2)(0, 0)); }
    int elsewhere(int);
    int uncalledToo(int x) { return elsewhere(x); }
    int buffered(global int *x, sampler_t s, int i) { return x[i] + 6; }
    kernel void test(global int *x) {
      const sampler_t own = CLK_ADDRESS_CLAMP;
      *x = buffered(x, nearest, 0) + buffered(x, linear, 0) + buffered(x, own, 0) - 8;
    })");
  EXPECT_EQ(result(program, "test"), 7);
}

TEST_F(ProgramApi, AFailedBuildAlwaysHasALog) {
  for (const char *source : {"#error", "int", "}", "kernel void f(global int *x) { undeclared(); }",
                             "#include \"nowhere\"", "void f(int); kernel void k(void) { f(1); }",
                             "__asm__(\"\");", "kernel void k(void) { __asm__(\"nonsense\"); }"})
    for (const char *options : {"", "-w", "-Werror", "-w -Werror", "-Weverything -w"}) {
      Program program = session.create(source);
      if (build(program, options) == CL_SUCCESS)
        continue;
      const std::string log = session.buildLog(program);
      EXPECT_NE(log.find("error"), std::string::npos) << source << ' ' << options << '\n' << log;
    }
}

TEST_F(ProgramApi, WarningsAppearInTheLogOfASuccess) {
  const char *source = "kernel void test(global int *x) { int unused_one; *x = 1; return; }\n"
                       "#warning look here\n";
  Program program = session.create(source);
  EXPECT_EQ(build(program), CL_SUCCESS);
  EXPECT_NE(session.buildLog(program).find("look here"), std::string::npos);
  Program quiet = session.create(source);
  EXPECT_EQ(build(quiet, "-w"), CL_SUCCESS);
  EXPECT_EQ(session.buildLog(quiet).find("look here"), std::string::npos);
  EXPECT_EQ(errorName(buildSource(source, "-Werror")), "CL_BUILD_PROGRAM_FAILURE");
}

TEST_F(ProgramApi, PragmasForLoopsBetweenFunctionsAreIgnored) {
  const char *source = "#pragma unroll\n"
                       "kernel void one(global int *x) { x[0] = 1; }\n"
                       "#pragma unroll 4\n"
                       "#pragma clang loop unroll(full)\n"
                       "int helper(int x) {\n"
                       "#pragma unroll\n"
                       "  for (int i = 0; i < 4; ++i) x *= i;\n"
                       "  return x; }\n"
                       "kernel void two(global int *x) { x[0] = helper(x[1]); }\n"
                       "#pragma nounroll\n";
  Program program = session.create(source);
  ASSERT_EQ(build(program), CL_SUCCESS);
  const std::string log = session.buildLog(program);
  for (const char *line : {":1:1: warning: loop pragma", ":3:1: warning: loop pragma",
                           ":4:1: warning: loop pragma", ":10:1: warning: loop pragma"})
    EXPECT_NE(log.find(line), std::string::npos) << log;
  EXPECT_EQ(log.find(":6:1:"), std::string::npos) << log;
  for (const char *name : {"one", "two"})
    EXPECT_TRUE(session.kernel(program, name));
  EXPECT_EQ(errorName(buildSource(source, "-Werror")), "CL_BUILD_PROGRAM_FAILURE");
  Program silent = session.create(source);
  ASSERT_EQ(build(silent, "-w"), CL_SUCCESS);
  EXPECT_EQ(session.buildLog(silent).find("pragma"), std::string::npos);
}

TEST_F(ProgramApi, AsynchronousBuildsCallBack) {
  struct Seen {
    std::promise<cl_program> called;
  } good, bad;
  auto note = [](cl_program program, void *user) {
    static_cast<Seen *>(user)->called.set_value(program);
  };
  Program program = session.create(goodSource), broken = session.create("nonsense");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DASYNC", note, &good), CL_SUCCESS);
  clBuildProgram(broken, 0, nullptr, "", note, &bad);
  EXPECT_EQ(good.called.get_future().get(), static_cast<cl_program>(program));
  EXPECT_EQ(bad.called.get_future().get(), static_cast<cl_program>(broken));
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(broken, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(result(program, "good"), 7);
}

TEST_F(ProgramApi, CallbacksMayUseAProgramThatTheHostHasReleased) {
  struct Answer {
    cl_int error;
    cl_build_status status;
  };
  std::promise<Answer> answered;
  cl_int error;
  const char *source = goodSource;
  cl_program program = clCreateProgramWithSource(session.context, 1, &source, nullptr, &error);
  ASSERT_EQ(errorName(error), "CL_SUCCESS");
  const std::string once = "-DONCE=" + std::to_string(getpid()) + std::to_string(rand());
  const auto note = [](cl_program built, void *user) {
    Answer answer{};
    cl_device_id device;
    answer.error = clGetProgramInfo(built, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr);
    if (!answer.error)
      answer.error = clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_STATUS,
                                           sizeof answer.status, &answer.status, nullptr);
    static_cast<std::promise<Answer> *>(user)->set_value(answer);
  };
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, once.c_str(), note, &answered), CL_SUCCESS);
  cl_uint references = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof references, &references,
                             nullptr),
            CL_SUCCESS);
  EXPECT_EQ(references, 1u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  const Answer answer = answered.get_future().get();
  EXPECT_EQ(errorName(answer.error), "CL_SUCCESS");
  EXPECT_EQ(answer.status, CL_BUILD_SUCCESS);
}

TEST_F(ProgramApi, ConcurrentBuilds) {
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 4; ++i) {
        std::string options = "-DID=" + std::to_string(t * 100 + i);
        Program program = session.create("kernel void test(global int *x) { *x = ID; }");
        if (build(program, options.c_str()) != CL_SUCCESS || result(program, "test") != t * 100 + i)
          ++failures;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

} // namespace
} // namespace weft::test
