// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL for tests: owning handles, a session on Weft's device, and kernels run in one call.
//
//   weft::test::Session session;
//   auto program = session.build("kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }");
//   std::vector<int> data = {1, 2, 3};
//   session.run(program, "twice", {{3}}, weft::test::inOut(data));
//
// Failures of OpenCL calls become test failures that name the error. Everything here goes through
// the ICD loader and CL/cl.h.
#pragma once

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace weft::test {

/// "CL_INVALID_VALUE" for -30, and so on; the number for codes without a name.
std::string errorName(cl_int code);

/// An owning handle: `Release` is called when it goes, and must succeed.
template <class T, cl_int (*Release)(T)> class Handle {
public:
  Handle() = default;
  Handle(T handle) : handle(handle) {}
  Handle(Handle &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (handle) {
      EXPECT_EQ(Release(std::exchange(handle, nullptr)), CL_SUCCESS);
    }
  }
  operator T() const { return handle; }
  /// For parameters that receive a handle.
  T *out() {
    reset();
    return &handle;
  }
  const T *address() const { return &handle; }

private:
  T handle = nullptr;
};

using Context = Handle<cl_context, clReleaseContext>;
using Queue = Handle<cl_command_queue, clReleaseCommandQueue>;
using Memory = Handle<cl_mem, clReleaseMemObject>;
using Program = Handle<cl_program, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clReleaseKernel>;
using Event = Handle<cl_event, clReleaseEvent>;

/// Weft's platform, which must be the only one, and its first device. Null (and a test failure)
/// when there is none.
cl_platform_id platform();
cl_device_id device();

/// A device query as a value: `deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS)`.
template <class T> T deviceInfo(cl_device_info name) {
  T value{};
  EXPECT_EQ(clGetDeviceInfo(device(), name, sizeof(T), &value, nullptr), CL_SUCCESS);
  return value;
}

/// Any string query: `infoString([&](auto... rest) { return clGetDeviceInfo(device(), name,
/// rest...); })`.
std::string infoString(const std::function<cl_int(size_t, void *, size_t *)> &query);

/// The sizes of an ND-range. An empty local size leaves the choice to Weft.
struct Range {
  std::vector<size_t> global;
  std::vector<size_t> local = {};
  std::vector<size_t> offset = {};
};

/// A kernel argument for Session::run: bytes by value, a buffer made from host memory, or local
/// memory.
struct Argument {
  enum class Kind { Value, Buffer, Local } kind;
  size_t bytes;
  std::vector<unsigned char> value;
  const void *input = nullptr; ///< initial contents of a buffer, or null
  void *output = nullptr;      ///< where a buffer's contents go after the run, or null
};

template <class T> Argument in(const std::vector<T> &data) {
  return {Argument::Kind::Buffer, data.size() * sizeof(T), {}, data.data(), nullptr};
}
/// The buffer starts with the vector's contents, so that what a kernel leaves alone stays as it is.
template <class T> Argument inOut(std::vector<T> &data) {
  return {Argument::Kind::Buffer, data.size() * sizeof(T), {}, data.data(), data.data()};
}
inline Argument local(size_t bytes) { return {Argument::Kind::Local, bytes, {}}; }
template <class T> Argument value(const T &data) {
  auto *bytes = reinterpret_cast<const unsigned char *>(&data);
  return {Argument::Kind::Value, sizeof(T), {bytes, bytes + sizeof(T)}};
}

/// The binary for the only device.
std::vector<unsigned char> binaryOf(cl_program program);

/// A context and a queue on Weft's device. `ofContext` is the context's list of properties with its
/// final 0; empty: no list.
class Session {
public:
  explicit Session(cl_command_queue_properties properties = 0,
                   const std::vector<cl_context_properties> &ofContext = {});

  /// Builds; a failure is a test failure that shows the log.
  Program build(const std::string &source, const std::string &options = "") const;
  /// Creates and builds a program of a binary.
  Program buildBinary(const std::vector<unsigned char> &binary) const;
  /// Creates the program without building it.
  Program create(const std::string &source) const;
  std::string buildLog(cl_program program) const;
  Kernel kernel(cl_program program, const char *name) const;
  Memory buffer(size_t bytes, const void *contents = nullptr,
                cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  /// Runs one kernel to its end and reads its outputs back.
  void run(cl_program program, const char *name, const Range &range,
           const std::vector<Argument> &arguments) const;
  template <class... Arguments>
  void run(cl_program program, const char *name, const Range &range,
           const Arguments &...arguments) const {
    run(program, name, range, std::vector<Argument>{toArgument(arguments)...});
  }

  const Context context;
  const Queue queue;

private:
  static const Argument &toArgument(const Argument &argument) { return argument; }
  template <class T> static Argument toArgument(const T &data) { return value(data); }
};

/// Calls a function that creates an object and returns its error code. An object that comes with an
/// error, or success without an object, is a test failure.
template <class Create> cl_int errorOf(Create create) {
  cl_int error = 1;
  auto object = create(&error);
  EXPECT_EQ(object != nullptr, error == CL_SUCCESS) << errorName(error);
  return error;
}

/// One call that must end with one error code.
struct ErrorCase {
  const char *what;
  cl_int expected;
  std::function<cl_int()> call;
};
void expectErrors(const std::vector<ErrorCase> &cases);

} // namespace weft::test
