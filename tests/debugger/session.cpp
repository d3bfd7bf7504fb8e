// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host program for sessions of a debugger: builds a source and runs one of its kernels.
//
//   session FILE KERNEL [-o OPTIONS] [-g GLOBAL] [-l LOCAL] [-n NUMBERS] [-b] ARGUMENT…
//
// GLOBAL and LOCAL are one to three numbers with commas. An argument is `buffer`, of NUMBERS ints
// that count from 0, `local:BYTES`, `int:NUMBER`, `float:NUMBER`, `ints:NUMBER,…` for a structure
// or a vector, `image`, of 4 x 4 texels of four floats, each texel (x, y, x + y, 1), or `sampler`.
// With -b the program is built, asked for its binary, and made again from that. Files that end in
// .spv are SPIR-V. Prints the first buffer's first numbers; ends with 0 if all calls succeed.
#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const char *what, cl_int error) {
  std::fprintf(stderr, "session: %s: %d\n", what, error);
  std::exit(1);
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    fail(what, error);
}

template <typename Number> std::vector<Number> numbers(const std::string &text) {
  std::vector<Number> list;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    list.push_back(static_cast<Number>(std::stod(part)));
  return list;
}

struct Session {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  std::size_t count = 64;
  std::vector<cl_mem> buffers;

  void open() {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "context");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "queue");
    // Kernels find it by themselves.
    const cl_queue_properties onDevice[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                            0};
    clCreateCommandQueueWithProperties(context, device, onDevice, &error);
    check(error, "queue of the device");
  }

  void finishBuild(cl_program program, const char *options) const {
    if (clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS)
      return;
    std::array<char, 10000> log{};
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fputs(log.data(), stderr);
    fail("build", CL_BUILD_PROGRAM_FAILURE);
  }

  cl_program build(const std::string &file, const char *options, bool fromBinary) const {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const char *source = text.c_str();
    const std::size_t length = text.size();
    cl_int error;
    cl_program program = file.ends_with(".spv")
                             ? clCreateProgramWithIL(context, source, length, &error)
                             : clCreateProgramWithSource(context, 1, &source, &length, &error);
    check(error, "program");
    finishBuild(program, options);
    if (!fromBinary)
      return program;
    std::size_t size = 0;
    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "size");
    std::vector<unsigned char> binary(size);
    unsigned char *place = binary.data();
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr), "binary");
    clReleaseProgram(program);
    const unsigned char *bytes = binary.data();
    program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
    check(error, "program from binary");
    finishBuild(program, "");
    return program;
  }

  cl_mem buffer() {
    std::vector<int> content(count);
    for (std::size_t i = 0; i != count; ++i)
      content[i] = static_cast<int>(i);
    cl_int error;
    buffers.push_back(
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(int), content.data(), &error));
    check(error, "buffer");
    return buffers.back();
  }

  cl_mem image() const {
    constexpr unsigned side = 4;
    std::vector<float> texels;
    for (unsigned y = 0; y != side; ++y)
      for (unsigned x = 0; x != side; ++x)
        for (const unsigned value : {x, y, x + y, 1u})
          texels.push_back(static_cast<float>(value));
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = side;
    cl_int error;
    cl_mem result = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                  &description, texels.data(), &error);
    check(error, "image");
    return result;
  }

  void set(cl_uint index, const std::string &argument) {
    const auto give = [&](std::size_t bytes, const void *value) {
      check(clSetKernelArg(kernel, index, bytes, value), argument.c_str());
    };
    const std::size_t colon = argument.find(':');
    const std::string kind = argument.substr(0, colon);
    const std::string value = colon == std::string::npos ? "" : argument.substr(colon + 1);
    if (kind == "buffer") {
      const cl_mem made = buffer();
      give(sizeof made, &made);
    } else if (kind == "image") {
      const cl_mem made = image();
      give(sizeof made, &made);
    } else if (kind == "sampler") {
      const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
      cl_int error;
      const cl_sampler made = clCreateSamplerWithProperties(context, properties, &error);
      check(error, "sampler");
      give(sizeof made, &made);
    } else if (kind == "local") {
      give(std::stoul(value), nullptr);
    } else if (kind == "float") {
      const float number = std::stof(value);
      give(sizeof number, &number);
    } else {
      const auto list = numbers<int>(value);
      give(list.size() * sizeof(int), list.data());
    }
  }
};

} // namespace

int main(int count, char **words) {
  std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.size() < 2)
    return 2;
  Session session;
  std::string options = "-g -cl-opt-disable";
  std::vector<std::size_t> global{8}, local;
  bool fromBinary = false;
  std::size_t index = 2;
  for (; index < arguments.size() && arguments[index].starts_with("-"); ++index) {
    const std::string &option = arguments[index];
    if (option == "-b")
      fromBinary = true;
    else if (option == "-o")
      options = arguments.at(++index);
    else if (option == "-g")
      global = numbers<std::size_t>(arguments.at(++index));
    else if (option == "-l")
      local = numbers<std::size_t>(arguments.at(++index));
    else if (option == "-n")
      session.count = std::stoul(arguments.at(++index));
  }
  session.open();
  cl_program program = session.build(arguments[0], options.c_str(), fromBinary);
  cl_int error;
  session.kernel = clCreateKernel(program, arguments[1].c_str(), &error);
  check(error, "kernel");
  for (cl_uint argument = 0; index != arguments.size(); ++index, ++argument)
    session.set(argument, arguments[index]);
  check(clEnqueueNDRangeKernel(session.queue, session.kernel, global.size(), nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
        "launch");
  check(clFinish(session.queue), "finish");
  if (session.buffers.empty())
    return 0;
  std::array<int, 8> result{};
  check(clEnqueueReadBuffer(session.queue, session.buffers[0], CL_TRUE, 0, sizeof result,
                            result.data(), 0, nullptr, nullptr),
        "read");
  std::printf("results:");
  for (const int number : result)
    std::printf(" %d", number);
  std::printf("\n");
}
