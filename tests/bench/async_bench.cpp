// What the asynchronous copies move, beside plain C that moves the same on as many threads in the
// same run.
//
//   async [rounds [megabytes]]     5 rounds and 512 MB by default; a figure is the best round
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build. Columns: GB/s of the bytes that go
// through local memory for Weft and for C, and Weft's multiple of C. Rounds of both alternate.
#include "tests/bench/async_native.h"

#include <CL/cl.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace weft::bench {
namespace {

constexpr size_t megabyte = 1 << 20, localBytes = 32 << 10;

const char *source = R"(
kernel void in(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n, uint stride) {
  event_t e = async_work_group_copy(tile, from + get_group_id(0) * (size_t)n, n, 0);
  wait_group_events(1, &e);
}
kernel void inOut(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n,
                  uint stride) {
  event_t e = async_work_group_copy(tile, from + get_group_id(0) * (size_t)n, n, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(to + get_group_id(0) * (size_t)n, tile, n, 0);
  wait_group_events(1, &e);
}
kernel void idiom(global const float *from, global float *to, local float *tile, uint n,
                  uint stride) {
  for (size_t i = get_local_id(0); i < n; i += get_local_size(0))
    tile[i] = from[get_group_id(0) * (size_t)n + i];
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void lines(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                  uint stride) {
  event_t e = async_work_group_copy_2D2D(tile, 0, from, get_group_id(0) * (size_t)n * stride * 2, 1,
                                         n, stride, 2 * n, n, 0);
  wait_group_events(1, &e);
}
#define SPREAD(type, size)                                                                         \
  kernel void gather##size(global const type *from, global type *to, local type *tile, uint n,     \
                           uint stride) {                                                          \
    event_t e = async_work_group_strided_copy(                                                     \
        tile, from + get_group_id(0) * (size_t)n * stride, n, stride, 0);                          \
    wait_group_events(1, &e);                                                                      \
  }                                                                                                \
  kernel void scatter##size(global const type *from, global type *to, local type *tile, uint n,    \
                            uint stride) {                                                         \
    event_t e = async_work_group_strided_copy(to + get_group_id(0) * (size_t)n * stride, tile, n,  \
                                              stride, 0);                                          \
    wait_group_events(1, &e);                                                                      \
  }
SPREAD(uchar, 1) SPREAD(ushort, 2) SPREAD(uint, 4) SPREAD(ulong, 8) SPREAD(uint4, 16)
)";

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

double seconds(const std::function<void()> &work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

unsigned char *allocate(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    std::exit(1);
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::fill_n(static_cast<unsigned char *>(memory), bytes, 1);
  return static_cast<unsigned char *>(memory);
}

class Bench {
public:
  Bench(int rounds, size_t bytes)
      : rounds(rounds), bytes(bytes), from(allocate(bytes)), to(allocate(bytes)) {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    cl_device_id device;
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof threads, &threads, nullptr),
          "clGetDeviceInfo");
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), "clBuildProgram");
    fromBuffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, from, &error);
    check(error, "clCreateBuffer");
    toBuffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, to, &error);
    check(error, "clCreateBuffer");
  }

  void run() {
    std::printf("%-34s %8s %8s %6s\n", "", "GB/s", "C", "ratio");
    for (size_t data : {2 * megabyte, bytes}) {
      for (size_t tile : {256, 1024, 4096, 16384, 32768}) {
        const Work work{Movement::In, data / tile, tile / 16, 16, 1};
        row("in", "in", work, work, data);
        Work idiom = work;
        idiom.elements = tile / 4, idiom.element = 4;
        row("the loop by hand", "idiom", idiom, work, data);
      }
      for (size_t tile : {256, 1024, 4096, 16384, 32768}) {
        const Work work{Movement::InOut, data / tile, tile / 16, 16, 1};
        row("in and out", "inOut", work, work, data);
        Work streamed = work;
        streamed.movement = Movement::InOutStreamed;
        row("in and out, C streams", "inOut", work, streamed, data);
      }
      for (size_t line : {64, 256, 1024, 4096}) {
        const size_t lines = std::min<size_t>(32, localBytes / line);
        const Work work{Movement::Lines, data / (2 * line * lines), line, 1, lines};
        row("lines", "lines", work, work, data);
      }
    }
    for (size_t element : {1, 2, 4, 8, 16})
      for (size_t stride : {2, 3, 4, 7, 16, 64, 257, 1024})
        for (const Movement movement : {Movement::Gather, Movement::Scatter}) {
          const size_t elements = 1024;
          const Work work{movement, 64 * megabyte / (elements * element * stride), elements,
                          element, stride};
          const bool isGather = movement == Movement::Gather;
          const std::string name = isGather ? "gather" : "scatter";
          row(name.c_str(), (name + std::to_string(element)).c_str(), work, work, 64 * megabyte);
        }
  }

private:
  void row(const char *name, const char *kernelName, const Work &work, const Work &native,
           size_t data) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, kernelName, &error);
    check(error, "clCreateKernel");
    const cl_uint n = static_cast<cl_uint>(work.elements),
                  stride = static_cast<cl_uint>(work.stride);
    clSetKernelArg(kernel, 0, sizeof fromBuffer, &fromBuffer);
    clSetKernelArg(kernel, 1, sizeof toBuffer, &toBuffer);
    clSetKernelArg(kernel, 2, localBytes, nullptr);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(kernel, 4, sizeof stride, &stride);
    const size_t passes = std::max<size_t>(1, 32 * megabyte / data);
    double mine = 1e9, theirs = 1e9;
    for (int round = 0; round <= rounds; ++round) {
      mine = std::min(mine, seconds([&] { launch(kernel, work.count, passes); }));
      theirs = std::min(theirs, seconds([&] { inC(native, passes); }));
    }
    clReleaseKernel(kernel);
    const double moved =
        1e-9 * static_cast<double>(passes * work.count) * static_cast<double>(work.tileBytes());
    std::printf("%-22s %5zu B %4zu %8.2f %8.2f %6.2f%s\n", name, work.elements * work.element,
                work.stride, moved / mine, moved / theirs, theirs / mine,
                data > 64 * megabyte ? "  large" : "");
    std::fflush(stdout);
  }

  void launch(cl_kernel kernel, size_t groups, size_t passes) {
    const size_t local = 64, global = groups * local;
    for (size_t pass = 0; pass < passes; ++pass)
      check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  }

  void inC(const Work &work, size_t passes) {
    // Threads claim parts, so that none waits long for one that was interrupted.
    const size_t parts = std::min<size_t>(work.count, 16 * threads);
    std::atomic<size_t> claimed{0};
    const auto share = [&] {
      alignas(128) unsigned char tile[localBytes];
      for (size_t next; (next = claimed.fetch_add(1)) < passes * parts;) {
        const size_t part = next % parts;
        moveTiles(work, from, to, tile, work.count * part / parts, work.count * (part + 1) / parts);
      }
    };
    std::vector<std::thread> others;
    for (size_t thread = 1; thread < threads; ++thread)
      others.emplace_back(share);
    share();
    for (std::thread &thread : others)
      thread.join();
  }

  const int rounds;
  const size_t bytes;
  unsigned char *const from, *const to;
  cl_uint threads = 1;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_mem fromBuffer, toBuffer;
};

} // namespace
} // namespace weft::bench

int main(int count, char **arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 5;
  const int megabytes = count > 2 ? std::atoi(arguments[2]) : 512;
  weft::bench::Bench(std::max(rounds, 1), weft::bench::megabyte * std::max(megabytes, 64)).run();
}
