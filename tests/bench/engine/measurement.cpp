// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/engine/measurement.h"

#include "icd/api/command_buffer/names.h"
#include "tests/bench/engine/children.h"
#include "tests/bench/engine/loops.h"
#include "tests/bench/engine/native.h"

#include <CL/cl.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

namespace weft::bench {

namespace {

using Clock = std::chrono::steady_clock;

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

double seconds(const std::function<void()> &work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The shortest of `rounds` runs: what the work takes when nothing disturbs it.
double best(int rounds, const std::function<void()> &work) {
  work();
  double shortest = seconds(work);
  for (int i = 1; i < rounds; ++i)
    shortest = std::min(shortest, seconds(work));
  return shortest;
}

void print(const char *name, double value) {
  std::printf("%s %.6f\n", name, value);
  std::fflush(stdout);
}

const char *kernelSource = R"(
kernel void tiny(global float *x) { x[get_global_id(0)] += 1; }
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
kernel void uneven(global uint *x, uint most) {
  ulong group = get_group_id(0);
  uint steps = (uint)(group * group * 100 / ((ulong)most * most)), value = get_global_id(0);
  for (uint i = 0; i < steps; ++i)
    value = value * 1664525u + 1013904223u ^ value >> 7;
  x[get_global_id(0)] = value;
}
)";

class Measurement {
public:
  explicit Measurement(int rounds) : rounds(rounds) {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = makeQueue(device);
    program = clCreateProgramWithSource(context, 1, &kernelSource, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  }

  void run() {
    launches();
    replays();
    transfers();
    objects();
    chain();
    const Loops loops(context, device, queue);
    for (const LoopSize &size : loopSizes())
      print(size.name().c_str(), loops.shareOfNative(size, rounds));
    bandwidth();
    balance();
  }

private:
  cl_command_queue makeQueue(cl_device_id of, cl_command_queue_properties properties = 0) {
    cl_int error;
    cl_command_queue made = clCreateCommandQueue(context, of, properties, &error);
    check(error, "clCreateCommandQueue");
    return made;
  }
  cl_kernel makeKernel(const char *name) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    check(error, "clCreateKernel");
    return kernel;
  }
  cl_mem makeBuffer(size_t bytes, void *host = nullptr) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | (host ? CL_MEM_USE_HOST_PTR : 0),
                                   bytes, host, &error);
    check(error, "clCreateBuffer");
    return buffer;
  }
  void launch(cl_kernel kernel, size_t global, size_t local = 64) {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  void finish() { check(clFinish(queue), "clFinish"); }

  void launches() {
    cl_kernel kernel = makeKernel("tiny");
    cl_mem buffer = makeBuffer(256 * 64 * sizeof(float));
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    constexpr int times = 200, batch = 5000;
    print("tiny", 1e6 / times * best(rounds, [&] {
                    for (int i = 0; i < times; ++i) {
                      launch(kernel, 64);
                      finish();
                    }
                  }));
    print("batched", 1e6 / batch * best(rounds, [&] {
                       for (int i = 0; i < batch; ++i)
                         launch(kernel, 64);
                       finish();
                     }));
    cl_command_queue inOrder =
        std::exchange(queue, makeQueue(device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    print("unordered", 1e6 / batch * best(rounds, [&] {
                         for (int i = 0; i < batch; ++i)
                           launch(kernel, 64);
                         finish();
                       }));
    check(clReleaseCommandQueue(std::exchange(queue, inOrder)), "clReleaseCommandQueue");
    print("groups", 1e6 / times * best(rounds, [&] {
                      for (int i = 0; i < times; ++i) {
                        launch(kernel, 256 * 64);
                        finish();
                      }
                    }));
    print("argument", 1e9 / batch * best(rounds, [&] {
                        for (int i = 0; i < batch; ++i)
                          clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
                      }));
    if (const Children children(context, device); children)
      print("child", 1e6 / Children::count * best(rounds, [&] { children.run(queue); }));
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }

  /// 100 small kernels, enqueued one by one and as a command buffer.
  void replays() {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
    const auto find = [&]<class Function>(const char *name, Function *&function) {
      function =
          reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform, name));
      return function != nullptr;
    };
    decltype(&weft::icd::clCreateCommandBufferKHR) create;
    decltype(&weft::icd::clCommandNDRangeKernelKHR) record;
    decltype(&weft::icd::clFinalizeCommandBufferKHR) finalize;
    decltype(&weft::icd::clEnqueueCommandBufferKHR) replay;
    decltype(&weft::icd::clReleaseCommandBufferKHR) release;
    if (!find("clCreateCommandBufferKHR", create) || !find("clCommandNDRangeKernelKHR", record) ||
        !find("clFinalizeCommandBufferKHR", finalize) ||
        !find("clEnqueueCommandBufferKHR", replay) || !find("clReleaseCommandBufferKHR", release))
      return;
    constexpr int count = 100, times = 50;
    const size_t size = 64;
    cl_kernel kernel = makeKernel("tiny");
    cl_mem buffer = makeBuffer(size * sizeof(float));
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    cl_int error;
    cl_command_buffer_khr commands = create(1, &queue, nullptr, &error);
    check(error, "clCreateCommandBufferKHR");
    for (int i = 0; i < count; ++i)
      check(record(commands, nullptr, nullptr, kernel, 1, nullptr, &size, &size, 0, nullptr,
                   nullptr, nullptr),
            "clCommandNDRangeKernelKHR");
    check(finalize(commands), "clFinalizeCommandBufferKHR");
    const auto enqueueing = [&] {
      for (int i = 0; i < times; ++i) {
        for (int command = 0; command < count; ++command)
          launch(kernel, size);
        finish();
      }
    };
    const auto replaying = [&] {
      for (int i = 0; i < times; ++i) {
        check(replay(0, nullptr, commands, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
        finish();
      }
    };
    enqueueing();
    replaying();
    double one = 1e9, other = 1e9;
    for (int i = 0; i < rounds; ++i) {
      one = std::min(one, seconds(enqueueing));
      other = std::min(other, seconds(replaying));
    }
    print("enqueued", 1e6 / times * one);
    print("replayed", 1e6 / times * other);
    print("replay", other / one);
    check(release(commands), "clReleaseCommandBufferKHR");
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }

  void transfers() {
    constexpr int times = 1000;
    cl_mem buffer = makeBuffer(4096);
    char host[64] = {};
    print("read", 1e6 / times * best(rounds, [&] {
                    for (int i = 0; i < times; ++i)
                      check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 64, sizeof host, host, 0,
                                                nullptr, nullptr),
                            "clEnqueueReadBuffer");
                  }));
    print("write", 1e6 / times * best(rounds, [&] {
                     for (int i = 0; i < times; ++i)
                       check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 64, sizeof host, host, 0,
                                                  nullptr, nullptr),
                             "clEnqueueWriteBuffer");
                   }));
    clReleaseMemObject(buffer);
  }

  void objects() {
    constexpr int times = 1000;
    print("event", 1e9 / times * best(rounds, [&] {
                     for (int i = 0; i < times; ++i)
                       clReleaseEvent(clCreateUserEvent(context, nullptr));
                   }));
    print("buffer", 1e6 / times * best(rounds, [&] {
                      for (int i = 0; i < times; ++i)
                        clReleaseMemObject(makeBuffer(4096));
                    }));
  }

  /// Commands that alternate between two queues, each waiting for the one before.
  void chain() {
    constexpr int length = 10'000;
    cl_kernel kernel = makeKernel("tiny");
    cl_mem buffer = makeBuffer(64 * sizeof(float));
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    cl_command_queue other = makeQueue(device);
    const size_t size = 64;
    print("chain", 1e6 / length * best(std::min(rounds, 10), [&] {
                     cl_event previous = nullptr;
                     for (int i = 0; i < length; ++i) {
                       cl_event event;
                       check(clEnqueueNDRangeKernel(i % 2 ? other : queue, kernel, 1, nullptr,
                                                    &size, &size, previous != nullptr,
                                                    previous ? &previous : nullptr, &event),
                             "clEnqueueNDRangeKernel");
                       if (previous)
                         clReleaseEvent(previous);
                       previous = event;
                     }
                     clFlush(queue);
                     clFlush(other);
                     check(clWaitForEvents(1, &previous), "clWaitForEvents");
                     clReleaseEvent(previous);
                   }));
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }

  void bandwidth();
  void sharedMemory(size_t bytes);
  void imageBandwidth(char *one, char *two);
  void balance();

  const int rounds;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
};

