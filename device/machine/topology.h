// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the process may run on: PUs, cores, caches, NUMA nodes and memory, read once through hwloc.
//
// Only PUs that the process is allowed to use (cpuset cgroups, taskset, a launcher's binding) are
// seen. Loading takes milliseconds, so it happens at the first call, never at platform enumeration.
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
  std::size_t most = SIZE_MAX; ///< so many at most
};

class Topology {
public:
  /// The machine as this process may and should use it: what the system allows, less what the user
  /// (device/base/settings.h) and CPU quotas of cgroups take away. Loaded at the first call, then
  /// immutable. Thread-safe.
  static const Topology &ofProcess();

  /// The allowed PUs that fit a choice: whole cores' first PUs before their others, those of faster
  /// cores before those of slower ones where the machine has both, neighbours before distant ones.
  /// All that are allowed when none fits.
  ProcessingUnits choose(const UnitChoice &choice) const;

  /// A topology from hwloc's synthetic notation ("numa:2 core:4 pu:2") or an XML export, for tests.
  /// With no allowed PU when the description cannot be read.
  static Topology fromSynthetic(const std::string &description);
  static Topology fromXml(const std::string &path);

  /// The PUs to use, one thread for each.
  const ProcessingUnits &allowed() const { return allowedUnits; }
  /// All PUs that the system lets the process run on: allowed(), and those that were not chosen.
  const ProcessingUnits &boundTo() const { return systemUnits; }
  /// Whether threads are to be bound to PUs. Not where the user forbids it, and not where a quota
  /// of CPU time allows fewer threads than there are PUs: which PUs have time to give is then for
  /// the system to know, and other processes under the same quota would be bound to the same ones.
  bool isPinned() const { return pinned; }
  /// hwloc's topology of the machine, by which threads are bound (AffinityMask); null where hwloc
  /// cannot read it. Lives until the process ends.
  hwloc_topology *machine() const { return hwlocTopology; }
  /// Sizes are those of one cache, 0 where there is none or it is unknown.
  const CacheInfo &l1Data() const { return l1; }
  const CacheInfo &l2() const { return l2Cache; }
  /// The last-level cache that the first allowed PU sees.
  const CacheInfo &lastLevel() const { return lastLevelCache; }
  /// Memory that the process can have: the machine's, less where a memory cgroup limits it.
  std::uint64_t memoryBytes() const { return memory; }
  /// The highest clock of the first allowed PU as the system reports it; 0 where unknown.
  std::uint32_t maxClockMhz() const { return clockMhz; }

  /// `within` in the machine's order: PUs of one core, cache and NUMA node are neighbours. Pieces
  /// of this sequence make the most compact sub-devices.
  std::vector<unsigned> compactOrder(const ProcessingUnits &within) const;

  /// The domains of this kind that hold at least one of `within`, each as the PUs of `within` in
  /// it.
  std::vector<ProcessingUnits> domains(AffinityDomain domain, const ProcessingUnits &within) const;
  /// The widest-first domain that CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE would split `within`
  /// by; false when none splits it into two or more.
  bool nextPartitionable(const ProcessingUnits &within, AffinityDomain &domain) const;

private:
  struct Domain {
    AffinityDomain kind;
    ProcessingUnits units;
  };
  ProcessingUnits allowedUnits, systemUnits;
  std::vector<ProcessingUnits> cores;
  std::vector<ProcessingUnits> kinds; ///< of cores, slowest first; empty where all are alike
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
