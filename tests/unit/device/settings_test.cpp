// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users and control groups decide: settings, the choice of PUs, limits.
#include "device/base/settings.h"
#include "device/machine/cgroup.h"
#include "device/machine/topology.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <regex>
#include <set>

namespace weft::device {
namespace {

TEST(Settings, TakesListsOfUnits) {
  Settings settings;
  EXPECT_TRUE(settings.set("PUS", "8,0-3,2,10-11"));
  EXPECT_EQ(settings.units, (std::vector<unsigned>{0, 1, 2, 3, 8, 10, 11}));
  for (const char *bad : {"", "x", "3-1", "1,", "1-", "-1", "0-99999999"})
    EXPECT_FALSE(settings.set("PUS", bad)) << bad;
  EXPECT_EQ(settings.units.size(), 7u);
}

TEST(Settings, TakesTheRest) {
  Settings settings;
  EXPECT_TRUE(settings.set("THREADS", "3"));
  EXPECT_EQ(settings.threads, 3u);
  EXPECT_TRUE(settings.set("SMT", "0"));
  EXPECT_TRUE(settings.onePerCore);
  EXPECT_TRUE(settings.set("PIN", "0"));
  EXPECT_FALSE(settings.pin);
  EXPECT_TRUE(settings.set("LOG", "warning"));
  EXPECT_EQ(settings.log, LogLevel::Warning);
  EXPECT_TRUE(settings.set("PROGRAMS", "/tmp"));
  EXPECT_EQ(settings.programFolder, "/tmp");
  EXPECT_TRUE(settings.set("CACHE_DIR", "/cache"));
  EXPECT_EQ(settings.cacheFolder, "/cache");
  EXPECT_TRUE(settings.set("CACHE", "1"));
  EXPECT_EQ(settings.cacheFolder, "/cache");
  EXPECT_TRUE(settings.set("CACHE", "0"));
  EXPECT_EQ(settings.cacheFolder, "");
  EXPECT_TRUE(settings.set("CACHE_SIZE", "3"));
  EXPECT_EQ(settings.cacheBytes, 3u);
  EXPECT_TRUE(settings.set("CACHE_SIZE", "5M"));
  EXPECT_EQ(settings.cacheBytes, 5u << 20);
  EXPECT_TRUE(settings.set("COMPILE_SECONDS", "7"));
  EXPECT_EQ(settings.compileSeconds, 7u);
  EXPECT_TRUE(settings.set("BUILD_OPTIONS", "-cl-mad-enable"));
  EXPECT_EQ(settings.buildOptions, "-cl-mad-enable");
  for (const char *bad : {"", "K", "1T", "-1", "1 K", "99999999999G"})
    EXPECT_FALSE(settings.set("CACHE_SIZE", bad)) << bad;
  EXPECT_FALSE(settings.set("COMPILE_SECONDS", "soon"));
  EXPECT_FALSE(settings.set("CACHE", "off"));
  EXPECT_FALSE(settings.set("LOG", "loud"));
  EXPECT_FALSE(settings.set("SMT", "yes"));
  EXPECT_FALSE(settings.set("THREADS", "3 "));
  EXPECT_FALSE(settings.set("COLOUR", "1"));
}

// The README's table has each variable of Weft's, and no other.
TEST(Settings, AreAllInTheReadme) {
  std::ifstream readme(WEFT_TEST_README);
  std::set<std::string> described, known;
  const std::regex name("`(WEFT_[A-Z_]+)");
  for (std::string line; std::getline(readme, line);) {
    const std::string names = line.starts_with("| `WEFT_") ? line.substr(0, line.find('|', 1)) : "";
    for (std::sregex_iterator found(names.begin(), names.end(), name), end; found != end; ++found)
      described.insert((*found)[1]);
  }
  for (const Variable &variable : Settings::all())
    if (variable.isOurs())
      known.insert(variable.name);
  EXPECT_EQ(described, known);
}

// A host that changes its folder afterwards means the same file still.
TEST(Settings, RelativePathsBeginWhereTheyAreRead) {
  Settings settings;
  EXPECT_TRUE(settings.set("TRACE", "trace.json"));
  EXPECT_EQ(settings.trace, (std::filesystem::current_path() / "trace.json").string());
}

// Two sockets with four NUMA nodes each, 64 cores, 128 PUs numbered as Linux does: first all first
// threads, then all second ones.
Topology server() {
  std::string indexes;
  for (unsigned core = 0; core < 64; ++core)
    indexes += (core ? "," : "") + std::to_string(core) + "," + std::to_string(core + 64);
  return Topology::fromSynthetic("package:2 numa:4 l3:2 l2:4 core:1 pu:2(indexes=" + indexes + ")");
}

TEST(Choice, ServerWithSmt) {
  const Topology topology = server();
  ASSERT_EQ(topology.allowed().size(), 128u);
  EXPECT_EQ(topology.choose({}), topology.allowed());
  ProcessingUnits firsts(64);
  std::iota(firsts.begin(), firsts.end(), 0u);
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = true}), firsts);
  // Few threads get cores of their own, beside one another.
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 8}),
            (ProcessingUnits{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 66}).back(), 65u);
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, topology.allowed()).size(), 8u);
  EXPECT_EQ(topology.domains(AffinityDomain::L3Cache, topology.allowed()).size(), 16u);
}