char *hugeBlock(size_t bytes) {
  void *block = std::aligned_alloc(2 << 20, bytes);
  madvise(block, bytes, MADV_HUGEPAGE);
  std::memset(block, 1, bytes);
  return static_cast<char *>(block);
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

/// How much of the best native speed a platform reaches; all run in turn, so that a disturbance
/// meets each of them. Medians, as the memory of a virtual machine is at times much faster than
/// most of the time.
double speedRatio(int rounds, const std::function<void()> &ours,
                  const std::vector<std::function<void()>> &natives) {
  ours();
  std::vector<double> own;
  std::vector<std::vector<double>> others(natives.size());
  for (int i = 0; i < rounds; ++i) {
    own.push_back(seconds(ours));
    for (std::size_t which = 0; which < natives.size(); ++which)
      others[which].push_back(seconds(natives[which]));
  }
  double native = median(others[0]);
  for (const std::vector<double> &times : others)
    native = std::min(native, median(times));
  return native / median(own);
}

void Measurement::bandwidth() {
  constexpr size_t bytes = size_t{256} << 20, third = size_t{64} << 20;
  char *one = hugeBlock(bytes), *two = hugeBlock(bytes);
  cl_mem from = makeBuffer(bytes, one), to = makeBuffer(bytes, two);
  print("copy",
        speedRatio(rounds,
                   [&] {
                     check(clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, 0, nullptr, nullptr),
                           "clEnqueueCopyBuffer");
                     finish();
                   },
                   {[&] {
                      onAllCpus(bytes, [&](size_t begin, size_t end) {
                        std::memcpy(two + begin, one + begin, end - begin);
                      });
                    },
                    [&] {
                      onAllCpus(bytes, [&](size_t begin, size_t end) {
                        streamingCopy(two + begin, one + begin, end - begin);
                      });
                    }}));
  print("fill", speedRatio(rounds,
                           [&] {
                             const float value = 3;
                             check(clEnqueueFillBuffer(queue, to, &value, sizeof value, 0, bytes, 0,
                                                       nullptr, nullptr),
                                   "clEnqueueFillBuffer");
                             finish();
                           },
                           {[&] {
                              onAllCpus(bytes, [&](size_t begin, size_t end) {
                                std::memset(two + begin, 3, end - begin);
                              });
                            },
                            [&] {
                              onAllCpus(bytes, [&](size_t begin, size_t end) {
                                streamingFill(two + begin, 3, end - begin);
                              });
                            }}));
  clReleaseMemObject(from);
  clReleaseMemObject(to);

  cl_mem a = makeBuffer(third, one), b = makeBuffer(third, one + third / sizeof(float)),
         c = makeBuffer(third, two);
  cl_kernel kernel = makeKernel("add");
  check(clSetKernelArg(kernel, 0, sizeof a, &a), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof b, &b), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof c, &c), "clSetKernelArg");
  print("add", speedRatio(rounds,
                          [&] {
                            launch(kernel, third / sizeof(float), 256);
                            finish();
                          },
                          {[&] {
                            onAllCpus(third, [&](size_t begin, size_t end) {
                              streamingAdd(two + begin, one + begin, one + third + begin,
                                           end - begin);
                            });
                          }}));
  for (cl_mem buffer : {a, b, c})
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  sharedMemory(third);
  imageBandwidth(one, two);
  std::free(one);
  std::free(two);
}

