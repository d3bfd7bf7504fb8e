// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8.5: compiling and linking.
#include "tests/api/program/fixture.h"

#include <future>

namespace weft::test {
namespace {

TEST_F(ProgramApi, CompileErrors) {
  Program program = session.create(goodSource);
  Program header = session.create("#define NUMBER 3");
  cl_program headers[] = {header};
  const char *names[] = {"number.h"};
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  auto withHeaders = [&](cl_uint count, const cl_program *list, const char **listNames) {
    return clCompileProgram(program, 0, nullptr, "", count, list, listNames, nullptr, nullptr);
  };
  expectErrors({
      {"program", CL_INVALID_PROGRAM, [&] { return compile(wrongProgram); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 0, &id, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"device", CL_INVALID_DEVICE,
       [&] {
         return clCompileProgram(program, 1, &wrongId, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"names without headers", CL_INVALID_VALUE, [&] { return withHeaders(0, nullptr, names); }},
      {"headers without a count", CL_INVALID_VALUE, [&] { return withHeaders(0, headers, names); }},
      {"headers without names", CL_INVALID_VALUE, [&] { return withHeaders(1, headers, nullptr); }},
      {"a count without headers", CL_INVALID_VALUE, [&] { return withHeaders(1, nullptr, names); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] {
         return clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, &user);
       }},
      {"options", CL_INVALID_COMPILER_OPTIONS, [&] { return compile(program, "-cl-nonsense"); }},
      {"bad source", CL_COMPILE_PROGRAM_FAILURE,
       [&] { return compile(session.create("nonsense")); }},
      {"good", CL_SUCCESS, [&] { return compile(program); }},
  });
  Program built = session.build(goodSource);
  Kernel kernel = session.kernel(built, "good");
  EXPECT_EQ(compile(built), CL_INVALID_OPERATION) << "a kernel is attached";
  Program binary = fromBinary(binaryOf(built));
  EXPECT_EQ(compile(binary), CL_INVALID_OPERATION) << "no source";
}

TEST_F(ProgramApi, CompiledHeaders) {
  Program outer = session.create("#include \"inner/number.h\"\n#define SUM (NUMBER + 1)");
  Program inner = session.create("#define NUMBER 41");
  Program main =
      session.create("#include \"sum.h\"\nkernel void test(global int *x) { *x = SUM; }");
  ASSERT_EQ(compile(main, "", {outer, inner}, {"sum.h", "inner/number.h"}), CL_SUCCESS)
      << session.buildLog(main);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(main, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(main, "test", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE);
  Program linked = link({main});
  EXPECT_EQ(buildInfo<cl_program_binary_type>(linked, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(result(linked, "test"), 42);
}

TEST_F(ProgramApi, LinkErrors) {
  Program good = compiled(goodSource), source = session.create(goodSource);
  Program undefined =
      compiled("int elsewhere(int); kernel void test(global int *x) { *x = elsewhere(3); }");
  cl_program inputs[] = {good}, wrongInputs[] = {good, wrongProgram}, uncompiled[] = {source};
  cl_device_id wrongId = wrong<cl_device_id>();
  int user = 0;
  auto linkWith = [&](cl_context in, cl_uint devices, const cl_device_id *list, const char *options,
                      cl_uint count, const cl_program *programs, void *data = nullptr) {
    cl_int error = 99;
    Program made =
        clLinkProgram(in, devices, list, options, count, programs, nullptr, data, &error);
    return error;
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return linkWith(context, 0, nullptr, "", 1, inputs); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return linkWith(wrong<cl_context>(), 0, nullptr, "", 1, inputs); }},
      {"devices without a count", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, &id, "", 1, inputs); }},
      {"a count without devices", CL_INVALID_VALUE,
       [&] { return linkWith(context, 1, nullptr, "", 1, inputs); }},
      {"device", CL_INVALID_DEVICE, [&] { return linkWith(context, 1, &wrongId, "", 1, inputs); }},
      {"no programs", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, nullptr, "", 0, inputs); }},
      {"no list", CL_INVALID_VALUE, [&] { return linkWith(context, 0, nullptr, "", 1, nullptr); }},
      {"program", CL_INVALID_PROGRAM,
       [&] { return linkWith(context, 0, nullptr, "", 2, wrongInputs); }},
      {"not compiled", CL_INVALID_OPERATION,
       [&] { return linkWith(context, 0, nullptr, "", 1, uncompiled); }},
      {"options", CL_INVALID_LINKER_OPTIONS,
       [&] { return linkWith(context, 0, nullptr, "-cl-nonsense", 1, inputs); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return linkWith(context, 0, nullptr, "", 1, inputs, &user); }},
      {"an undefined function", CL_LINK_PROGRAM_FAILURE,
       [&] { return linkWith(context, 0, nullptr, "", 1, undefined.address()); }},
  });
  Program again = compiled(goodSource);
  cl_program twice[] = {good, again};
  EXPECT_EQ(errorName(linkWith(context, 0, nullptr, "", 2, twice)), "CL_LINK_PROGRAM_FAILURE")
      << "one kernel defined twice";
}

TEST_F(ProgramApi, Libraries) {
  Program part = compiled("int square(int x) { return x * x; }");
  Program library = link({part}, "-create-library -enable-link-options");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  Program again = fromBinary(binaryOf(library));
  Program main = compiled("int square(int); kernel void test(global int *x) { *x = square(6); }");
  EXPECT_EQ(result(link({main, library}), "test"), 36);
  EXPECT_EQ(result(link({again, main}), "test"), 36);
}

TEST_F(ProgramApi, AsynchronousLinkCallsBack) {
  Program part = compiled(goodSource);
  std::promise<cl_program> called;
  cl_program inputs[] = {part};
  cl_int error;
  Program linked = clLinkProgram(
      context, 0, nullptr, "", 1, inputs,
      [](cl_program program, void *user) {
        static_cast<std::promise<cl_program> *>(user)->set_value(program);
      },
      &called, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(called.get_future().get(), static_cast<cl_program>(linked));
  EXPECT_EQ(result(linked, "good"), 7);
}

} // namespace
} // namespace weft::test
