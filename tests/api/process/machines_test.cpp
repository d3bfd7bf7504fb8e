// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices on machines that are not at hand: hwloc takes a description instead of reading the
// system. Each machine needs a process of its own, which must end well and without a word.
#include "tests/support/opencl.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace weft::test;
using Properties = std::vector<cl_device_partition_property>;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  _exit(1);
}

cl_device_id onlyDevice() {
  cl_platform_id platform;
  cl_device_id device;
  require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "clGetDeviceIDs");
  return device;
}

cl_uint unitsOf(cl_device_id device) {
  cl_uint units = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  return units;
}

std::vector<cl_device_id> partition(cl_device_id device, const Properties &properties) {
  cl_uint count = 0;
  require(clCreateSubDevices(device, properties.data(), 0, nullptr, &count) == CL_SUCCESS,
          "clCreateSubDevices");
  std::vector<cl_device_id> parts(count);
  require(clCreateSubDevices(device, properties.data(), count, parts.data(), nullptr) == CL_SUCCESS,
          "clCreateSubDevices");
  return parts;
}

std::vector<cl_uint> unitsOf(const std::vector<cl_device_id> &devices) {
  std::vector<cl_uint> units;
  for (cl_device_id device : devices)
    units.push_back(unitsOf(device));
  return units;
}

/// Has a device do work for all its threads, and looks at the result.
void use(cl_device_id device) {
  constexpr size_t words = size_t{1} << 19;
  const Context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const Queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  const Memory buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, words * sizeof(cl_uint), nullptr, nullptr);
  require(context && queue && buffer, "objects");
  const cl_uint pattern = 0xabcdef01;
  std::vector<cl_uint> result(words);
  require(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, words * sizeof(cl_uint),
                              0, nullptr, nullptr) == CL_SUCCESS,
          "clEnqueueFillBuffer");
  require(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, words * sizeof(cl_uint), result.data(), 0,
                              nullptr, nullptr) == CL_SUCCESS,
          "clEnqueueReadBuffer");
  require(std::all_of(result.begin(), result.end(), [=](cl_uint x) { return x == pattern; }),
          "the buffer's contents");
}

class Machines : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void on(const char *machine, const std::function<void()> &scenario) {
    describedBy("HWLOC_SYNTHETIC", machine, scenario);
  }
  static void onRecorded(const char *machine, const std::function<void()> &scenario) {
    describedBy("HWLOC_XMLFILE", (WEFT_TEST_TOPOLOGIES "/" + std::string(machine)).c_str(),
                scenario);
  }

private:
  static void describedBy(const char *variable, const char *description,
                          const std::function<void()> &scenario) {
    EXPECT_EXIT(
        {
          alarm(60);
          setenv(variable, description, 1);
          scenario();
          std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
  }
};

const char *const server = "package:2 numa:4 l3:2 l2:4 core:1 pu:2";

TEST_F(Machines, ServerIsCutByDomains) {
  on(server, [] {
    cl_device_id device = onlyDevice();
    require(unitsOf(device) == 128, "128 compute units");
    cl_device_affinity_domain domains = 0;
    clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains, nullptr);
    require(domains ==
                (CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE |
                 CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE),
            "the domains");
    const auto byDomain = [&](cl_device_id of, cl_device_affinity_domain domain) {
      return partition(of, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                            static_cast<cl_device_partition_property>(domain), 0});
    };
    const auto nodes = byDomain(device, CL_DEVICE_AFFINITY_DOMAIN_NUMA);
    require(unitsOf(nodes) == std::vector<cl_uint>(8, 16), "eight NUMA nodes");
    require(unitsOf(byDomain(device, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE)) ==
                std::vector<cl_uint>(16, 8),
            "sixteen caches");
    const auto next = byDomain(nodes[3], CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
    require(unitsOf(next) == std::vector<cl_uint>(2, 8), "a node's caches");
    use(nodes[5]);
    use(next[1]);
  });
}

TEST_F(Machines, ServerIsCutByCounts) {
  on(server, [] {
    cl_device_id device = onlyDevice();
    const auto parts = partition(device, {CL_DEVICE_PARTITION_BY_COUNTS, 100, 1, 27,
                                          CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    require(unitsOf(parts) == std::vector<cl_uint>{100, 1, 27}, "the counts asked for");
    require(unitsOf(partition(device, {CL_DEVICE_PARTITION_EQUALLY, 24, 0})) ==
                std::vector<cl_uint>(5, 24),
            "five equal parts");
    for (cl_device_id part : parts)
      use(part);
    use(device);
  });
}

TEST_F(Machines, ServerWithoutSecondThreads) {
  setenv("WEFT_SMT", "0", 1);
  on(server, [] {
    cl_device_id device = onlyDevice();
    require(unitsOf(device) == 64, "a compute unit for each core");
    use(device);
  });
  unsetenv("WEFT_SMT");
}

TEST_F(Machines, HybridCores) {
  onRecorded("hybrid.xml", [] {
    cl_device_id device = onlyDevice();
    require(unitsOf(device) == 12, "four slow PUs, and two of each of four fast cores");
    const auto cores = partition(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                          CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0});
    require(unitsOf(cores) == std::vector<cl_uint>{1, 1, 1, 1, 2, 2, 2, 2}, "the cores");
    use(cores[0]);
    use(cores[7]);
    use(device);
  });
}

TEST_F(Machines, CpusetWithHoles) {
  onRecorded("holes.xml", [] {
    cl_device_id device = onlyDevice();
    require(unitsOf(device) == 13, "13 compute units");
    const auto nodes = partition(
        device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0});
    require(unitsOf(nodes) == std::vector<cl_uint>{4, 8, 1}, "what is left of three nodes");
    for (cl_device_id node : nodes)
      use(node);
    use(device);
  });
}

TEST_F(Machines, OneCore) {
  on("core:1 pu:1", [] {
    cl_device_id device = onlyDevice();
    require(unitsOf(device) == 1, "one compute unit");
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    require(clCreateSubDevices(device, equally, 0, nullptr, nullptr) == CL_DEVICE_PARTITION_FAILED,
            "nothing to part");
    use(device);
  });
}

/// Leaves the process alone in a mount namespace with an empty folder in the place of another.
bool hideFolder(const char *folder) {
  return unshare(CLONE_NEWNS) == 0 &&
         mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("none", folder, "tmpfs", 0, nullptr) == 0;
}

TEST_F(Machines, WithoutFilesOfTheSystem) {
  const pid_t probe = fork();
  if (probe == 0)
    _exit(hideFolder("/sys") ? 0 : 1);
  int status = 1;
  waitpid(probe, &status, 0);
  if (status != 0)
    GTEST_SKIP() << "this process may not mount";
  for (const char *folder : {"/sys", "/proc"})
    EXPECT_EXIT(
        {
          alarm(60);
          require(hideFolder(folder), "the mount");
          use(onlyDevice());
          std::exit(0);
        },
        testing::ExitedWithCode(0), "^$")
        << folder;
}

} // namespace
