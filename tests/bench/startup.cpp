// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long programs wait before their first kernel runs: every figure is the median over fresh
// processes, for Weft and, beside it, for every other platform that is installed.
//
//   startup [runs]           15 runs by default
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build. Other platforms are those of
// /etc/OpenCL/vendors. Each figure's process measures itself, from just before its first OpenCL
// call.
#include "tests/support/command_line.h"

#include <CL/cl.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Figures = std::map<std::string, double>;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

// ---- The measured process: prints "<name> <milliseconds>" lines.

void print(const char *name, double milliseconds) { std::printf("%s %.4f\n", name, milliseconds); }

/// One launch, to its end.
double launch(cl_command_queue queue, cl_kernel kernel, size_t global, size_t local) {
  auto begin = Clock::now();
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  return millisecondsSince(begin);
}

int measure(bool withBuild) {
  auto begin = Clock::now();
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  print("platforms", millisecondsSince(begin));
  cl_device_id device;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  print("queue", millisecondsSince(begin));
  if (!withBuild)
    return 0;

  const char *source = "kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }";
  begin = Clock::now();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  print("build", millisecondsSince(begin));
  cl_kernel kernel = clCreateKernel(program, "twice", &error);
  check(error, "clCreateKernel");
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(float), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  launch(queue, kernel, 4096, 64);
  print("result", millisecondsSince(begin));
  // Sizes not seen before: a platform that compiles for each local size shows it here.
  double slowest = 0;
  for (size_t local : {16, 32, 128, 256, 512})
    slowest = std::max(slowest, launch(queue, kernel, local * 8, local));
  print("sizes", slowest);
  return 0;
}

// ---- The parent: runs fresh processes and takes medians.

struct Platform {
  std::string name, icd;
};

/// Runs this program again with one platform and one cache folder.
Figures runOnce(const std::string &self, const Platform &platform, const std::string &cache,
                const char *mode) {
  std::string command = "OCL_ICD_VENDORS='" + platform.icd + "' WEFT_CACHE_DIR='" + cache +
                        "' POCL_CACHE_DIR='" + cache + "' XDG_CACHE_HOME='" + cache + "' '" + self +
                        "' " + mode + " 2>/dev/null";
  Figures figures;
  FILE *pipe = popen(command.c_str(), "r");
  char name[64];
  double value;
  while (pipe && std::fscanf(pipe, "%63s %lf", name, &value) == 2)
    figures[name] = value;
  if (pipe && pclose(pipe) != 0)
    figures.clear();
  return figures;
}

double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

Figures medians(const std::vector<Figures> &runs, const std::string &suffix) {
  std::map<std::string, std::vector<double>> columns;
  for (const Figures &run : runs)
    for (const auto &[name, value] : run)
      columns[name + suffix].push_back(value);
  Figures result;
  for (const auto &[name, values] : columns)
    result[name] = median(values);
  return result;
}

Figures measurePlatform(const std::string &self, const Platform &platform, int runs) {
  namespace fs = std::filesystem;
  fs::path cache = fs::temp_directory_path() / ("startup-" + std::to_string(getpid()));
  std::vector<Figures> plain, cold, warm;
  for (int i = 0; i < runs; ++i) {
    fs::remove_all(cache);
    fs::create_directories(cache);
    plain.push_back(runOnce(self, platform, cache, "--queue"));
    cold.push_back(runOnce(self, platform, cache, "--build"));
    warm.push_back(runOnce(self, platform, cache, "--build"));
  }
  fs::remove_all(cache);
  Figures all = medians(plain, "");
  all.merge(medians(cold, " cold"));
  all.merge(medians(warm, " warm"));
  return all;
}

struct Row {
  const char *what, *name;
  double limit; ///< milliseconds that Weft may take on a quiet two-core machine
};

const Row rows[] = {
    {"clGetPlatformIDs", "platforms", 2},
    {"... devices, context and queue", "queue", 8},
    {"first build of a one-line kernel", "build cold", 60},
    {"... until its first result", "result cold", 0},
    {"the same build from the cache", "build warm", 1},
    {"... until its first result", "result warm", 0},
    {"slowest launch at a new size", "sizes cold", 0},
};

} // namespace

int main(int argc, char **argv) {
  bool measuresQueue = false, measuresBuild = false;
  std::vector<std::string> rounds;
  weft::test::CommandLine line("startup");
  line.flag("--queue", measuresQueue).flag("--build", measuresBuild).words(rounds);
  line.parse(argc, argv);
  if (measuresQueue || measuresBuild)
    return measure(measuresBuild);
  const int runs = rounds.empty() ? 15 : std::max(1, std::atoi(rounds[0].c_str()));
  const char *vendors = std::getenv("OCL_ICD_VENDORS");
  if (!vendors) {
    std::fprintf(stderr, "set OCL_ICD_VENDORS to the vendors folder of a Weft build\n");
    return 2;
  }
  std::string self = std::filesystem::read_symlink("/proc/self/exe");
  std::vector<Platform> platforms = {{"weft", vendors}};
  if (std::filesystem::is_directory("/etc/OpenCL/vendors"))
    for (const auto &entry : std::filesystem::directory_iterator("/etc/OpenCL/vendors"))
      if (entry.path().extension() == ".icd" && entry.path().stem() != "weft")
        platforms.push_back({entry.path().stem(), entry.path()});

  std::vector<Figures> results;
  for (const Platform &platform : platforms)
    results.push_back(measurePlatform(self, platform, runs));
  std::printf("%-34s", "median milliseconds");
  for (const Platform &platform : platforms)
    std::printf("%12s%s", platform.name.c_str(),
                &platform == &platforms[0] ? "   limit" : "   times Weft's");
  std::printf("\n");
  bool isGood = true;
  for (const Row &row : rows) {
    double ours = results[0][row.name];
    isGood &= ours > 0;
    std::printf("%-34s%12.3f", row.what, ours);
    if (row.limit > 0)
      std::printf(" %7.0f", row.limit);
    else
      std::printf("%8s", "");
    for (size_t i = 1; i < platforms.size(); ++i)
      std::printf("%12.3f %14.1f", results[i][row.name], results[i][row.name] / ours);
    std::printf("\n");
  }
  return isGood ? 0 : 1;
}
