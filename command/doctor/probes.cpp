// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/doctor/probes.h"

#include "command/doctor/opencl_functions.h"
#include "command/subcommands.h"
#include "device/base/clock.h"

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <span>
#include <stdexcept>
#include <unistd.h>

namespace weft::command {
namespace {

constexpr unsigned driverSeconds = 20, launchSeconds = 60;

void say(const char *name, const std::string &value) {
  std::printf("%s %s\n", name, value.c_str());
  std::fflush(stdout);
}

[[noreturn]] void giveUp(const std::string &error) { throw std::runtime_error(error); }

std::string pathOf(void *library) {
  link_map *map = nullptr;
  return ::dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name ? map->l_name : "";
}

void *load(const char *name) {
  void *library = ::dlopen(name, RTLD_NOW);
  if (!library)
    giveUp(::dlerror());
  say("library", pathOf(library));
  return library;
}

template <class Function> Function symbol(void *library, const char *name) {
  return reinterpret_cast<Function>(::dlsym(library, name));
}

/// Loaders' descriptions of themselves (an extension of ocl-icd, which Khronos's has as well).
/// Querying may load drivers, so known facts are printed first.
void reportLoader() {
  void *library = load("libOpenCL.so.1");
  if (!::dlsym(library, "clGetPlatformIDs"))
    giveUp("it has no clGetPlatformIDs");
  say("loaded", "yes");
  enum Info : cl_uint { VersionOfLoader = 2, Name = 3 };
  using GetInfo = cl_int (*)(cl_uint, size_t, void *, size_t *);
  using GetAddress = void *(CL_API_CALL *)(const char *);
  constexpr char asksLoader[] = "clGetICDLoaderInfoOCLICD";
  auto getInfo = symbol<GetInfo>(library, asksLoader);
  if (const auto getAddress = symbol<GetAddress>(library, "clGetExtensionFunctionAddress");
      !getInfo && getAddress)
    getInfo = reinterpret_cast<GetInfo>(getAddress(asksLoader));
  char text[256] = "";
  if (getInfo && getInfo(Name, sizeof text, text, nullptr) == CL_SUCCESS)
    say("name", text);
  if (getInfo && getInfo(VersionOfLoader, sizeof text, text, nullptr) == CL_SUCCESS)
    say("version", text);
}

template <class GetInfo>
std::string infoOf(cl_platform_id platform, cl_uint name, GetInfo getInfo) {
  char text[1024] = "";
  const cl_int code = getInfo(platform, name, sizeof text - 1, text, nullptr);
  return code == CL_SUCCESS ? text : "(error " + std::to_string(code) + ")";
}

void reportPlatforms(std::span<const cl_platform_id> platforms) {
  for (cl_platform_id platform : platforms) {
    // Its first member is the dispatch table (cl_khr_icd).
    const cl_icd_dispatch *table =
        platform ? *reinterpret_cast<cl_icd_dispatch **>(platform) : nullptr;
    if (!table || !table->clGetPlatformInfo)
      giveUp("a platform has no dispatch table");
    say("platform", infoOf(platform, CL_PLATFORM_NAME, table->clGetPlatformInfo) + ", " +
                        infoOf(platform, CL_PLATFORM_VERSION, table->clGetPlatformInfo));
  }
}

void reportDriver(const std::string &name) {
  void *library = load(name.c_str());
  using GetAddress = void *(CL_API_CALL *)(const char *);
  const auto getAddress = symbol<GetAddress>(library, "clGetExtensionFunctionAddress");
  if (!getAddress)
    giveUp("it is not a driver: it has no clGetExtensionFunctionAddress");
  const auto getPlatforms =
      reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(getAddress("clIcdGetPlatformIDsKHR"));
  if (!getPlatforms)
    giveUp("it is not a driver for loaders: it has no clIcdGetPlatformIDsKHR");
  std::array<cl_platform_id, 64> platforms{};
  cl_uint count = 0;
  const cl_int code = getPlatforms(platforms.size(), platforms.data(), &count);
  if (code != CL_SUCCESS || !count)
    giveUp("it has no platform (clIcdGetPlatformIDsKHR: " + std::to_string(code) + ")");
  reportPlatforms(std::span(platforms).first(std::min<std::size_t>(count, platforms.size())));
}

std::string milliseconds(const Elapsed &time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", time.milliseconds());
  return text;
}

void check(cl_int code, const char *what) {
  if (code != CL_SUCCESS)
    giveUp(std::string(what) + " returns " + std::to_string(code));
}

cl_platform_id findWeft(const OpenClFunctions &cl) {
  std::array<cl_platform_id, 64> platforms{};
  cl_uint count = 0;
  const cl_int code = cl.getPlatformIDs(platforms.size(), platforms.data(), &count);
  // The loaders' result without drivers.
  if (code == CL_PLATFORM_NOT_FOUND_KHR)
    giveUp("the loader has no platform");
  check(code, "clGetPlatformIDs");
  cl_platform_id weft = nullptr;
  for (cl_uint index = 0; index < count && index < platforms.size(); ++index) {
    const std::string name = infoOf(platforms[index], CL_PLATFORM_NAME, cl.getPlatformInfo);
    say("platform", name);
    if (name == "Weft")
      weft = platforms[index];
  }
  if (!weft)
    giveUp("the loader does not have the platform Weft");
  // Its dispatch table is in the driver.
  Dl_info info;
  if (::dladdr(*reinterpret_cast<void **>(weft), &info) && info.dli_fname)
    say("library", info.dli_fname);
  return weft;
}

/// A source that is in no cache: it contains the time.
std::string newSource() {
  return "kernel void probe(global uint *x) { x[get_global_id(0)] += get_global_id(0) ^ " +
         std::to_string(monotonicNanoseconds() & 0xffffffff) + "u; }";
}

void launch(const OpenClFunctions &cl, cl_context context, cl_command_queue queue,
            cl_kernel kernel) {
  constexpr size_t items = 1 << 16;
  cl_int code = 0;
  cl_mem buffer =
      cl.createBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &code);
  check(code, "clCreateBuffer");
  check(cl.setKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  const Elapsed time;
  check(cl.enqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(cl.finish(queue), "clFinish");
  say("launch", milliseconds(time));
}

void buildAndLaunch() {
  // No cache will be asked for this program again.
  ::setenv("WEFT_CACHE", "0", 1);
  const OpenClFunctions cl(load("libOpenCL.so.1"));
  cl_platform_id platform = findWeft(cl);
  cl_device_id device = nullptr;
  check(cl.getDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int code = 0;
  cl_context context = cl.createContext(nullptr, 1, &device, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  cl_command_queue queue = cl.createCommandQueue(context, device, 0, &code);
  check(code, "clCreateCommandQueue");
  const std::string source = newSource();
  const char *text = source.c_str();
  cl_program program = cl.createProgramWithSource(context, 1, &text, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  const Elapsed time;
  code = cl.buildProgram(program, 0, nullptr, "", nullptr, nullptr);
  if (code != CL_SUCCESS) {
    char log[4096] = "";
    cl.getProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
    std::string line(log);
    giveUp("clBuildProgram returns " + std::to_string(code) + ": " +
           line.substr(0, line.find('\n')));
  }
  say("build", milliseconds(time));
  cl_kernel kernel = cl.createKernel(program, "probe", &code);
  check(code, "clCreateKernel");
  launch(cl, context, queue, kernel);
}

ProbeResult probe(const Words &words, unsigned seconds) {
  Words all{"probe"};
  all.insert(all.end(), words.begin(), words.end());
  return {runChild("/proc/self/exe", all, seconds)};
}

} // namespace

std::vector<std::string> ProbeResult::all(const std::string &name) const {
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin < child.output.size();) {
    const std::size_t end = std::min(child.output.find('\n', begin), child.output.size());
    const std::string line = child.output.substr(begin, end - begin);
    if (line.starts_with(name + " "))
      values.push_back(line.substr(name.size() + 1));
    begin = end + 1;
  }
  return values;
}

std::string ProbeResult::value(const std::string &name) const {
  const std::vector<std::string> values = all(name);
  return values.empty() ? "" : values.front();
}

ProbeResult probeLoader() { return probe({"loader"}, driverSeconds); }
ProbeResult probeDriver(const std::string &library) {
  return probe({"driver", library}, driverSeconds);
}
ProbeResult probeLaunch() { return probe({"launch"}, launchSeconds); }

/// Exits without the exit handlers of loaded libraries.
int runProbe(const Words &words) {
  try {
    if (words.size() == 1 && words[0] == "loader")
      reportLoader();
    else if (words.size() == 2 && words[0] == "driver")
      reportDriver(words[1]);
    else if (words.size() == 1 && words[0] == "launch")
      buildAndLaunch();
    else
      return mistake("probe is for weft doctor");
  } catch (const std::exception &error) {
    say("error", error.what());
    ::_exit(foundProblem);
  }
  ::_exit(done);
}

} // namespace weft::command
