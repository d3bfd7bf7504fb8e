// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/device.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace weft::bench {
namespace {

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

// By Clang's SPIR-V back end, with the optimisations that Clang makes of itself.
std::string compileModule(const std::string &source, const std::string &standard) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("kernels-" + std::to_string(getpid()) + ".spv");
  const std::string command = "'" WEFT_BENCH_CLANG "' --target=spirv64 -mllvm "
                              "-spirv-ext=+SPV_KHR_no_integer_wrap_decoration -w -x cl " +
                              standard + " -c - -o '" + path.string() + "'";
  FILE *compiler = popen(command.c_str(), "w");
  if (!compiler || std::fwrite(source.data(), 1, source.size(), compiler) != source.size() ||
      pclose(compiler) != 0) {
    std::fprintf(stderr, "no SPIR-V module from %s\n", WEFT_BENCH_CLANG);
    std::exit(1);
  }
  std::ifstream file(path, std::ios::binary);
  const std::string module{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return module;
}

} // namespace

Device::Device() {
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
  cl_int error;
  owningContext = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  commands = clCreateCommandQueue(owningContext, id, 0, &error);
  check(error, "clCreateCommandQueue");
}

cl_program Device::build(const std::string &source, const std::string &options) const {
  const char *text = source.c_str();
  cl_int error;
  cl_program program = clCreateProgramWithSource(owningContext, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  return finish(program, options);
}

cl_program Device::buildModule(const std::string &source, const std::string &standard,
                               const std::string &options) const {
  const std::string module = compileModule(source, standard);
  cl_int error;
  cl_program program = clCreateProgramWithIL(owningContext, module.data(), module.size(), &error);
  check(error, "clCreateProgramWithIL");
  return finish(program, options);
}

cl_program Device::finish(cl_program program, const std::string &options) const {
  cl_int error = clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    std::string log(1 << 16, '\0');
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fprintf(stderr, "%s\n", log.c_str());
    check(error, "clBuildProgram");
  }
  // The binary is there when all code is.
  std::size_t size;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
        "clGetProgramInfo");
  return program;
}

cl_uint Device::threads() const {
  cl_uint count = 1;
  check(clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr),
        "clGetDeviceInfo");
  return count;
}

DeviceBuffers::DeviceBuffers(const Device &device, Workload &workload)
    : device(device), workload(workload), mapped(workload.buffers.size()) {
  for (Buffer &buffer : workload.buffers) {
    cl_int error;
    memory.push_back(clCreateBuffer(device.context(), CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE,
                                    buffer.size, buffer.data(), &error));
    check(error, "clCreateBuffer");
  }
}

DeviceBuffers::~DeviceBuffers() {
  for (cl_mem buffer : memory)
    clReleaseMemObject(buffer);
}

void DeviceBuffers::map() {
  for (std::size_t i = 0; i < memory.size(); ++i) {
    cl_int error;
    mapped[i] = clEnqueueMapBuffer(device.queue(), memory[i], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                   0, workload.buffers[i].size, 0, nullptr, nullptr, &error);
    check(error, "clEnqueueMapBuffer");
  }
}

void DeviceBuffers::unmap() {
  for (std::size_t i = 0; i < memory.size(); ++i)
    check(clEnqueueUnmapMemObject(device.queue(), memory[i], mapped[i], 0, nullptr, nullptr),
          "clEnqueueUnmapMemObject");
  check(clFinish(device.queue()), "clFinish");
}

void DeviceBuffers::clear(std::size_t index) const {
  const cl_uchar zero = 0;
  check(clEnqueueFillBuffer(device.queue(), memory[index], &zero, 1, 0,
                            workload.buffers[index].size, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
}

BoundKernel::BoundKernel(const Device &device, cl_program program, const char *name,
                         const Workload &workload, const DeviceBuffers &buffers)
    : device(device), workload(workload), buffers(buffers) {
  cl_int error;
  kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  cl_uint index = 0;
  for (const cl_mem &buffer : buffers.all())
    check(clSetKernelArg(kernel, index++, sizeof buffer, &buffer), "clSetKernelArg");
  for (const Value &value : workload.values)
    std::visit(
        [&](const auto &number) {
          check(clSetKernelArg(kernel, index++, sizeof number, &number), "clSetKernelArg");
        },
        value);
}

void BoundKernel::run(unsigned launches) const {
  for (unsigned i = 0; i < launches; ++i) {
    if (workload.counters)
      buffers.clear(*workload.counters);
    check(clEnqueueNDRangeKernel(
              device.queue(), kernel, static_cast<cl_uint>(workload.global.size()), nullptr,
              workload.global.data(), workload.local.empty() ? nullptr : workload.local.data(), 0,
              nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  check(clFinish(device.queue()), "clFinish");
}

} // namespace weft::bench
