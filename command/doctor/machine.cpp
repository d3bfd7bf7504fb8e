// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's resources, and restrictions on them.
#include "command/doctor/findings.h"
#include "compiler/interface/target/host_target.h"
#include "device/arch/cpu_info.h"
#include "device/base/settings.h"
#include "device/machine/cgroup.h"
#include "device/machine/topology.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace weft::command {
namespace {

std::string decimal(double number, const char *unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4g%s", number, unit);
  return text;
}

void examineCpu(Findings &findings) {
  const device::CpuInfo &cpu = device::CpuInfo::host();
  const std::string level = compiler::hostLevel();
  findings.ok("CPU", cpu.name + (level.empty() ? "" : ", " + level) + ", vectors of " +
                         std::to_string(cpu.vectorBits) + " bits, " +
                         (cpu.hasHalfArithmetic ? "half instructions" : "half in float"));
}

std::string withThreads(const device::Topology &topology) {
  return topology.isPinned() ? ", threads are bound" : ", threads are not bound";
}

/// Restrictions on PUs, if any.
std::string limitsOf(const device::Topology &topology, std::size_t online) {
  const Settings &settings = Settings::ofProcess();
  std::string limits;
  const auto add = [&](const std::string &limit) {
    limits += (limits.empty() ? "; limited by " : ", ") + limit;
  };
  if (topology.boundTo().size() < online)
    add("affinity (taskset, cpuset cgroups, a launcher) to " +
        std::to_string(topology.boundTo().size()));
  if (topology.allowed().size() == topology.boundTo().size())
    return limits;
  if (!settings.units.empty())
    add("WEFT_PUS");
  if (settings.threads)
    add("WEFT_THREADS=" + std::to_string(settings.threads));
  if (settings.onePerCore)
    add("WEFT_SMT=0");
  return limits;
}

void examineUnits(Findings &findings) {
  const device::Topology &topology = device::Topology::ofProcess();
  const Settings &settings = Settings::ofProcess();
  const auto online = static_cast<std::size_t>(std::max<long>(::sysconf(_SC_NPROCESSORS_ONLN), 1));
  const double quota = device::readCgroupLimits().processors;
  const std::string text = std::to_string(topology.allowed().size()) + " of " +
                           std::to_string(online) + withThreads(topology) +
                           limitsOf(topology, online);
  const bool isNone =
      !settings.units.empty() && std::ranges::none_of(settings.units, [&](unsigned unit) {
        return std::ranges::binary_search(topology.boundTo(), unit);
      });
  if (isNone)
    findings.warn("PUs", text + "; WEFT_PUS names none available to the process",
                  "use CPUs that `taskset -cp $$` prints, or unset WEFT_PUS");
  else if (quota > 0 && quota < static_cast<double>(topology.boundTo().size()))
    findings.warn("PUs", text + "; a cgroup's quota is " + decimal(quota, " CPUs"),
                  "raise the quota (cpu.max, docker --cpus), or give whole CPUs instead "
                  "(cpuset.cpus, docker --cpuset-cpus), to which threads can be bound");
  else
    findings.ok("PUs", text);
}

void examineMemory(Findings &findings) {
  constexpr double gibibyte = 1 << 30;
  const std::uint64_t limit = device::readCgroupLimits().memoryBytes;
  findings.ok(
      "memory",
      decimal(static_cast<double>(device::Topology::ofProcess().memoryBytes()) / gibibyte, " GiB") +
          (limit != UINT64_MAX ? ", limited by a cgroup" : ""));
}

void examineHugePages(Findings &findings) {
  constexpr char path[] = "/sys/kernel/mm/transparent_hugepage/enabled";
  std::string choices;
  std::getline(std::ifstream(path), choices);
  const std::size_t begin = choices.find('['), end = choices.find(']', begin);
  const std::string chosen =
      end == std::string::npos ? "" : choices.substr(begin + 1, end - begin - 1);
  if (chosen.empty())
    findings.warn("huge pages", std::string(path) + " cannot be read",
                  "nothing, if the kernel lacks them; large buffers then use small pages");
  else if (chosen == "never")
    findings.warn("huge pages", "off: large buffers use small pages",
                  std::string("as root: echo madvise > ") + path);
  else
    findings.ok("huge pages", chosen);
}

/// Whether an environment variable would be rejected.
bool isRefused(const std::string &name, const std::string &value) {
  Settings settings;
  return !value.empty() && !settings.set(name.substr(Variable::prefix.size()), value);
}

} // namespace

void examineMachine(Findings &findings) {
  examineCpu(findings);
  examineUnits(findings);
  examineMemory(findings);
  examineHugePages(findings);
}

void examineVariables(Findings &findings) {
  std::string set;
  for (char **entry = environ; *entry; ++entry) {
    const std::string text(*entry), name = text.substr(0, text.find('='));
    if (!name.starts_with(Variable::prefix) || name == text)
      continue;
    const auto known = std::ranges::find_if(
        Settings::all(), [&](const Variable &variable) { return name == variable.name; });
    if (known == Settings::all().end())
      findings.warn("variables", name + " is unknown and ignored",
                    "unset it, or use a name from weft(7) or `weftc --help`");
    else if (isRefused(name, text.substr(name.size() + 1)))
      findings.warn("variables", text + " is ignored",
                    name + " takes " + known->expects + ": " + known->meaning);
    else
      set += (set.empty() ? "" : " ") + text;
  }
  findings.ok("variables", set.empty() ? "none is set" : set);
}

} // namespace weft::command
