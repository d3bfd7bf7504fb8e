// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the process may run on: PUs, cores, caches, NUMA nodes and memory, read once through hwloc.
//
// Only PUs allowed for the process (cpuset cgroups, taskset, a launcher's binding) are visible.
// Loading takes milliseconds, so it happens at the first call, never during platform enumeration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct hwloc_topology;

namespace weft::device {

/// A set of PUs by operating-system index, ascending.
using ProcessingUnits = std::vector<unsigned>;

/// OpenCL's affinity domains (CL_DEVICE_AFFINITY_DOMAIN_*), widest first.
enum class AffinityDomain { Numa, L4Cache, L3Cache, L2Cache, L1Cache };

struct CacheInfo {
  std::uint64_t bytes = 0;
  std::uint32_t lineBytes = 64;
};

/// Which of the allowed PUs to use.
struct UnitChoice {
  ProcessingUnits only;        ///< no others; empty: any
  bool onePerCore = false;     ///< leave the other PUs of a core (SMT) idle
  std::size_t most = SIZE_MAX; ///< at most this many
};

class Topology {
public:
  /// The machine as this process may and should use it: what the system allows, minus the
  /// restrictions of the user (device/base/settings.h) and of cgroups' CPU quotas. Loaded at the
  /// first call, then immutable. Thread-safe.
  static const Topology &ofProcess();

  /// The allowed PUs that match a choice: the first PU of each core before its others, faster cores
  /// before slower ones if the machine has both, neighbours before distant ones. All allowed ones
  /// if none matches.
  ProcessingUnits choose(const UnitChoice &choice) const;

  /// A topology from hwloc's synthetic notation ("numa:2 core:4 pu:2") or an XML export, for tests.
  /// Without allowed PUs if the description is invalid.
  static Topology fromSynthetic(const std::string &description);
  static Topology fromXml(const std::string &path);

  /// The PUs to use, one thread each.
  const ProcessingUnits &allowed() const { return allowedUnits; }
  /// All PUs on which the system lets the process run: allowed(), and those not chosen.
  const ProcessingUnits &boundTo() const { return systemUnits; }
  /// Whether to bind threads to PUs. Not if the user forbids it, and not if a CPU quota allows
  /// fewer threads than there are PUs: only the system knows which PUs are idle then, and other
  /// processes under the same quota would be bound to the same ones.
  bool isPinned() const { return pinned; }
  /// hwloc's topology of the machine, for binding threads (AffinityMask); null if hwloc cannot read
  /// it. Lives until the process ends.
  hwloc_topology *machine() const { return hwlocTopology; }
  /// The size of one cache, 0 if missing or unknown.
  const CacheInfo &l1Data() const { return l1; }
  const CacheInfo &l2() const { return l2Cache; }
  /// The last-level cache of the first allowed PU.
  const CacheInfo &lastLevel() const { return lastLevelCache; }
  /// Memory available to the process: the machine's, or less if a memory cgroup limits it.
  std::uint64_t memoryBytes() const { return memory; }
  /// The maximum clock of the first allowed PU as reported by the system; 0 if unknown.
  std::uint32_t maxClockMhz() const { return clockMhz; }

  /// `within` in the machine's order: PUs of one core, cache and NUMA node are neighbours. Parts of
  /// this sequence are the most compact sub-devices.
  std::vector<unsigned> compactOrder(const ProcessingUnits &within) const;

  /// The domains of this kind that contain at least one of `within`, each as its PUs in `within`.
  std::vector<ProcessingUnits> domains(AffinityDomain domain, const ProcessingUnits &within) const;
  /// The widest domain by which CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE would split `within`;
  /// false if none splits it into two or more.
  bool nextPartitionable(const ProcessingUnits &within, AffinityDomain &domain) const;

private:
  struct Domain {
    AffinityDomain kind;
    ProcessingUnits units;
  };
  ProcessingUnits allowedUnits, systemUnits;
  std::vector<ProcessingUnits> cores;
  std::vector<ProcessingUnits> kinds; ///< of cores, slowest first; empty if all are alike
  hwloc_topology *hwlocTopology = nullptr;
  bool pinned = true;
  CacheInfo l1, l2Cache, lastLevelCache;
  std::uint64_t memory = 0;
  std::uint32_t clockMhz = 0;
  std::vector<Domain> allDomains;
  std::vector<unsigned> machineOrder;

  friend class TopologyLoader;
};

} // namespace weft::device
