// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Weft does not offer, such as built-in kernels. Each is refused with the error that the
// specification names for a device without it, and bad handles still come first.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

class Unsupported : public Api {
protected:
  Memory buffer = session.buffer(4096);
  std::vector<unsigned char> host = std::vector<unsigned char>(4096);
  Program program = session.build("kernel void test(global int *x) { *x = 1; }");
  Kernel kernel = session.kernel(program, "test");
  cl_command_queue badQueue = wrong<cl_command_queue>();
  size_t zero[3] = {}, one[3] = {1, 1, 1};
};

TEST_F(Unsupported, ReleaseCallbacks) {
  const auto callback = [](cl_program, void *) {};
  expectErrors({
      {"a program", CL_INVALID_OPERATION,
       [&] { return clSetProgramReleaseCallback(program, callback, nullptr); }},
      {"no program", CL_INVALID_PROGRAM,
       [&] { return clSetProgramReleaseCallback(wrong<cl_program>(), callback, nullptr); }},
  });
}

TEST_F(Unsupported, BuiltInKernels) {
  cl_device_id id = device(), bad = wrong<cl_device_id>();
  auto create = [&](cl_context in, cl_uint count, const cl_device_id *devices, const char *names) {
    return errorOf(
        [&](cl_int *e) { return clCreateProgramWithBuiltInKernels(in, count, devices, names, e); });
  };
  expectErrors({
      {"an unknown one", CL_INVALID_VALUE, [&] { return create(context, 1, &id, "nothing"); }},
      {"no names", CL_INVALID_VALUE, [&] { return create(context, 1, &id, nullptr); }},
      {"no devices", CL_INVALID_VALUE, [&] { return create(context, 0, nullptr, "nothing"); }},
      {"device", CL_INVALID_DEVICE, [&] { return create(context, 1, &bad, "nothing"); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return create(wrong<cl_context>(), 1, &id, "nothing"); }},
  });
}

} // namespace
} // namespace weft::test
