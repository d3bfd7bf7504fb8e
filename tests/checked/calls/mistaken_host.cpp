// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that makes one mistake, or does the same thing right.
//
//   weft_mistaken_host <scenario> [right]
//
// It ends with status 0 whatever the calls return, prints what the context's notification function
// gets, and releases everything that the scenario does not leave.
#include <CL/cl.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>

namespace {

constexpr size_t items = 64;
constexpr size_t bytes = items * sizeof(cl_int);

void CL_CALLBACK notify(const char *message, const void *, size_t, void *) {
  std::printf("notified: %s\n", message);
  std::fflush(stdout);
}

struct Host {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem buffer = nullptr;

  Host() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    context = clCreateContext(nullptr, 1, &device, notify, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    const char *source = "kernel void fill(global int *out, int n) { out[get_global_id(0)] = n; }";
    program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    kernel = clCreateKernel(program, "fill", nullptr);
    buffer = newBuffer();
    setArguments();
  }
  ~Host() {
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  cl_mem newBuffer() const {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  }
  void setArguments() const {
    constexpr cl_int number = 3;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof number, &number);
  }
  void launch(cl_uint dimensions = 1) const {
    constexpr size_t size[4] = {items, 1, 1, 1};
    clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, size, nullptr, 0, nullptr, nullptr);
    clFinish(queue);
  }
};

// No mistake.
void driverVersion(Host &host, bool) {
  cl_device_id device = nullptr;
  clGetContextInfo(host.context, CL_CONTEXT_DEVICES, sizeof device, &device, nullptr);
  char version[256] = "";
  clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version, version, nullptr);
  std::printf("%s\n", version);
}

// Each makes its mistake unless `isRight`.

void unsetArgument(Host &host, bool isRight) {
  cl_kernel kernel = clCreateKernel(host.program, "fill", nullptr);
  clSetKernelArg(kernel, 0, sizeof host.buffer, &host.buffer);
  constexpr cl_int number = 1;
  if (isRight)
    clSetKernelArg(kernel, 1, sizeof number, &number);
  clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  clFinish(host.queue);
  clReleaseKernel(kernel);
}

void argumentSize(Host &host, bool isRight) {
  const double number = 1;
  clSetKernelArg(host.kernel, 1, isRight ? sizeof(cl_int) : sizeof number, &number);
}

void argumentIndex(Host &host, bool isRight) {
  const cl_int number = 1;
  clSetKernelArg(host.kernel, isRight ? 1 : 2, sizeof number, &number);
}