/// The vector addition with pointers to shared virtual memory, beside buffers in the same memory.
void Measurement::sharedMemory(size_t bytes) {
  std::array<void *, 3> blocks{};
  for (void *&block : blocks)
    if (!(block = clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0)))
      return;
  cl_kernel ofPointers = makeKernel("add"), ofBuffers = makeKernel("add");
  std::array<cl_mem, 3> buffers{};
  for (cl_uint i = 0; i < blocks.size(); ++i) {
    buffers[i] = makeBuffer(bytes, blocks[i]);
    check(clSetKernelArg(ofBuffers, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    check(clSetKernelArgSVMPointer(ofPointers, i, blocks[i]), "clSetKernelArgSVMPointer");
  }
  const auto add = [&](cl_kernel kernel) {
    launch(kernel, bytes / sizeof(float), 256);
    finish();
  };
  print("shared", speedRatio(rounds, [&] { add(ofPointers); }, {[&] { add(ofBuffers); }}));
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  for (cl_kernel kernel : {ofPointers, ofBuffers})
    clReleaseKernel(kernel);
  for (void *block : blocks)
    clSVMFree(context, block);
}

/// Whole images of 256 MB in the memory of the host: what reading and copying them takes.
void Measurement::imageBandwidth(char *one, char *two) {
  constexpr size_t side = 8192, bytes = 4 * side * side;
  cl_bool hasImages = CL_FALSE;
  clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof hasImages, &hasImages, nullptr);
  if (!hasImages)
    return;
  const auto makeImage = [&](char *host) {
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = side;
    cl_int error;
    cl_mem made = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &format,
                                &description, host, &error);
    check(error, "clCreateImage");
    return made;
  };
  const size_t origin[3] = {}, region[3] = {side, side, 1};
  const auto copyByHand = [&] {
    onAllCpus(bytes, [&](size_t begin, size_t end) {
      std::memcpy(two + begin, one + begin, end - begin);
    });
  };
  const auto streamByHand = [&] {
    onAllCpus(bytes, [&](size_t begin, size_t end) {
      streamingCopy(two + begin, one + begin, end - begin);
    });
  };
  cl_mem from = makeImage(one);
  print("image-read", speedRatio(rounds,
                                 [&] {
                                   check(clEnqueueReadImage(queue, from, CL_TRUE, origin, region, 0,
                                                            0, two, 0, nullptr, nullptr),
                                         "clEnqueueReadImage");
                                 },
                                 {copyByHand, streamByHand}));
  cl_mem to = makeImage(two);
  print("image-copy", speedRatio(rounds,
                                 [&] {
                                   check(clEnqueueCopyImage(queue, from, to, origin, origin, region,
                                                            0, nullptr, nullptr),
                                         "clEnqueueCopyImage");
                                   finish();
                                 },
                                 {copyByHand, streamByHand}));
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

