// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/topology.h"

#include "device/arch/cpu_info.h"
#include "device/machine/affinity.h"

#include "cpus.h"

#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>
#include <thread>

namespace weft::device {
namespace {

using Groups = std::vector<ProcessingUnits>;

TEST(Topology, ReadsSyntheticMachine) {
  const Topology topology =
      Topology::fromSynthetic("numa:2 l3:1(size=33554432) core:2 l2:1 l1:1(size=32768) pu:2");
  EXPECT_EQ(topology.allowed(), (ProcessingUnits{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, topology.allowed()),
            (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(topology.domains(AffinityDomain::L1Cache, topology.allowed()).size(), 4u);
  EXPECT_EQ(topology.lastLevel().bytes, 32u << 20);
  EXPECT_EQ(topology.l1Data().bytes, 32u << 10);
  EXPECT_GT(topology.memoryBytes(), 0u);
}

TEST(Topology, DomainsAreCutToWhatIsAskedFor) {
  const Topology topology = Topology::fromSynthetic("numa:2 l3:2 core:2 pu:1");
  EXPECT_EQ(topology.domains(AffinityDomain::L3Cache, {1, 2, 7}), (Groups{{1}, {2}, {7}}));
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, {1, 2, 7}), (Groups{{1, 2}, {7}}));
  EXPECT_TRUE(topology.domains(AffinityDomain::Numa, {}).empty());
}

TEST(Topology, NextPartitionableIsTheWidestThatSplits) {
  const Topology topology = Topology::fromSynthetic("numa:2 l3:2 l2:2 pu:2");
  AffinityDomain domain{};
  ASSERT_TRUE(topology.nextPartitionable(topology.allowed(), domain));
  EXPECT_EQ(domain, AffinityDomain::Numa);
  ASSERT_TRUE(topology.nextPartitionable({0, 1, 2, 3, 4, 5, 6, 7}, domain));
  EXPECT_EQ(domain, AffinityDomain::L3Cache);
  ASSERT_TRUE(topology.nextPartitionable({0, 1, 2, 3}, domain));
  EXPECT_EQ(domain, AffinityDomain::L2Cache);
  EXPECT_FALSE(topology.nextPartitionable({0, 1}, domain));
  EXPECT_FALSE(topology.nextPartitionable({0}, domain));
}

TEST(Topology, MachineWithoutCachesOrNodes) {
  const Topology topology = Topology::fromSynthetic("core:3 pu:1");
  EXPECT_EQ(topology.allowed().size(), 3u);
  EXPECT_TRUE(topology.domains(AffinityDomain::L3Cache, topology.allowed()).empty());
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, topology.allowed()).size(), 1u);
  EXPECT_EQ(topology.lastLevel().bytes, 0u);
  EXPECT_EQ(topology.lastLevel().lineBytes, 64u);
  AffinityDomain domain{};
  EXPECT_FALSE(topology.nextPartitionable(topology.allowed(), domain));
}

TEST(Topology, CompactOrderFollowsTheMachine) {
  // Numbered as many servers are: all first threads of the cores, then all second ones.
  const Topology topology = Topology::fromSynthetic("numa:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
  EXPECT_EQ(topology.compactOrder(topology.allowed()),
            (std::vector<unsigned>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(topology.compactOrder({1, 2, 4}), (std::vector<unsigned>{4, 1, 2}));
  EXPECT_EQ(topology.domains(AffinityDomain::Numa, topology.allowed()),
            (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
}

TEST(Topology, BadDescriptionsGiveNothing) {
  EXPECT_TRUE(Topology::fromSynthetic("no such thing").allowed().empty());
  EXPECT_TRUE(Topology::fromXml("/nonexistent/machine.xml").allowed().empty());
}

TEST(Topology, OfProcessIsWhatItMayUse) {
  const Topology &topology = Topology::ofProcess();
  const ProcessingUnits mine = AffinityMask::ofThread().units();
  ASSERT_FALSE(topology.allowed().empty());
  EXPECT_TRUE(std::is_sorted(topology.allowed().begin(), topology.allowed().end()));
  EXPECT_EQ(topology.allowed(), mine);
  EXPECT_EQ(topology.compactOrder(topology.allowed()).size(), topology.allowed().size());
  EXPECT_GT(topology.memoryBytes(), 1u << 20);
  EXPECT_EQ(&topology, &Topology::ofProcess());
}

TEST(Topology, OneBoundThreadDoesNotNarrowTheProcess) {
  if (AffinityMask::ofThread().units().size() < 2)
    GTEST_SKIP() << "needs two PUs";
  const ProcessingUnits before = AffinityMask::ofThread().units();
  std::thread([&] {
    ASSERT_TRUE(AffinityMask(before.back()).apply());
    EXPECT_EQ(AffinityMask::ofThread().units(), ProcessingUnits{before.back()});
    EXPECT_EQ(Topology::ofProcess().allowed(), before);
  }).join();
  EXPECT_EQ(AffinityMask::ofThread().units(), before);
}

TEST(CpuInfo, DescribesTheHost) {
  const CpuInfo &cpu = CpuInfo::host();
  EXPECT_FALSE(cpu.vendor.empty());
  ASSERT_FALSE(cpu.name.empty());
  EXPECT_FALSE(std::isspace(static_cast<unsigned char>(cpu.name.front())));
  EXPECT_FALSE(std::isspace(static_cast<unsigned char>(cpu.name.back())));
  EXPECT_NE(cpu.signature, 0u);
  EXPECT_EQ(cpu.vectorBits, test::cpus::vectorBitsOfHost());
}

TEST(CpuInfo, UuidTellsDevicesApart) {
  const CpuInfo &cpu = CpuInfo::host();
  EXPECT_EQ(deviceUuid(cpu, 7), deviceUuid(cpu, 7));
  EXPECT_NE(deviceUuid(cpu, 7), deviceUuid(cpu, 8));
  CpuInfo other = cpu;
  other.signature ^= 1;
  EXPECT_NE(deviceUuid(cpu, 7), deviceUuid(other, 7));
  EXPECT_EQ(deviceUuid(cpu, 7)[6] >> 4, 8);
}

} // namespace
} // namespace weft::device
