// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host program that uses most of Weft while calls fail under it (shim.cpp). It takes every error
// code for an answer, but what succeeds must be right, and it must end.
//
// Exit codes: 0 fine; 3 fine, and the call that was to fail was never made; anything else is a
// fault, told on stderr.
#include "tests/faults/shim.h"

#include <CL/cl.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sched.h>
#include <unistd.h>

namespace {

constexpr size_t words = 1 << 14;

/// The host's own memory is static: it must not fail itself.
std::array<cl_uint, words> input, output;
alignas(4096) std::array<cl_uint, words> shared;
std::array<unsigned char, 1 << 20> binary;

[[noreturn]] void fault(const char *what) {
  // Not through streams, whose writes may be the ones that fail.
  char line[200];
  const int length = std::snprintf(line, sizeof line, "fault: %s\n", what);
  static_cast<void>(!::write(STDERR_FILENO, line, static_cast<size_t>(length)));
  _exit(1);
}

void require(bool condition, const char *what) {
  if (!condition)
    fault(what);
}

/// Whether a call succeeded. Success needs no more; an error must be one.
bool good(cl_int error, const char *call) {
  require(error <= CL_SUCCESS && error > -100, call);
  return error == CL_SUCCESS;
}

/// A handle and its error must agree.
template <class Handle> bool good(Handle handle, cl_int error, const char *call) {
  require((handle != nullptr) == (error == CL_SUCCESS), call);
  return good(error, call);
}

std::atomic<int> expectedCalls{0}, calls{0};

void CL_CALLBACK called(cl_event, cl_int, void *) { ++calls; }
void CL_CALLBACK built(cl_program, void *) { ++calls; }
void CL_CALLBACK nativeKernel(void *) {}

/// Callbacks that were promised must come.
void awaitCalls() {
  while (calls < expectedCalls)
    sched_yield();
  require(calls == expectedCalls, "a callback too many");
}

const char *source = R"(
kernel void turn(global uint *x, local uint *t, uint n) {
  size_t l = get_local_id(0), size = get_local_size(0);
  t[l] = x[get_global_id(0)] + n;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = t[size - 1 - l];
  if (get_global_id(0) == 0)
    printf("turned %u by %u: %v4hld\n", (uint)get_global_size(0), n, (int4)(1, 2, 3, 4));
}
)";
const char *partSource = "uint three(void); kernel void k(global uint *x) { *x = three(); }";
const char *otherSource = "uint three(void) { return 3; }";

class Host {
public:
  explicit Host(cl_device_id device) : device(device) {}