TEST(Choice, HolesInTheSet) {
  const Topology topology = server();
  // Only second threads: each is then the first of its core.
  EXPECT_EQ(topology.choose({.only = {64, 66, 100}, .onePerCore = true}),
            (ProcessingUnits{64, 66, 100}));
  EXPECT_EQ(topology.choose({.only = {0, 5, 64}, .onePerCore = true}), (ProcessingUnits{0, 5}));
  EXPECT_EQ(topology.choose({.only = {0, 5, 64}, .onePerCore = false, .most = 2}),
            (ProcessingUnits{0, 5}));
}

TEST(Choice, NothingFits) {
  const Topology topology = Topology::fromSynthetic("core:2 pu:2");
  EXPECT_EQ(topology.choose({.only = {77}, .onePerCore = false}), topology.allowed());
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 0}).size(), 1u);
}

TEST(Choice, OneCore) {
  const Topology topology = Topology::fromSynthetic("core:1 pu:1");
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = true}), ProcessingUnits{0});
}

/// Exports of hwloc's. PUs 0, 2, 4 and 6 are slow cores of one thread each, numbered before four
/// fast ones of two (8-15); and a cpuset that leaves pieces of a server of 32 PUs.
Topology recorded(const std::string &name) {
  return Topology::fromXml(WEFT_TEST_TOPOLOGIES "/" + name + ".xml");
}

TEST(Choice, HybridCores) {
  const Topology topology = recorded("hybrid");
  ASSERT_EQ(topology.allowed(), (ProcessingUnits{0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15}));
  // Without a limit every PU counts; with one, fast cores come first, then slow ones, and second
  // threads last.
  EXPECT_EQ(topology.choose({}), topology.allowed());
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = true}),
            (ProcessingUnits{0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 4}),
            (ProcessingUnits{8, 10, 12, 14}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 6}),
            (ProcessingUnits{0, 2, 8, 10, 12, 14}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 9}),
            (ProcessingUnits{0, 2, 4, 6, 8, 9, 10, 12, 14}));
  AffinityDomain domain{};
  ASSERT_TRUE(topology.nextPartitionable(topology.allowed(), domain));
  EXPECT_EQ(domain, AffinityDomain::L2Cache);
  EXPECT_EQ(topology.domains(AffinityDomain::L2Cache, topology.allowed()).size(), 8u);
}

TEST(Choice, CpusetWithHoles) {
  const Topology topology = recorded("holes");
  ASSERT_EQ(topology.allowed(), (ProcessingUnits{1, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22, 23, 31}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = true}),
            (ProcessingUnits{1, 4, 6, 16, 18, 20, 22, 31}));
  EXPECT_EQ(topology.choose({.only = {}, .onePerCore = false, .most = 3}),
            (ProcessingUnits{1, 4, 6}));
  using Groups = std::vector<ProcessingUnits>;
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, topology.allowed()),
            (Groups{{1, 4, 5, 6}, {16, 17, 18, 19, 20, 21, 22, 23}, {31}}));
  EXPECT_EQ(topology.compactOrder({1, 6, 16, 31}), (std::vector<unsigned>{1, 6, 16, 31}));
}

/// A machine of files.
class Cgroup : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/weft-cgroup-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    root = name;
  }
  void TearDown() override { std::filesystem::remove_all(root); }
  void write(const std::string &path, const std::string &text) {
    std::filesystem::create_directories(std::filesystem::path(root + path).parent_path());
    std::ofstream(root + path) << text;
  }
  std::string root;
};

TEST_F(Cgroup, NoneLimitsNothing) {
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_EQ(limits.memoryBytes, UINT64_MAX);
  EXPECT_EQ(limits.processors, 0);
}

TEST_F(Cgroup, UnifiedTakesTheTightestAround) {
  write("/proc/self/cgroup", "0::/jobs/mine\n");
  write("/sys/fs/cgroup/jobs/mine/cpu.max", "400000 100000\n");
  write("/sys/fs/cgroup/jobs/mine/memory.max", "max\n");
  write("/sys/fs/cgroup/jobs/cpu.max", "150000 100000\n");
  write("/sys/fs/cgroup/jobs/memory.max", "1048576\n");
  write("/sys/fs/cgroup/cpu.max", "max 100000\n");
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_EQ(limits.memoryBytes, 1048576u);
  EXPECT_EQ(limits.processors, 1.5);
}

TEST_F(Cgroup, VersionOneHasAFolderForEachController) {
  write("/proc/self/cgroup", "7:cpu,cpuacct:/a\n6:memory:/b\n5:pids:/c\n");
  write("/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "50000\n");
  write("/sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
  write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  write("/sys/fs/cgroup/memory/b/memory.limit_in_bytes", "4096\n");
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_EQ(limits.memoryBytes, 4096u);
  EXPECT_EQ(limits.processors, 0.5);
}

} // namespace
} // namespace weft::device
