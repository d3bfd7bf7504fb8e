// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of programs share: building, compiling and linking in one call each.
#pragma once

#include "tests/api/fixture.h"

#include <vector>

namespace weft::test {

inline const char *const goodSource = "kernel void good(global int *x) { *x = 7; }";

inline void CL_CALLBACK ignore(cl_program, void *) {}

class ProgramApi : public Api {
protected:
  cl_device_id id = device();
  cl_program wrongProgram = wrong<cl_program>();

  cl_int build(cl_program program, const char *options = "") const {
    return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  cl_int buildSource(const char *source, const char *options = "") const {
    return build(session.create(source), options);
  }
  cl_int compile(cl_program program, const char *options = "", std::vector<cl_program> headers = {},
                 std::vector<const char *> names = {}) const {
    return clCompileProgram(program, 0, nullptr, options, static_cast<cl_uint>(headers.size()),
                            headers.empty() ? nullptr : headers.data(),
                            names.empty() ? nullptr : names.data(), nullptr, nullptr);
  }
  Program compiled(const char *source, const char *options = "") const {
    Program program = session.create(source);
    EXPECT_EQ(compile(program, options), CL_SUCCESS) << session.buildLog(program);
    return program;
  }
  Program link(const std::vector<cl_program> &inputs, const char *options = "",
               cl_int expected = CL_SUCCESS) const {
    cl_int error;
    Program program =
        clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(errorName(error), errorName(expected));
    return program;
  }
  /// Runs `kernel(global int *x)` on one int and returns it.
  int result(cl_program program, const char *kernel) const {
    std::vector<int> x = {-1};
    session.run(program, kernel, {{1}}, inOut(x));
    return x[0];
  }
  template <class T> T info(cl_program program, cl_program_info name) const {
    return queried<T>([&](auto... rest) { return clGetProgramInfo(program, name, rest...); });
  }
  template <class T> T buildInfo(cl_program program, cl_program_build_info name) const {
    return queried<T>(
        [&](auto... rest) { return clGetProgramBuildInfo(program, id, name, rest...); });
  }
  Program fromBinary(const std::vector<unsigned char> &binary, cl_int expected = CL_SUCCESS) const {
    const unsigned char *pointer = binary.data();
    size_t size = binary.size();
    cl_int status = 99, error = 99;
    Program program = clCreateProgramWithBinary(context, 1, &id, &size, &pointer, &status, &error);
    EXPECT_EQ(errorName(error), errorName(expected));
    EXPECT_EQ(errorName(status), errorName(expected));
    return program;
  }
};

} // namespace weft::test
