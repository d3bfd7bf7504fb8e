// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of Weft installed with this program, and the program cache.
#include "command/child.h"
#include "command/doctor/findings.h"
#include "command/subcommands.h"
#include "compiler/cache/trusted_folder.h"
#include "device/base/settings.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace weft::command {
namespace {

constexpr unsigned compilerSeconds = 20;

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

void examineFolder(Findings &findings, const std::string &folder) {
  using namespace weft::compiler;
  const std::string elsewhere = "set WEFT_CACHE_DIR to a folder that you own, or fix this one; "
                                "builds work, but each process repeats them";
  std::string problem;
  const Descriptor directory = openTrustedFolder(folder, Missing::Make, problem);
  if (!directory) {
    findings.problem("cache", folder + " is not used: " + problem, elsewhere);
    return;
  }
  if (::faccessat(directory.get(), ".", R_OK | W_OK | X_OK, AT_EACCESS) != 0) {
    findings.problem("cache", folder + " cannot be read and written: " + std::strerror(errno),
                     "chmod 700 '" + folder + "'");
    return;
  }
  struct statvfs space;
  constexpr std::uint64_t little = 64 << 20;
  if (::fstatvfs(directory.get(), &space) == 0 && space.f_bavail * space.f_frsize < little)
    findings.warn("cache", folder + " is almost full",
                  "free some space, or set WEFT_CACHE_DIR to another folder");
  else
    findings.ok("cache", folder);
}

} // namespace

void examineCache(Findings &findings) {
  const Settings settings = Settings::read();
  if (settings.cacheFolder.empty())
    findings.warn("cache", "there is none: each process rebuilds its programs",
                  "unset WEFT_CACHE, and set HOME, XDG_CACHE_HOME or WEFT_CACHE_DIR");
  else
    examineFolder(findings, settings.cacheFolder);
}

void examineCompiler(Findings &findings) {
  const std::string &chosen = Settings::ofProcess().compiler;
  const std::string program = chosen.empty() ? siblingPath("weftc") : chosen;
  const std::string remedy = chosen.empty()
                                 ? "install the package weft-opencl-icd, or build `weftc`"
                                 : "unset WEFT_COMPILER, or set it to a weftc";
  if (::access(program.c_str(), X_OK) != 0) {
    findings.problem("compiler", program + ": " + std::strerror(errno), remedy);
    return;
  }
  const ChildResult result = runChild(program, {"--version"}, compilerSeconds);
  const std::string version = firstLine(result.output);
  if (result.code != 0 || !version.starts_with("weftc "))
    findings.problem("compiler",
                     program + (result.end.empty() ? " is not a weftc" : " " + result.end), remedy);
  else if (!version.starts_with("weftc " WEFT_VERSION ","))
    findings.warn("compiler", program + ": " + version + ", but this is " WEFT_VERSION,
                  "install matching versions");
  else
    findings.ok("compiler", program + ": " + version);
}

} // namespace weft::command
