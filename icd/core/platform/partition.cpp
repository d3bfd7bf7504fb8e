// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-devices. Parts are consecutive in the machine's order of PUs, so that the PUs of a part share
// cores, caches and memory as far as possible.
#include "icd/core/platform/device.h"

#include <algorithm>
#include <array>
#include <optional>

namespace weft::icd {
namespace {

using device::AffinityDomain;
using device::ProcessingUnits;
using device::Topology;
using Pieces = std::vector<ProcessingUnits>;

struct DomainName {
  cl_device_affinity_domain bit;
  AffinityDomain domain;
};
constexpr std::array domainNames{
    DomainName{CL_DEVICE_AFFINITY_DOMAIN_NUMA, AffinityDomain::Numa},
    DomainName{CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, AffinityDomain::L4Cache},
    DomainName{CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, AffinityDomain::L3Cache},
    DomainName{CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, AffinityDomain::L2Cache},
    DomainName{CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, AffinityDomain::L1Cache},
};

cl_device_affinity_domain bitOf(AffinityDomain domain) {
  for (const DomainName &name : domainNames)
    if (name.domain == domain)
      return name.bit;
  return 0;
}

std::optional<AffinityDomain> domainOf(cl_device_affinity_domain bit) {
  for (const DomainName &name : domainNames)
    if (name.bit == bit)
      return name.domain;
  return std::nullopt;
}

/// Creates parts of these sizes; the remaining PUs belong to none.
Pieces cut(const ProcessingUnits &units, const std::vector<std::size_t> &sizes) {
  std::vector<unsigned> order = Topology::ofProcess().compactOrder(units);
  Pieces pieces;
  auto from = order.begin();
  for (std::size_t size : sizes) {
    ProcessingUnits piece(from, from + static_cast<std::ptrdiff_t>(size));
    from += static_cast<std::ptrdiff_t>(size);
    std::sort(piece.begin(), piece.end());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

cl_int cutEqually(const ProcessingUnits &units, cl_device_partition_property each, Pieces &pieces) {
  if (each <= 0)
    return CL_INVALID_VALUE;
  std::size_t size = static_cast<std::size_t>(each);
  if (size > units.size())
    return CL_INVALID_DEVICE_PARTITION_COUNT;
  if (size == units.size())
    return CL_DEVICE_PARTITION_FAILED;
  pieces = cut(units, std::vector<std::size_t>(units.size() / size, size));
  return CL_SUCCESS;
}

cl_int cutByCounts(const ProcessingUnits &units, const cl_device_partition_property *counts,
                   Pieces &pieces) {
  std::vector<std::size_t> sizes;
  std::size_t total = 0;
  for (; *counts != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++counts) {
    if (*counts < 0 || static_cast<std::size_t>(*counts) > units.size() - total)
      return CL_INVALID_DEVICE_PARTITION_COUNT;
    total += static_cast<std::size_t>(*counts);
    sizes.push_back(static_cast<std::size_t>(*counts));
  }
  if (sizes.empty())
    return CL_INVALID_VALUE;
  if (units.size() == 1)
    return CL_DEVICE_PARTITION_FAILED;
  pieces = cut(units, sizes);
  return CL_SUCCESS;
}

cl_int cutByDomain(const ProcessingUnits &units, cl_device_affinity_domain requested,
                   AffinityDomain &domain, Pieces &pieces) {
  const Topology &topology = Topology::ofProcess();
  if (requested == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
    if (!topology.nextPartitionable(units, domain))
      return CL_DEVICE_PARTITION_FAILED;
  } else if (auto named = domainOf(requested)) {
    domain = *named;
  } else {
    return CL_INVALID_VALUE;
  }
  pieces = topology.domains(domain, units);
  return pieces.size() < 2 ? CL_DEVICE_PARTITION_FAILED : CL_SUCCESS;
}

} // namespace

cl_device_affinity_domain Device::affinityDomains() const {
  const Topology &topology = Topology::ofProcess();
  cl_device_affinity_domain domains = 0;
  for (const DomainName &name : domainNames)
    if (topology.domains(name.domain, processingUnits).size() > 1)
      domains |= name.bit;
  return domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

cl_int Device::partition(const cl_device_partition_property *properties, cl_uint entries,
                         cl_device_id *devices, cl_uint *count) {
  if (!properties || (devices && entries == 0))
    return CL_INVALID_VALUE;
  Pieces pieces;
  std::vector<cl_device_partition_property> type;
  cl_int error;
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
    error = properties[1] != 0 && properties[2] != 0
                ? CL_INVALID_VALUE
                : cutEqually(processingUnits, properties[1], pieces);
    type = {properties[0], properties[1], 0};
    break;
  case CL_DEVICE_PARTITION_BY_COUNTS: {
    error = cutByCounts(processingUnits, properties + 1, pieces);
    const cl_device_partition_property *last = properties + 1;
    while (error == CL_SUCCESS && *last != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END)
      ++last;
    type.assign(properties, last + 1);
    type.push_back(0);
    break;
  }
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: {
    AffinityDomain domain{};
    error =
        properties[1] != 0 && properties[2] != 0
            ? CL_INVALID_VALUE
            : cutByDomain(processingUnits, static_cast<cl_device_affinity_domain>(properties[1]),
                          domain, pieces);
    type = {properties[0], static_cast<cl_device_partition_property>(bitOf(domain)), 0};
    break;
  }
  default:
    return CL_INVALID_VALUE;
  }
  if (error)
    return error;
  if (devices && entries < pieces.size())
    return CL_INVALID_VALUE;
  if (devices) {
    std::vector<Ref<Device>> made;
    for (ProcessingUnits &piece : pieces)
      made.push_back(Ref<Device>::adopt(new Device(std::move(piece), Ref<Device>(this), type)));
    for (std::size_t i = 0; i < made.size(); ++i)
      devices[i] = made[i].leak()->handle();
  }
  if (count)
    *count = static_cast<cl_uint>(pieces.size());
  return CL_SUCCESS;
}

} // namespace weft::icd
