// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/topology.h"

#include "device/base/environment.h"
#include "device/base/reports/log.h"
#include "device/base/threads/once.h"
#include "device/machine/affinity.h"
#include "device/machine/cgroup.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <hwloc.h>
#include <memory>
#include <unistd.h>

namespace weft::device {
namespace {

struct TopologyDeleter {
  void operator()(hwloc_topology *topology) const { hwloc_topology_destroy(topology); }
};
using HwlocTopology = std::unique_ptr<hwloc_topology, TopologyDeleter>;

struct BitmapDeleter {
  void operator()(hwloc_bitmap_s *bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, BitmapDeleter>;

enum class X86Component { Leave, Avoid };

/// Whether the system describes its CPUs in files. If not (a sandbox without /sys), hwloc's
/// component for them finds nothing and reports so on the host's standard error.
bool hasCpuFiles() {
  for (const char *folder : {"/sys/bus/cpu/devices", "/sys/devices/system/cpu"})
    for (const char *file : {"package_cpus", "core_cpus", "core_siblings", "thread_siblings"})
      if (!access((std::string(folder) + "/cpu0/topology/" + file).c_str(), R_OK))
        return true;
  return false;
}

/// A topology object that looks only for PUs, cores, caches and NUMA nodes. Components that would
/// load GPU libraries or walk the PCI buses are disabled.
HwlocTopology prepare(X86Component x86) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw))
    return nullptr;
  HwlocTopology topology(raw);
  for (const char *component :
       {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl", "pci", "linuxio"})
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
  if (!hasCpuFiles())
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "linux");
  // The x86 component visits each PU in turn, which is slow and migrates the calling thread.
  if (x86 == X86Component::Avoid)
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  // NUMA nodes are attached to packages and groups, and lose their PUs if those are filtered out.
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_GROUP})
    hwloc_topology_set_type_filter(raw, type, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_cache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
  return topology;
}

/// Kinds of cores take a while to read, and matter only if some PUs are selected among all.
unsigned long loadFlags() {
  unsigned long flags = 0;
#if HWLOC_API_VERSION >= 0x00020500
  flags |= HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS;
  if (!Settings::ofProcess().threads && readCgroupLimits().processors <= 0)
    flags |= HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#endif
  return flags;
}

HwlocTopology loadMachine(X86Component x86) {
  HwlocTopology topology = prepare(x86);
  if (!topology)
    return nullptr;
  hwloc_topology_set_flags(topology.get(), loadFlags());
  return hwloc_topology_load(topology.get()) ? nullptr : std::move(topology);
}

bool hasCaches(hwloc_topology_t topology) {
  return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L1CACHE) > 0 ||
         hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L2CACHE) > 0;
}

ProcessingUnits unitsOf(hwloc_const_bitmap_t set) {
  ProcessingUnits units;
  for (int unit = hwloc_bitmap_first(set); unit >= 0; unit = hwloc_bitmap_next(set, unit))
    units.push_back(static_cast<unsigned>(unit));
  return units;
}

ProcessingUnits intersection(const ProcessingUnits &a, const ProcessingUnits &b) {
  ProcessingUnits result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

/// The PUs available to any thread of the process: a single bound thread (an OpenMP worker that
/// happens to call first) does not make the device small.
ProcessingUnits boundUnits(hwloc_topology_t topology) {
  Bitmap set(hwloc_bitmap_alloc());
  if (!set || hwloc_get_cpubind(topology, set.get(), HWLOC_CPUBIND_PROCESS) ||
      hwloc_bitmap_weight(set.get()) <= 0)
    return AffinityMask::ofThread().units();
  return unitsOf(set.get());
}

std::uint64_t physicalMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && pageBytes > 0 ? std::uint64_t(pages) * std::uint64_t(pageBytes) : 0;
}

std::uint32_t clockOf(unsigned unit) {
  std::ifstream frequency("/sys/devices/system/cpu/cpu" + std::to_string(unit) +
                          "/cpufreq/cpuinfo_max_freq");
  if (std::uint32_t khz = 0; frequency >> khz)
    return khz / 1000;
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("cpu MHz"))
      if (const std::size_t colon = line.find(':'); colon != std::string::npos)
        return static_cast<std::uint32_t>(std::strtoul(line.c_str() + colon + 1, nullptr, 10));
  return 0;
}

constexpr struct {
  AffinityDomain domain;
  hwloc_obj_type_t type;
} domainTypes[] = {{AffinityDomain::Numa, HWLOC_OBJ_NUMANODE},
                   {AffinityDomain::L4Cache, HWLOC_OBJ_L4CACHE},
                   {AffinityDomain::L3Cache, HWLOC_OBJ_L3CACHE},
                   {AffinityDomain::L2Cache, HWLOC_OBJ_L2CACHE},
                   {AffinityDomain::L1Cache, HWLOC_OBJ_L1CACHE}};

} // namespace

