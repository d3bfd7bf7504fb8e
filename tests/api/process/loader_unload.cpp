// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host that loads the ICD loader by hand, uses a device, unloads the loader, and does it all
// again: at last with work in flight and nothing released. It is not linked with the loader, so
// that dlclose really unloads it. Ends with 0 if all went well.
#include <CL/cl.h>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

/// A library that is loaded as long as this object lives.
class Loader {
public:
  Loader() : handle(dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL)) {
    require(handle != nullptr, "dlopen");
  }
  ~Loader() { dlclose(handle); }
  Loader(const Loader &) = delete;
  Loader &operator=(const Loader &) = delete;

  template <class Function> Function *find(const char *name) const {
    void *address = dlsym(handle, name);
    require(address != nullptr, name);
    return reinterpret_cast<Function *>(address);
  }

private:
  void *handle;
};

void sleepAWhile(void *) { usleep(100'000); }

/// Fills a buffer on all of the device's threads and reads it back; then leaves work behind, or
/// releases everything.
void use(const Loader &loader, bool leave) {
  cl_platform_id platform;
  cl_device_id device;
  require(loader.find<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(1, &platform, nullptr) == 0,
          "clGetPlatformIDs");
  require(loader.find<decltype(clGetDeviceIDs)>("clGetDeviceIDs")(platform, CL_DEVICE_TYPE_ALL, 1,
                                                                  &device, nullptr) == 0,
          "clGetDeviceIDs");
  cl_context context = loader.find<decltype(clCreateContext)>("clCreateContext")(
      nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = loader.find<decltype(clCreateCommandQueueWithProperties)>(
      "clCreateCommandQueueWithProperties")(context, device, nullptr, nullptr);
  constexpr size_t count = size_t{1} << 20;
  cl_mem buffer = loader.find<decltype(clCreateBuffer)>("clCreateBuffer")(
      context, CL_MEM_READ_WRITE, count * sizeof(cl_uint), nullptr, nullptr);
  require(context && queue && buffer, "objects");
  const cl_uint pattern = 0x01020304;
  std::vector<cl_uint> result(count);
  require(loader.find<decltype(clEnqueueFillBuffer)>("clEnqueueFillBuffer")(
              queue, buffer, &pattern, sizeof pattern, 0, count * sizeof(cl_uint), 0, nullptr,
              nullptr) == 0,
          "clEnqueueFillBuffer");
  require(loader.find<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer")(
              queue, buffer, CL_TRUE, 0, count * sizeof(cl_uint), result.data(), 0, nullptr,
              nullptr) == 0,
          "clEnqueueReadBuffer");
  require(result == std::vector<cl_uint>(count, pattern), "the buffer's contents");
  if (leave) {
    for (int i = 0; i < 20; ++i)
      require(loader.find<decltype(clEnqueueNativeKernel)>("clEnqueueNativeKernel")(
                  queue, sleepAWhile, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr) == 0,
              "clEnqueueNativeKernel");
    require(loader.find<decltype(clFlush)>("clFlush")(queue) == 0, "clFlush");
    return;
  }
  loader.find<decltype(clReleaseMemObject)>("clReleaseMemObject")(buffer);
  loader.find<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue")(queue);
  loader.find<decltype(clReleaseContext)>("clReleaseContext")(context);
}

} // namespace

int main() {
  alarm(60);
  for (int round = 0; round < 5; ++round) {
    const Loader loader;
    use(loader, round >= 3);
  }
  require(dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_NOLOAD) == nullptr, "the loader is gone");
  return 0;
}
