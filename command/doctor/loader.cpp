// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loader, its drivers, and a build and a launch through it.
#include "command/doctor/drivers.h"
#include "command/doctor/findings.h"
#include "command/doctor/probes.h"
#include "command/subcommands.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace weft::command {
namespace {

namespace fs = std::filesystem;

/// How programs find the library next to this program.
std::string howToRegister() {
  const std::string library = siblingPath("libweft.so");
  std::error_code error;
  const fs::path vendors = fs::path(siblingPath("")).parent_path().parent_path() / "vendors";
  if (fs::exists(vendors / "weft.icd", error))
    return "export OCL_ICD_VENDORS=" + vendors.string();
  return "as root: echo " + library +
         " > /etc/OpenCL/vendors/weft.icd; or unset variables that name "
         "other drivers";
}

std::string joined(const std::vector<std::string> &values) {
  std::string text;
  for (const std::string &value : values)
    text += (text.empty() ? "" : "; ") + value;
  return text;
}

/// Why a probe has no result, or empty.
std::string failureOf(const ProbeResult &result) {
  if (!result.child.end.empty())
    return result.child.end;
  const std::string error = result.value("error");
  return error.empty() && result.child.code != 0
             ? "the process exited with code " + std::to_string(result.child.code)
             : error;
}

bool isOfWeft(const Driver &driver) { return fs::path(driver.library).filename() == "libweft.so"; }

void examineDriver(Findings &findings, const Driver &driver) {
  const std::string name = driver.from + (driver.library.empty() ? "" : " -> " + driver.library);
  if (!driver.problem.empty()) {
    findings.warn("driver", name + ": " + driver.problem,
                  "remove the file, or reinstall its package");
    return;
  }
  const ProbeResult result = probeDriver(driver.library);
  const std::string failure = failureOf(result);
  if (failure.empty())
    findings.ok("driver", name + ": " + joined(result.all("platform")));
  else if (!result.child.end.empty())
    findings.problem(
        "driver", name + " " + failure,
        "remove it, or let OCL_ICD_VENDORS name other drivers: every program that uses "
        "OpenCL loads it");
  else if (isOfWeft(driver))
    findings.problem("driver", name + ": " + failure, "reinstall Weft; " + howToRegister());
  else
    findings.warn("driver", name + ": " + failure,
                  "reinstall the driver, or remove the file; programs do without it");
}

void examineDrivers(Findings &findings, const LoaderKind &kind) {
  const Drivers drivers = findDrivers(kind);
  if (drivers.read.empty())
    findings.problem("drivers", "none in " + drivers.origin, howToRegister());
  else
    findings.ok("drivers", "those of " + drivers.origin);
  for (const Driver &driver : drivers.read)
    examineDriver(findings, driver);
  for (const Driver &driver : drivers.unread)
    findings.ok("driver", driver.from + " is not read, as a variable names others");
  const char *names = std::getenv("OCL_ICD_FILENAMES");
  if (names && *names && !kind.readsFileNames)
    findings.warn("drivers", "this loader does not read OCL_ICD_FILENAMES",
                  "use OCL_ICD_VENDORS instead");
}

void examineLaunch(Findings &findings) {
  const ProbeResult result = probeLaunch();
  const std::vector<std::string> platforms = result.all("platform");
  const std::string failure = failureOf(result);
  if (!platforms.empty())
    findings.ok("platforms", joined(platforms));
  const bool hasWeft = std::ranges::find(platforms, "Weft") != platforms.end();
  if (!failure.empty()) {
    findings.problem("launch", failure,
                     hasWeft ? "set WEFT_LOG=debug, run a program, and report its output"
                     : result.child.end.empty() ? howToRegister()
                                                : "remove the driver above that crashes or hangs");
    return;
  }
  // The loader's library comes first, then the driver's.
  const std::vector<std::string> libraries = result.all("library");
  std::error_code error;
  const bool isOurs = fs::equivalent(libraries.back(), siblingPath("libweft.so"), error);
  findings.ok("Weft",
              libraries.back() + (isOurs ? "" : ", not the one that belongs to this command"));
  findings.ok("build", result.value("build") + " ms, for a small uncached kernel");
  findings.ok("launch", result.value("launch") + " ms, the first one, with 65536 work-items");
}

} // namespace

void examineLoader(Findings &findings) {
  const ProbeResult loader = probeLoader();
  if (loader.value("loaded").empty()) {
    findings.problem("loader", "libOpenCL.so.1: " + failureOf(loader),
                     "install a loader: the package ocl-icd-libopencl1, or Khronos's");
    return;
  }
  const LoaderKind kind = kindOfLoader(loader.value("name"), loader.value("library"));
  const std::string version = loader.value("version");
  findings.ok("loader", loader.value("library") + ", " + kind.name +
                            (version.empty() ? "" : ", version " + version));
  examineDrivers(findings, kind);
  examineLaunch(findings);
}

} // namespace weft::command
