// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/cgroup.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace weft::device {
namespace {

/// Zero if the file is missing, says "max" or holds a negative number.
template <typename T> T readNumber(std::istream &file) {
  T value{};
  return file >> value && value > 0 ? value : T{};
}

template <typename T> T readNumber(const std::string &path) {
  std::ifstream file(path);
  return readNumber<T>(file);
}

void tighten(CgroupLimits &limits, std::uint64_t memoryBytes, double quota, double period) {
  if (memoryBytes)
    limits.memoryBytes = std::min(limits.memoryBytes, memoryBytes);
  if (quota > 0 && period > 0)
    limits.processors =
        limits.processors > 0 ? std::min(limits.processors, quota / period) : quota / period;
}

/// The limits of one version-2 group, which has every controller.
void readUnified(const std::string &group, CgroupLimits &limits) {
  std::ifstream processors(group + "/cpu.max"); // quota and period
  const auto quota = readNumber<double>(processors), period = readNumber<double>(processors);
  tighten(limits, readNumber<std::uint64_t>(group + "/memory.max"), quota, period);
}

void readMemory(const std::string &group, CgroupLimits &limits) {
  tighten(limits, readNumber<std::uint64_t>(group + "/memory.limit_in_bytes"), 0, 0);
}

void readProcessors(const std::string &group, CgroupLimits &limits) {
  tighten(limits, 0, readNumber<double>(group + "/cpu.cfs_quota_us"),
          readNumber<double>(group + "/cpu.cfs_period_us"));
}

/// Whether a comma-separated list contains this name.
bool names(std::string_view list, std::string_view name) {
  for (;;) {
    const std::size_t comma = list.find(',');
    if (list.substr(0, comma) == name)
      return true;
    if (comma == list.npos)
      return false;
    list.remove_prefix(comma + 1);
  }
}

} // namespace

CgroupLimits readCgroupLimits(const std::string &root) {
  CgroupLimits limits;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::string_view controllers(line.data() + first + 1, second - first - 1);
    void (*read)(const std::string &, CgroupLimits &) = nullptr;
    std::string mount = root + "/sys/fs/cgroup";
    if (controllers.empty())
      read = readUnified;
    else if (names(controllers, "memory"))
      read = readMemory, mount += "/memory";
    else if (names(controllers, "cpu"))
      read = readProcessors, mount += "/cpu";
    else
      continue;
    for (std::string path = line.substr(second + 1);;) {
      read(mount + path, limits);
      const std::size_t slash = path.rfind('/');
      if (slash == std::string::npos)
        break;
      path.resize(slash);
    }
  }
  return limits;
}

} // namespace weft::device