class TopologyLoader {
public:
  TopologyLoader(hwloc_topology_t source, ProcessingUnits allowed) : source(source) {
    result.allowedUnits = result.systemUnits = std::move(allowed);
  }

  Topology read() {
    readOrder();
    readKinds();
    readDomains();
    readCaches();
    result.memory = hwloc_get_root_obj(source)->total_memory;
    return std::move(result);
  }

  /// `machine` is kept, and never destroyed: if hwloc has plugins, that would unload their
  /// libraries (X11, libxml2, …) one by one, which takes half a millisecond and is not safe for all
  /// of them.
  static void setProcessFacts(Topology &topology, hwloc_topology_t machine) {
    topology.hwlocTopology = machine;
    const std::uint64_t physical = physicalMemory();
    // NUMA nodes' sizes exclude hot-plugged memory.
    if (physical)
      topology.memory = physical;
    const CgroupLimits limits = readCgroupLimits();
    topology.memory = std::min(topology.memory, limits.memoryBytes);
    chooseUnits(topology, limits);
    if (!topology.allowedUnits.empty())
      topology.clockMhz = clockOf(topology.allowedUnits.front());
  }

  static void chooseUnits(Topology &topology, const CgroupLimits &limits) {
    const Settings &settings = Settings::ofProcess();
    UnitChoice choice{settings.units, settings.onePerCore};
    if (settings.threads)
      choice.most = settings.threads;
    topology.allowedUnits = topology.choose(choice);
    topology.pinned = settings.pin;
    if (limits.processors > 0 &&
        std::ceil(limits.processors) < static_cast<double>(topology.allowedUnits.size())) {
      choice.most = static_cast<std::size_t>(std::ceil(limits.processors));
      topology.allowedUnits = topology.choose(choice);
      topology.pinned = false;
    }
    log(LogLevel::Info, "%zu of %zu PUs, %s", topology.allowedUnits.size(),
        topology.systemUnits.size(), topology.pinned ? "threads bound" : "threads not bound");
  }

  /// The fallback if hwloc cannot read the machine.
  static Topology withoutHwloc() {
    Topology topology;
    topology.allowedUnits = AffinityMask::ofThread().units();
    if (topology.allowedUnits.empty())
      topology.allowedUnits = {0};
    topology.machineOrder = topology.systemUnits = topology.allowedUnits;
    topology.allDomains.push_back({AffinityDomain::Numa, topology.allowedUnits});
    return topology;
  }

private:
  void readOrder() {
    for (hwloc_obj_t pu = nullptr;
         (pu = hwloc_get_next_obj_by_type(source, HWLOC_OBJ_PU, pu)) != nullptr;)
      result.machineOrder.push_back(pu->os_index);
    for (hwloc_obj_t core = nullptr;
         (core = hwloc_get_next_obj_by_type(source, HWLOC_OBJ_CORE, core)) != nullptr;)
      result.cores.push_back(unitsOf(core->cpuset));
  }

  void readKinds() {
    const int count = std::max(hwloc_cpukinds_get_nr(source, 0), 0);
    for (int kind = 0; kind < count; ++kind) {
      Bitmap set(hwloc_bitmap_alloc());
      int efficiency = -1;
      if (set &&
          !hwloc_cpukinds_get_info(source, static_cast<unsigned>(kind), set.get(), &efficiency,
                                   nullptr, nullptr, 0) &&
          efficiency >= 0)
        result.kinds.push_back(unitsOf(set.get()));
    }
  }

  void readDomains() {
    for (const auto &[domain, type] : domainTypes)
      for (hwloc_obj_t object = nullptr;
           (object = hwloc_get_next_obj_by_type(source, type, object)) != nullptr;)
        addDomain(domain, intersection(unitsOf(object->cpuset), result.allowedUnits));
    const auto isNuma = [](const auto &entry) { return entry.kind == AffinityDomain::Numa; };
    if (std::none_of(result.allDomains.begin(), result.allDomains.end(), isNuma))
      addDomain(AffinityDomain::Numa, result.allowedUnits);
  }

  /// Memory-only nodes have no PU, and two kinds of memory at one node are one domain.
  void addDomain(AffinityDomain kind, ProcessingUnits units) {
    if (units.empty())
      return;
    for (const auto &known : result.allDomains)
      if (known.kind == kind && known.units == units)
        return;
    result.allDomains.push_back({kind, std::move(units)});
  }

  void readCaches() {
    if (result.allowedUnits.empty())
      return;
    hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(source, result.allowedUnits.front());
    for (; object; object = object->parent) {
      if (!hwloc_obj_type_is_dcache(object->type))
        continue;
      CacheInfo info{object->attr->cache.size, object->attr->cache.linesize};
      if (!info.lineBytes)
        info.lineBytes = 64;
      if (object->attr->cache.depth == 1)
        result.l1 = info;
      else if (object->attr->cache.depth == 2)
        result.l2Cache = info;
      if (info.bytes)
        result.lastLevelCache = info;
    }
  }

