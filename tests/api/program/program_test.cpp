// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8.1 and 5.8.7: programs from source, queries, and handles that are no programs.
#include "tests/api/program/fixture.h"

#include <cstring>

namespace weft::test {
namespace {

TEST_F(ProgramApi, SourceErrors) {
  const char *lines[] = {goodSource, nullptr};
  auto create = [&](cl_context in, cl_uint count, const char **strings) {
    return errorOf([&](cl_int *error) {
      cl_program made = clCreateProgramWithSource(in, count, strings, nullptr, error);
      if (made) {
        EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
      }
      return made;
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return create(context, 1, lines); }},
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), 1, lines); }},
      {"no strings", CL_INVALID_VALUE, [&] { return create(context, 0, lines); }},
      {"no list", CL_INVALID_VALUE, [&] { return create(context, 1, nullptr); }},
      {"a null string", CL_INVALID_VALUE, [&] { return create(context, 2, lines); }},
  });
}

TEST_F(ProgramApi, SourceInPieces) {
  const char *pieces[] = {"kernel void good(", "global int *xIGNORED", ") { *x = 7; }"};
  size_t lengths[] = {0, 13, 0};
  lengths[1] = std::strlen("global int *x");
  cl_int error;
  Program program = clCreateProgramWithSource(context, 3, pieces, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(infoString([&](auto... rest) {
              return clGetProgramInfo(program, CL_PROGRAM_SOURCE, rest...);
            }),
            goodSource);
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_EQ(result(program, "good"), 7);
}

TEST_F(ProgramApi, Queries) {
  Program program = session.create("kernel void one() {} kernel void two() {} void three() {}");
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(info<cl_context>(program, CL_PROGRAM_CONTEXT), context);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(info<cl_device_id>(program, CL_PROGRAM_DEVICES), id);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(session.buildLog(program), "");
  size_t count;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &count),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_BINARY_SIZES), 0u);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  for (cl_program_info name :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_EQ(clGetProgramInfo(program, name, 0, nullptr, &count), CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(build(program), CL_SUCCESS);
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT), cl_bool{CL_FALSE});
  EXPECT_EQ(info<cl_bool>(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT), cl_bool{CL_FALSE});
  std::string names = infoString(
      [&](auto... rest) { return clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, rest...); });
  EXPECT_TRUE(names == "one;two" || names == "two;one") << names;
  EXPECT_EQ(buildInfo<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
  EXPECT_EQ(clRetainProgram(program), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(program, CL_PROGRAM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  expectQueryErrors(
      "clGetProgramInfo", [&](auto... rest) { return clGetProgramInfo(program, rest...); },
      CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint));
  expectQueryErrors(
      "clGetProgramBuildInfo",
      [&](auto... rest) { return clGetProgramBuildInfo(program, id, rest...); },
      CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status));
}

TEST_F(ProgramApi, WrongHandles) {
  Program program = session.create(goodSource);
  expectErrors({
      {"retain", CL_INVALID_PROGRAM, [&] { return clRetainProgram(wrongProgram); }},
      {"release", CL_INVALID_PROGRAM, [&] { return clReleaseProgram(wrongProgram); }},
      {"release null", CL_INVALID_PROGRAM, [&] { return clReleaseProgram(nullptr); }},
      {"query", CL_INVALID_PROGRAM,
       [&] { return clGetProgramInfo(wrongProgram, CL_PROGRAM_NUM_DEVICES, 0, nullptr, nullptr); }},
      {"build query", CL_INVALID_PROGRAM,
       [&] {
         return clGetProgramBuildInfo(wrongProgram, id, CL_PROGRAM_BUILD_STATUS, 0, nullptr,
                                      nullptr);
       }},
      {"build query's device", CL_INVALID_DEVICE,
       [&] {
         return clGetProgramBuildInfo(program, wrong<cl_device_id>(), CL_PROGRAM_BUILD_STATUS, 0,
                                      nullptr, nullptr);
       }},
      {"release callback", CL_INVALID_PROGRAM,
       [&] { return clSetProgramReleaseCallback(wrongProgram, ignore, nullptr); }},
  });
}

TEST_F(ProgramApi, AReleasedOneIsKnown) {
  const char *source = goodSource;
  cl_int error;
  cl_program gone = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(clReleaseProgram(gone), CL_SUCCESS);
  EXPECT_EQ(clRetainProgram(gone), CL_INVALID_PROGRAM);
}

TEST_F(ProgramApi, RebuildingReplacesTheExecutable) {
  Program program = session.create("kernel void test(global int *x) { *x = N; }");
  for (const char *options : {"-DN=1", "-DN=2", "-DN=1"}) {
    ASSERT_EQ(build(program, options), CL_SUCCESS);
    EXPECT_EQ(result(program, "test"), options[4] - '0');
  }
  EXPECT_EQ(errorName(build(program, "")), "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(program, "test", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

} // namespace
} // namespace weft::test
