// Elementary functions in plain kernels, on one thread, in millions of elements a second: over
// arrays that the first-level cache holds and over arrays that it does not, beside the same loops
// over glibc's libmvec and SLEEF, eight elements at a time.
//
//   math [rounds] [function...]
//
// The kernels are vectorised (-cl-weft-vectorise=auto). Each figure is the best of the rounds, in
// which the competitors take turns.
#include "tests/bench/math/native.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace weft::bench;

namespace {

void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "math: %s failed\n", what);
  std::exit(EXIT_FAILURE);
}

/// Between which limits the operands lie.
struct Operands {
  float leastX, greatestX, leastY, greatestY;
};

struct Case {
  std::string name;
  Operands operands;
  int count = 1;
};

const std::vector<Case> cases = {
    {"exp", {-20, 20, 0, 0}},
    {"exp2", {-20, 20, 0, 0}},
    {"exp10", {-20, 20, 0, 0}},
    {"expm1", {-5, 5, 0, 0}},
    {"log", {0.001f, 1000, 0, 0}},
    {"log2", {0.001f, 1000, 0, 0}},
    {"log10", {0.001f, 1000, 0, 0}},
    {"log1p", {-0.5f, 100, 0, 0}},
    {"sin", {-100, 100, 0, 0}},
    {"cos", {-100, 100, 0, 0}},
    {"tan", {-100, 100, 0, 0}},
    {"asin", {-1, 1, 0, 0}},
    {"acos", {-1, 1, 0, 0}},
    {"atan", {-10, 10, 0, 0}},
    {"sinh", {-5, 5, 0, 0}},
    {"cosh", {-5, 5, 0, 0}},
    {"tanh", {-3, 3, 0, 0}},
    {"cbrt", {-100, 100, 0, 0}},
    {"pow", {0.01f, 10, -5, 5}, 2},
    {"atan2", {-5, 5, -5, 5}, 2},
    {"hypot", {-5, 5, -5, 5}, 2},
    {"native_exp", {-20, 20, 0, 0}},
    {"native_log", {0.001f, 1000, 0, 0}},
    {"native_sin", {-100, 100, 0, 0}},
    {"native_cos", {-100, 100, 0, 0}},
    {"native_powr", {0.01f, 10, -5, 5}, 2},
    {"powr", {0.01f, 10, -5, 5}, 2},
};

/// The device, with arrays for one size. `repetitions` go through the arrays as the second
/// dimension of the range.
class Device {
public:
  Device() {
    cl_platform_id platform = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    require(context && queue, "making a queue");
  }

  cl_kernel kernel(const Case &test) const {
    const std::string source =
        "kernel void run(global const float *x, global const float *y, global float *results) {\n"
        "  size_t i = get_global_id(0);\n  results[i] = " +
        test.name + (test.count == 1 ? "(x[i])" : "(x[i], y[i])") + ";\n}\n";
    const char *text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    require(clBuildProgram(program, 1, &device, "-cl-weft-vectorise=auto", nullptr, nullptr) ==
                CL_SUCCESS,
            "clBuildProgram");
    cl_kernel result = clCreateKernel(program, "run", nullptr);
    require(result != nullptr, "clCreateKernel");
    clReleaseProgram(program);
    return result;
  }

  void run(cl_kernel kernel, std::size_t count, std::size_t repetitions) const {
    const std::size_t global[] = {count, repetitions}, local[] = {1024, 1};
    require(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr) ==
                    CL_SUCCESS &&
                clFinish(queue) == CL_SUCCESS,
            "clEnqueueNDRangeKernel");
  }

  cl_mem buffer(std::vector<float> &data) const {
    return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, data.size() * sizeof(float), data.data(),
                          nullptr);
  }

private:
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

/// Of the process's CPU time, which others that use the machine do not add to.
double seconds(const std::function<void()> &work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double begin = now();
  work();
  return now() - begin;
}

/// Millions of elements a second of each competitor, 0 for one that is not there.
std::vector<double> measure(const Device &device, const Case &test, const NativeFunction *native,
                            std::size_t count, std::size_t repetitions, int rounds) {
  std::mt19937 random(1);
  const auto fill = [&](float least, float greatest) {
    std::vector<float> data(count);
    std::uniform_real_distribution<float> values(least, greatest);
    for (float &value : data)
      value = values(random);
    return data;
  };
  std::vector<float> x = fill(test.operands.leastX, test.operands.greatestX),
                     y = fill(test.operands.leastY, test.operands.greatestY), results(count);
  cl_kernel kernel = device.kernel(test);
  cl_mem buffers[] = {device.buffer(x), device.buffer(y), device.buffer(results)};
  for (cl_uint i = 0; i < 3; ++i)
    require(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]) == CL_SUCCESS, "clSetKernelArg");

  const auto loop = [&](ArrayFunction function) {
    for (std::size_t i = 0; i < repetitions; ++i)
      function(x.data(), y.data(), results.data(), count);
  };
  std::vector<std::function<void()>> competitors = {[&] { device.run(kernel, count, repetitions); },
                                                    nullptr, nullptr};
  if (native && native->libmvec)
    competitors[1] = [&] { loop(native->libmvec); };
  if (native && native->sleef)
    competitors[2] = [&] { loop(native->sleef); };

  std::vector<double> rates(competitors.size());
  for (int round = -1; round < rounds; ++round) // the first one warms up
    for (std::size_t i = 0; i < competitors.size(); ++i)
      if (competitors[i]) {
        const double time = seconds(competitors[i]);
        if (round >= 0)
          rates[i] = std::max(rates[i], static_cast<double>(count * repetitions) / time * 1e-6);
      }
  clReleaseKernel(kernel);
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  return rates;
}

void print(const std::vector<double> &rates) {
  std::printf(" | %8.0f", rates[0]);
  for (std::size_t i = 1; i < rates.size(); ++i) {
    if (rates[i] > 0)
      std::printf(" | %8.0f (%5.2f)", rates[i], rates[0] / rates[i]);
    else
      std::printf(" |                 ");
  }
}

} // namespace

int main(int argumentCount, char **arguments) {
  setenv("WEFT_THREADS", "1", 1); // the native loops have one thread, too
  const int rounds = argumentCount > 1 ? std::max(1, std::atoi(arguments[1])) : 15;
  const std::vector<std::string> wanted(arguments + std::min(argumentCount, 2),
                                        arguments + argumentCount);
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::printf("this CPU has no AVX2 to compare with\n");
    return EXIT_SUCCESS;
  }
  const Device device;
  constexpr std::size_t small = 2048, large = std::size_t{1} << 22;
  std::printf(
      "Millions of elements a second; in brackets Weft's share of them.\n"
      "%-12s | L1: Weft | libmvec          | SLEEF            | DRAM: Weft | libmvec        "
      " | SLEEF\n",
      "function");
  for (const Case &test : cases) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), test.name) == wanted.end())
      continue;
    const auto functions = nativeFunctions();
    const auto native = std::find_if(functions.begin(), functions.end(), [&](const auto &function) {
      return test.name == function.name;
    });
    const NativeFunction *found = native == functions.end() ? nullptr : &*native;
    std::printf("%-12s", test.name.c_str());
    print(measure(device, test, found, small, 256, rounds));
    print(measure(device, test, found, large, 1, rounds));
    std::printf("\n");
    std::fflush(stdout);
  }
}