  hwloc_topology_t source;
  Topology result;
};

namespace {

/// Whether the process may query its affinity. If not, hwloc takes the error for too small a mask
/// and retries with larger ones forever.
bool mayAskForAffinity() { return !AffinityMask::ofThread().units().empty(); }

Topology loadProcess() {
  // hwloc obeys variables that name files, and plugin folders.
  const bool isUsable = !isEnvironmentForeign() && mayAskForAffinity();
  HwlocTopology topology = isUsable ? loadMachine(X86Component::Avoid) : nullptr;
  if (isUsable && (!topology || !hasCaches(topology.get())))
    if (HwlocTopology second = loadMachine(X86Component::Leave))
      topology = std::move(second);
  ProcessingUnits allowed;
  if (topology)
    allowed = intersection(unitsOf(hwloc_topology_get_allowed_cpuset(topology.get())),
                           boundUnits(topology.get()));
  Topology result = allowed.empty() ? TopologyLoader::withoutHwloc()
                                    : TopologyLoader(topology.get(), std::move(allowed)).read();
  TopologyLoader::setProcessFacts(result, topology.release());
  return result;
}

template <typename SetSource> Topology loadFrom(SetSource setSource) {
  HwlocTopology topology = prepare(X86Component::Avoid);
  if (!topology || setSource(topology.get()) || hwloc_topology_load(topology.get()))
    return {};
  return TopologyLoader(topology.get(), unitsOf(hwloc_topology_get_allowed_cpuset(topology.get())))
      .read();
}

} // namespace

const Topology &Topology::ofProcess() {
  return once([] { return new Topology(loadProcess()); });
}

Topology Topology::fromSynthetic(const std::string &description) {
  return loadFrom([&](hwloc_topology_t topology) {
    return hwloc_topology_set_synthetic(topology, description.c_str());
  });
}

Topology Topology::fromXml(const std::string &path) {
  return loadFrom(
      [&](hwloc_topology_t topology) { return hwloc_topology_set_xml(topology, path.c_str()); });
}

ProcessingUnits Topology::choose(const UnitChoice &choice) const {
  struct Candidate {
    unsigned unit;
    std::size_t rank; ///< the number of PUs of its core before it
    std::size_t slowness;
  };
  std::vector<Candidate> candidates;
  for (const unsigned unit : compactOrder(allowedUnits)) {
    if (!choice.only.empty() && !std::ranges::binary_search(choice.only, unit))
      continue;
    const auto core = std::ranges::find_if(cores, [unit](const ProcessingUnits &members) {
      return std::ranges::binary_search(members, unit);
    });
    const auto isSibling = [&](const Candidate &other) {
      return core != cores.end() && std::ranges::binary_search(*core, other.unit);
    };
    const auto rank = static_cast<std::size_t>(std::ranges::count_if(candidates, isSibling));
    const auto faster = std::find_if(kinds.rbegin(), kinds.rend(), [unit](const auto &members) {
      return std::ranges::binary_search(members, unit);
    });
    candidates.push_back({unit, rank, static_cast<std::size_t>(faster - kinds.rbegin())});
  }
  if (choice.onePerCore)
    std::erase_if(candidates, [](const Candidate &candidate) { return candidate.rank > 0; });
  std::ranges::stable_sort(candidates, {}, [](const Candidate &candidate) {
    return std::pair(candidate.rank, candidate.slowness);
  });
  candidates.resize(std::min(candidates.size(), std::max<std::size_t>(choice.most, 1)));
  ProcessingUnits units;
  for (const Candidate &candidate : candidates)
    units.push_back(candidate.unit);
  std::ranges::sort(units);
  return units.empty() ? allowedUnits : units;
}

std::vector<ProcessingUnits> Topology::domains(AffinityDomain domain,
                                               const ProcessingUnits &within) const {
  std::vector<ProcessingUnits> result;
  for (const Domain &entry : allDomains) {
    if (entry.kind != domain)
      continue;
    ProcessingUnits units = intersection(entry.units, within);
    if (!units.empty() && std::find(result.begin(), result.end(), units) == result.end())
      result.push_back(std::move(units));
  }
  return result;
}

bool Topology::nextPartitionable(const ProcessingUnits &within, AffinityDomain &domain) const {
  for (const auto &candidate : domainTypes)
    if (domains(candidate.domain, within).size() > 1) {
      domain = candidate.domain;
      return true;
    }
  return false;
}

std::vector<unsigned> Topology::compactOrder(const ProcessingUnits &within) const {
  std::vector<unsigned> result;
  for (const unsigned unit : machineOrder)
    if (std::binary_search(within.begin(), within.end(), unit))
      result.push_back(unit);
  return result;
}

} // namespace weft::device
