// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library whose threads run work-groups.
#include "command/doctor/findings.h"
#include "command/subcommands.h"
#include "device/threads/scheduler_library.h"

#include <cstdlib>
#include <filesystem>

namespace weft::command {
namespace {

/// Who provides a library: Weft's own folder, environment variables, or the system.
std::string ownerOf(const std::string &path) {
  const auto isIn = [&](const char *variable, const std::string &name) {
    const char *value = std::getenv(variable);
    return value && std::string(value).find(name) != std::string::npos;
  };
  const std::filesystem::path file(path);
  if (path == siblingPath(file.filename().string()))
    return "Weft's own";
  if (isIn("LD_PRELOAD", file.filename().string()) ||
      isIn("LD_LIBRARY_PATH", file.parent_path().string()))
    return "set by LD_PRELOAD or LD_LIBRARY_PATH";
  return "the system's";
}

} // namespace

void examineScheduler(Findings &findings) {
  const device::SchedulerLibrary library = device::schedulerLibrary();
  const std::string text = library.version + ", " + library.path + ", " + ownerOf(library.path);
  if (library.isNewEnough)
    findings.ok("oneTBB", text + "; a host that has loaded its own copy shares it with Weft");
  else
    findings.problem("oneTBB", text + "; Weft needs 2021.8 or newer",
                     "unset LD_PRELOAD and LD_LIBRARY_PATH, or install the package libtbb12");
}

} // namespace weft::command