  void run() {
    if (!makeContext())
      return;
    if (cl_program program = build(false)) {
      useKernel(program);
      useBinary(program);
      good(clReleaseProgram(program), "clReleaseProgram");
    }
    // Now from the cache, and with a callback.
    if (cl_program program = build(true)) {
      useKernel(program);
      good(clReleaseProgram(program), "clReleaseProgram");
    }
    compileAndLink();
    useMemory();
    useImages();
    useEvents();
    finish(queue);
    finish(unordered);
    awaitCalls();
    good(clReleaseCommandQueue(unordered), "clReleaseCommandQueue");
    good(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    good(clReleaseContext(context), "clReleaseContext");
  }

private:
  bool makeContext() {
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (!good(context, error, "clCreateContext"))
      return false;
    const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = clCreateCommandQueueWithProperties(context, device, profiled, &error);
    if (!good(queue, error, "clCreateCommandQueueWithProperties"))
      return false;
    unordered =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    return good(unordered, error, "clCreateCommandQueue");
  }

  cl_program build(bool withCallback) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    if (!good(program, error, "clCreateProgramWithSource"))
      return nullptr;
    const bool begun =
        good(clBuildProgram(program, 1, &device, "-DX=1", withCallback ? built : nullptr, nullptr),
             "clBuildProgram");
    if (begun && withCallback) {
      ++expectedCalls;
      awaitCalls();
    }
    cl_build_status status = CL_BUILD_NONE;
    if (good(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                   nullptr),
             "clGetProgramBuildInfo"))
      require(status != CL_BUILD_IN_PROGRESS, "a build that has ended");
    if (begun && !withCallback)
      require(status == CL_BUILD_SUCCESS, "a build that succeeded");
    if (status == CL_BUILD_SUCCESS)
      return program;
    good(clReleaseProgram(program), "clReleaseProgram");
    return nullptr;
  }

  /// Waits for what a queue has; an error is of memory.
  bool finish(cl_command_queue of) { return good(clFinish(of), "clFinish"); }

  cl_mem makeBuffer(cl_mem_flags flags, void *host) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags | CL_MEM_READ_WRITE, sizeof input, host, &error);
    good(buffer, error, "clCreateBuffer");
    return buffer;
  }

  /// Commands that succeeded, and whether they were waited for in vain.
  bool succeeded(cl_event event) {
    if (!event)
      return false;
    cl_int status = CL_QUEUED;
    const bool waited = good(clWaitForEvents(1, &event), "clWaitForEvents");
    const bool known = good(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "clGetEventInfo");
    require(!waited || status == CL_COMPLETE || !known, "an event that is complete");
    good(clReleaseEvent(event), "clReleaseEvent");
    return waited && known;
  }

  void useKernel(cl_program program) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "turn", &error);
    if (!good(kernel, error, "clCreateKernel"))
      return;
    for (cl_uint i = 0; i < words; ++i)
      input[i] = i;
    cl_mem buffer = makeBuffer(CL_MEM_COPY_HOST_PTR, input.data());
    const cl_uint number = 7;
    const size_t local = 64;
    cl_event ran = nullptr;
    if (buffer && good(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg") &&
        good(clSetKernelArg(kernel, 1, local * sizeof(cl_uint), nullptr), "clSetKernelArg") &&
        good(clSetKernelArg(kernel, 2, sizeof number, &number), "clSetKernelArg") &&
        good(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &words, &local, 0, nullptr, &ran),
             "clEnqueueNDRangeKernel")) {
      const bool read = good(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof output,
                                                 output.data(), 0, nullptr, nullptr),
                             "clEnqueueReadBuffer");
      if (succeeded(ran) && read)
        for (cl_uint i = 0; i < words; ++i)
          require(output[i] == i / 64 * 64 + 63 - i % 64 + number, "what the kernel wrote");
    }
    if (buffer)
      good(clReleaseMemObject(buffer), "clReleaseMemObject");
    good(clReleaseKernel(kernel), "clReleaseKernel");
  }

  void useBinary(cl_program program) {
    size_t bytes = 0;
    unsigned char *place = binary.data();
    if (!good(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr),
              "clGetProgramInfo") ||
        bytes > binary.size() ||
        !good(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
              "clGetProgramInfo"))
      return;
    const unsigned char *from = place;
    cl_int error;
    cl_program copy =
        clCreateProgramWithBinary(context, 1, &device, &bytes, &from, nullptr, &error);
    if (!good(copy, error, "clCreateProgramWithBinary"))
      return;
    if (good(clBuildProgram(copy, 1, &device, "", nullptr, nullptr), "clBuildProgram"))
      useKernel(copy);
    good(clReleaseProgram(copy), "clReleaseProgram");
  }

  void compileAndLink() {
    cl_int error = CL_SUCCESS;
    const char *sources[] = {partSource, otherSource};
    cl_program parts[2] = {};
    bool compiled = true;
    for (size_t i = 0; i < 2 && compiled; ++i) {
      parts[i] = clCreateProgramWithSource(context, 1, &sources[i], nullptr, &error);
      compiled =
          good(parts[i], error, "clCreateProgramWithSource") &&
          good(clCompileProgram(parts[i], 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
               "clCompileProgram");
    }
    if (compiled) {
      // It gives a program where the link failed, for its log.
      cl_program linked =
          clLinkProgram(context, 1, &device, "", 2, parts, nullptr, nullptr, &error);
      require(linked || error != CL_SUCCESS, "clLinkProgram");
      if (linked)
        good(clReleaseProgram(linked), "clReleaseProgram");
    }
    for (cl_program part : parts)
      if (part)
        good(clReleaseProgram(part), "clReleaseProgram");
  }

  void useMemory() {
    cl_mem buffer = makeBuffer(CL_MEM_USE_HOST_PTR, shared.data());
    if (!buffer)
      return;
    shared.fill(1);
    const cl_uint pattern = 9;
    cl_int error;
    const bool filled = good(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0,
                                                 sizeof shared, 0, nullptr, nullptr),
                             "clEnqueueFillBuffer");
    void *map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                   sizeof shared, 0, nullptr, nullptr, &error);
    if (good(map, error, "clEnqueueMapBuffer")) {
      for (cl_uint value : shared)
        require(!filled || value == pattern, "what was filled");
      good(clEnqueueUnmapMemObject(queue, buffer, map, 0, nullptr, nullptr),
           "clEnqueueUnmapMemObject");
    }
    const cl_buffer_region region = {4096, 4096};
    cl_mem part =
        clCreateSubBuffer(buffer, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (good(part, error, "clCreateSubBuffer")) {
      if (good(clEnqueueReadBuffer(queue, part, CL_TRUE, 0, region.size, output.data(), 0, nullptr,
                                   nullptr),
               "clEnqueueReadBuffer"))
        require(!filled || output[0] == pattern, "what was read of a part");
      good(clReleaseMemObject(part), "clReleaseMemObject");
    }
    const size_t origin[] = {0, 0, 0}, extent[] = {64, 8, 2};
    good(clEnqueueCopyBufferRect(queue, buffer, buffer, origin,
                                 std::array<size_t, 3>{128, 16, 0}.data(), extent, 512, 16384, 512,
                                 16384, 0, nullptr, nullptr),
         "clEnqueueCopyBufferRect");
    finish(queue);
    good(clReleaseMemObject(buffer), "clReleaseMemObject");
  }

  void useImages() {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT32};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 64;
    cl_int error;
    cl_mem image =
        clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    if (!good(image, error, "clCreateImage"))
      return;
    const size_t origin[] = {0, 0, 0}, half[] = {32, 64, 1};
    const cl_uint colour[] = {1, 2, 3, 4};
    size_t rowPitch = 0;
    const bool filled =
        good(clEnqueueFillImage(queue, image, colour, origin, half, 0, nullptr, nullptr),
             "clEnqueueFillImage");
    void *map = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, half,
                                  &rowPitch, nullptr, 0, nullptr, nullptr, &error);
    if (good(map, error, "clEnqueueMapImage")) {
      require(!filled || static_cast<cl_uint *>(map)[3] == colour[3], "what was filled");
      good(clEnqueueUnmapMemObject(queue, image, map, 0, nullptr, nullptr),
           "clEnqueueUnmapMemObject");
    }
    if (good(clEnqueueReadImage(queue, image, CL_TRUE, origin, half, 0, 0, output.data(), 0,
                                nullptr, nullptr),
             "clEnqueueReadImage"))
      require(!filled || output[4 * 32 * 64 - 1] == colour[3], "what was read of an image");
    good(clReleaseMemObject(image), "clReleaseMemObject");
    const cl_sampler_properties list[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);
    if (good(sampler, error, "clCreateSamplerWithProperties"))
      good(clReleaseSampler(sampler), "clReleaseSampler");
  }

  void useEvents() {
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error);
    if (!good(gate, error, "clCreateUserEvent"))
      return;
    // More dependencies than an event has room for, and a callback on each.
    cl_event events[8] = {};
    cl_uint count = 0;
    for (size_t i = 0; i < std::size(events); ++i) {
      cl_event &event = events[count];
      if (!good(clEnqueueNativeKernel(unordered, nativeKernel, nullptr, 0, 0, nullptr, nullptr, 1,
                                      &gate, &event),
                "clEnqueueNativeKernel"))
        continue;
      if (good(clSetEventCallback(event, CL_COMPLETE, called, nullptr), "clSetEventCallback"))
        ++expectedCalls;
      ++count;
    }
    cl_event all = nullptr;
    if (count)
      good(clEnqueueMarkerWithWaitList(queue, count, events, &all), "clEnqueueMarkerWithWaitList");
    good(clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr),
         "clEnqueueBarrierWithWaitList");
    good(clFlush(unordered), "clFlush");
    require(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS, "clSetUserEventStatus");
    succeeded(all);
    for (cl_uint i = 0; i < count; ++i)
      succeeded(events[i]);
    good(clReleaseEvent(gate), "clReleaseEvent");
  }

  const cl_device_id device;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr, unordered = nullptr;
};

} // namespace

int main(int argumentCount, char **arguments) {
  // Before the loader and hwloc have done their part, their failures would be what is seen.
  const bool atOnce = argumentCount > 1 && !std::strcmp(arguments[1], "--at-once");
  cl_platform_id platform;
  cl_device_id device;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  if (atOnce)
    weft_faults_arm();
  if (!good(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs"))
    return weft_faults_reached() ? 0 : 3;
  if (!atOnce)
    weft_faults_arm();
  Host(device).run();
  return weft_faults_reached() ? 0 : 3;
}
