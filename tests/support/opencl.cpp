// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/opencl.h"

#include <cstdlib>
#include <map>

namespace weft::test {
namespace {

const std::map<cl_int, const char *> errorNames = {
    {0, "CL_SUCCESS"},
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {-8, "CL_MEM_COPY_OVERLAP"},
    {-9, "CL_IMAGE_FORMAT_MISMATCH"},
    {-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-12, "CL_MAP_FAILURE"},
    {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},
    {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},
    {-18, "CL_DEVICE_PARTITION_FAILED"},
    {-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
    {-30, "CL_INVALID_VALUE"},
    {-31, "CL_INVALID_DEVICE_TYPE"},
    {-32, "CL_INVALID_PLATFORM"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-35, "CL_INVALID_QUEUE_PROPERTIES"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-37, "CL_INVALID_HOST_PTR"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"},
    {-40, "CL_INVALID_IMAGE_SIZE"},
    {-41, "CL_INVALID_SAMPLER"},
    {-42, "CL_INVALID_BINARY"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-47, "CL_INVALID_KERNEL_DEFINITION"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-53, "CL_INVALID_WORK_DIMENSION"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-56, "CL_INVALID_GLOBAL_OFFSET"},
    {-57, "CL_INVALID_EVENT_WAIT_LIST"},
    {-58, "CL_INVALID_EVENT"},
    {-59, "CL_INVALID_OPERATION"},
    {-60, "CL_INVALID_GL_OBJECT"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-62, "CL_INVALID_MIP_LEVEL"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {-64, "CL_INVALID_PROPERTY"},
    {-65, "CL_INVALID_IMAGE_DESCRIPTOR"},
    {-66, "CL_INVALID_COMPILER_OPTIONS"},
    {-67, "CL_INVALID_LINKER_OPTIONS"},
    {-68, "CL_INVALID_DEVICE_PARTITION_COUNT"},
    {-69, "CL_INVALID_PIPE_SIZE"},
    {-70, "CL_INVALID_DEVICE_QUEUE"},
    {-71, "CL_INVALID_SPEC_ID"},
    {-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

cl_context createContext(const std::vector<cl_context_properties> &properties) {
  cl_device_id id = device();
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(properties.empty() ? nullptr : properties.data(), 1, &id,
                                       nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  return context;
}

cl_command_queue createQueue(cl_context context, cl_command_queue_properties properties) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device(), list, &error);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  return queue;
}

const size_t *orNull(const std::vector<size_t> &sizes) {
  return sizes.empty() ? nullptr : sizes.data();
}

} // namespace

std::string errorName(cl_int code) {
  auto found = errorNames.find(code);
  return found == errorNames.end() ? std::to_string(code) : found->second;
}

cl_platform_id platform() {
  static const cl_platform_id only = [] {
    std::array<cl_platform_id, 4> all{};
    cl_uint count = 0;
    cl_int error = clGetPlatformIDs(all.size(), all.data(), &count);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    EXPECT_EQ(count, 1u) << "OCL_ICD_VENDORS must name the vendors folder of a Weft build";
    if (count == 0)
      return cl_platform_id{};
    std::string name = infoString(
        [&](auto... rest) { return clGetPlatformInfo(all[0], CL_PLATFORM_NAME, rest...); });
    const char *peer = std::getenv("WEFT_TEST_PLATFORM");
    EXPECT_EQ(name, peer ? peer : "Weft");
    return all[0];
  }();
  return only;
}

cl_device_id device() {
  static const cl_device_id first = [] {
    cl_device_id id = nullptr;
    cl_int error = clGetDeviceIDs(platform(), CL_DEVICE_TYPE_DEFAULT, 1, &id, nullptr);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return id;
  }();
  return first;
}

std::string infoString(const std::function<cl_int(size_t, void *, size_t *)> &query) {
  size_t bytes = 0;
  cl_int error = query(0, nullptr, &bytes);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  std::string text(bytes, '\0');
  error = query(bytes, text.data(), nullptr);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  if (!text.empty() && text.back() == '\0')
    text.pop_back();
  else
    ADD_FAILURE() << "a string query must count and write the terminating zero";
  return text;
}

std::vector<unsigned char> binaryOf(cl_program program) {
  size_t bytes = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> binary(bytes);
  unsigned char *place = binary.data();
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
            CL_SUCCESS);
  return binary;
}

Session::Session(cl_command_queue_properties properties,
                 const std::vector<cl_context_properties> &ofContext)
    : context(createContext(ofContext)), queue(createQueue(context, properties)) {}

Program Session::create(const std::string &source) const {
  const char *text = source.c_str();
  cl_int error = CL_SUCCESS;
  Program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  return program;
}

Program Session::build(const std::string &source, const std::string &options) const {
  Program program = create(source);
  cl_int error = clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error) << "\n" << buildLog(program);
  return program;
}

Program Session::buildBinary(const std::vector<unsigned char> &binary) const {
  const cl_device_id id = device();
  const size_t bytes = binary.size();
  const unsigned char *image = binary.data();
  cl_int error = 1;
  Program program = clCreateProgramWithBinary(context, 1, &id, &bytes, &image, nullptr, &error);
  EXPECT_EQ(errorName(error), "CL_SUCCESS");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS)
      << buildLog(program);
  return program;
}

std::string Session::buildLog(cl_program program) const {
  return infoString([&](auto... rest) {
    return clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, rest...);
  });
}

Kernel Session::kernel(cl_program program, const char *name) const {
  cl_int error = CL_SUCCESS;
  Kernel kernel = clCreateKernel(program, name, &error);
  EXPECT_EQ(error, CL_SUCCESS) << name << ": " << errorName(error);
  return kernel;
}

Memory Session::buffer(size_t bytes, const void *contents, cl_mem_flags flags) const {
  cl_int error = CL_SUCCESS;
  if (contents && !(flags & CL_MEM_USE_HOST_PTR))
    flags |= CL_MEM_COPY_HOST_PTR;
  Memory memory = clCreateBuffer(context, flags, bytes, const_cast<void *>(contents), &error);
  EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
  return memory;
}

void Session::run(cl_program program, const char *name, const Range &range,
                  const std::vector<Argument> &arguments) const {
  Kernel entry = kernel(program, name);
  if (!entry)
    return;
  std::vector<Memory> buffers;
  for (cl_uint index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    const void *data = nullptr;
    size_t bytes = argument.bytes;
    switch (argument.kind) {
    case Argument::Kind::Value:
      data = argument.value.data();
      break;
    case Argument::Kind::Buffer:
      buffers.push_back(buffer(argument.bytes, argument.input));
      data = buffers.back().address();
      bytes = sizeof(cl_mem);
      break;
    case Argument::Kind::Local:
      break;
    }
    if (argument.kind != Argument::Kind::Buffer)
      buffers.emplace_back();
    cl_int error = clSetKernelArg(entry, index, bytes, data);
    ASSERT_EQ(error, CL_SUCCESS) << name << ", argument " << index << ": " << errorName(error);
  }
  cl_int error =
      clEnqueueNDRangeKernel(queue, entry, range.global.size(), orNull(range.offset),
                             range.global.data(), orNull(range.local), 0, nullptr, nullptr);
  ASSERT_EQ(error, CL_SUCCESS) << name << ": " << errorName(error);
  for (size_t index = 0; index < arguments.size(); ++index) {
    if (!arguments[index].output)
      continue;
    error = clEnqueueReadBuffer(queue, buffers[index], CL_TRUE, 0, arguments[index].bytes,
                                arguments[index].output, 0, nullptr, nullptr);
    ASSERT_EQ(error, CL_SUCCESS) << name << ": " << errorName(error);
  }
  error = clFinish(queue);
  ASSERT_EQ(error, CL_SUCCESS) << name << ": " << errorName(error);
}

void expectErrors(const std::vector<ErrorCase> &cases) {
  for (const ErrorCase &test : cases)
    EXPECT_EQ(errorName(test.call()), errorName(test.expected)) << test.what;
}

} // namespace weft::test