/// Work that grows with the square of the group's number, on all PUs and on one of them.
void Measurement::balance() {
  const cl_uint groups = 1000;
  cl_mem buffer = makeBuffer(groups * 64 * sizeof(cl_uint));
  cl_kernel kernel = makeKernel("uneven");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof groups, &groups), "clSetKernelArg");
  const cl_device_partition_property each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint units = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  std::vector<cl_device_id> parts(units);
  if (units < 2 || clCreateSubDevices(device, each, units, parts.data(), nullptr) != CL_SUCCESS)
    return;
  const auto work = [&] {
    launch(kernel, groups * 64);
    finish();
  };
  cl_int error;
  cl_context whole = context,
             part = clCreateContext(nullptr, 1, parts.data(), nullptr, nullptr, &error);
  check(error, "clCreateContext");
  const double together = best(rounds, work);
  // Everything again for a part of the device, in a context of its own.
  cl_command_queue wholeQueue = queue;
  cl_program wholeProgram = program;
  context = part;
  queue = makeQueue(parts[0]);
  program = clCreateProgramWithSource(context, 1, &kernelSource, nullptr, &error);
  check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel wholeKernel = std::exchange(kernel, makeKernel("uneven"));
  cl_mem partBuffer = makeBuffer(groups * 64 * sizeof(cl_uint));
  check(clSetKernelArg(kernel, 0, sizeof partBuffer, &partBuffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof groups, &groups), "clSetKernelArg");
  const double alone = best(rounds, work);
  print("uneven", together / (alone / units));
  clReleaseKernel(wholeKernel);
  context = whole, queue = wholeQueue, program = wholeProgram;
}

} // namespace

void measureEngine(int rounds) {
  // Objects are left to the process's end, as programs do.
  Measurement(rounds).run();
}

} // namespace weft::bench