void argumentType(Host &host, bool isRight) {
  cl_mem image = nullptr;
  constexpr cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  image = clCreateImage(host.context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
  clSetKernelArg(host.kernel, 0, sizeof image, isRight ? &host.buffer : &image);
  clReleaseMemObject(image);
}

void releasedTwice(Host &host, bool isRight) {
  cl_mem buffer = host.newBuffer();
  clReleaseMemObject(buffer);
  if (!isRight)
    clReleaseMemObject(buffer);
}

void usedAfterRelease(Host &host, bool isRight) {
  cl_mem buffer = host.newBuffer();
  cl_int value = 0;
  if (!isRight)
    clReleaseMemObject(buffer);
  clEnqueueReadBuffer(host.queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
  if (isRight)
    clReleaseMemObject(buffer);
}

void releasedKernel(Host &host, bool isRight) {
  cl_kernel kernel = clCreateKernel(host.program, "fill", nullptr);
  const cl_int number = 1;
  if (!isRight)
    clReleaseKernel(kernel);
  clSetKernelArg(kernel, 1, sizeof number, &number);
  if (isRight)
    clReleaseKernel(kernel);
}

void releasedArgument(Host &host, bool isRight) {
  cl_mem buffer = host.newBuffer();
  clSetKernelArg(host.kernel, 0, sizeof buffer, &buffer);
  if (!isRight)
    clReleaseMemObject(buffer);
  host.launch();
  if (isRight)
    clReleaseMemObject(buffer);
}

void releasedEvent(Host &host, bool isRight) {
  cl_event event = nullptr;
  clEnqueueMarkerWithWaitList(host.queue, 0, nullptr, &event);
  clFinish(host.queue);
  if (!isRight)
    clReleaseEvent(event);
  clEnqueueMarkerWithWaitList(host.queue, 1, &event, nullptr);
  clFinish(host.queue);
  if (isRight)
    clReleaseEvent(event);
}

void writtenReadMap(Host &host, bool isRight, cl_bool isBlocking) {
  auto *mapped = static_cast<cl_int *>(clEnqueueMapBuffer(host.queue, host.buffer, isBlocking,
                                                          isRight ? CL_MAP_WRITE : CL_MAP_READ, 0,
                                                          bytes, 0, nullptr, nullptr, nullptr));
  clFinish(host.queue);
  mapped[items - 1] = 7;
  clEnqueueUnmapMemObject(host.queue, host.buffer, mapped, 0, nullptr, nullptr);
  clFinish(host.queue);
}
void writtenReadMap(Host &host, bool isRight) { writtenReadMap(host, isRight, CL_TRUE); }
void writtenPendingMap(Host &host, bool isRight) { writtenReadMap(host, isRight, CL_FALSE); }

void workDimension(Host &host, bool isRight) { host.launch(isRight ? 3 : 4); }

void overlappingCopy(Host &host, bool isRight) {
  clEnqueueCopyBuffer(host.queue, host.buffer, host.buffer, 0, isRight ? bytes / 2 : 4, bytes / 2,
                      0, nullptr, nullptr);
  clFinish(host.queue);
}

void unbuiltProgram(Host &host, bool isRight) {
  const char *source = "kernel void nothing() {}";
  cl_program program = clCreateProgramWithSource(host.context, 1, &source, nullptr, nullptr);
  if (isRight)
    clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  cl_kernel kernel = clCreateKernel(program, "nothing", nullptr);
  if (kernel)
    clReleaseKernel(kernel);
  clReleaseProgram(program);
}

void otherThread(Host &host, bool isRight) {
  std::thread([&] { argumentIndex(host, isRight); }).join();
}

std::atomic<bool> wasCalled{false};
void CL_CALLBACK finishQueue(cl_event, cl_int, void *queue) {
  clFinish(static_cast<cl_command_queue>(queue));
  wasCalled = true;
}
void CL_CALLBACK doNothing(cl_event, cl_int, void *) { wasCalled = true; }

void blockingCallback(Host &host, bool isRight) {
  cl_event start = clCreateUserEvent(host.context, nullptr);
  clSetEventCallback(start, CL_COMPLETE, isRight ? doNothing : finishQueue, host.queue);
  clSetUserEventStatus(start, CL_COMPLETE);
  while (!wasCalled)
    std::this_thread::yield();
  clReleaseEvent(start);
}

void leakedBuffers(Host &host, bool isRight) {
  // Not unrolled: the buffers come from one place.
  const volatile int buffers = 3;
  for (int count = 0; count < buffers; ++count) {
    cl_mem buffer = host.newBuffer();
    if (isRight)
      clReleaseMemObject(buffer);
  }
}

void leakedEvent(Host &host, bool isRight) {
  cl_event event = nullptr;
  clEnqueueMarkerWithWaitList(host.queue, 0, nullptr, &event);
  clFinish(host.queue);
  if (isRight)
    clReleaseEvent(event);
}

void leakedKernel(Host &host, bool isRight) {
  cl_kernel kernel = nullptr;
  clCreateKernelsInProgram(host.program, 1, &kernel, nullptr);
  clRetainKernel(kernel);
  clReleaseKernel(kernel);
  if (isRight)
    clReleaseKernel(kernel);
}

struct Scenario {
  const char *name;
  void (*run)(Host &host, bool isRight);
};
constexpr Scenario scenarios[] = {
    {"driver version", driverVersion},
    {"unset argument", unsetArgument},
    {"argument size", argumentSize},
    {"argument index", argumentIndex},
    {"argument type", argumentType},
    {"released twice", releasedTwice},
    {"used after release", usedAfterRelease},
    {"released kernel", releasedKernel},
    {"released argument", releasedArgument},
    {"released event", releasedEvent},
    {"written read map", writtenReadMap},
    {"written pending map", writtenPendingMap},
    {"work dimension", workDimension},
    {"overlapping copy", overlappingCopy},
    {"unbuilt program", unbuiltProgram},
    {"other thread", otherThread},
    {"blocking callback", blockingCallback},
    {"leaked buffers", leakedBuffers},
    {"leaked event", leakedEvent},
    {"leaked kernel", leakedKernel},
};

/// Releases what it has when the program's static objects are destroyed.
struct LateRelease {
  Host *host = nullptr;
  ~LateRelease() { delete host; }
} lateRelease;

} // namespace

int main(int count, char **words) {
  const std::string_view name = count > 1 ? words[1] : "";
  const bool isRight = count > 2 && !std::strcmp(words[2], "right");
  if (name == "released late") {
    lateRelease.host = new Host;
    lateRelease.host->launch();
    return 0;
  }
  for (const Scenario &scenario : scenarios)
    if (name == scenario.name) {
      Host host;
      scenario.run(host, isRight);
      host.setArguments();
      host.launch();
      return count > 2 && !std::strcmp(words[2], "fails") ? 7 : 0;
    }
  std::fprintf(stderr, "no such scenario\n");
  return 2;
}
