// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/build_report.h"

#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/log.h"
#include "device/base/reports/trace.h"

namespace weft::icd {

using compiler::BuildKind;

const char *nameOf(BuildKind kind) {
  switch (kind) {
  case BuildKind::Build:
    return "build";
  case BuildKind::Compile:
    return "compile";
  default:
    return "link";
  }
}

void reportBuild(BuildKind kind, cl_int status, std::uint64_t begin,
                 const std::vector<Program::Build> &results) {
  noteBuild(monotonicNanoseconds() - begin, status != CL_SUCCESS);
  traceSpan("build", nameOf(kind), begin, "\"status\":%d", status);
  weft::log(LogLevel::Info, "%s: status %d after %.3f ms", nameOf(kind), status,
            static_cast<double>(monotonicNanoseconds() - begin) / 1e6);
  for (const Program::Build &build : results)
    if (!build.log.empty())
      weft::log(status == CL_SUCCESS ? LogLevel::Warning : LogLevel::Error, "%s log:\n%s",
                nameOf(kind), build.log.c_str());
}

void reportResult(BuildKind kind, const compiler::BuildResult &result) {
  if (!result.cacheProblem.empty())
    weft::log(LogLevel::Warning, "programs are not cached: %s", result.cacheProblem.c_str());
  if (result.cache == compiler::CacheUse::Hit)
    return weft::log(LogLevel::Info, "%s: from the cache", nameOf(kind));
  const auto &[begin, frontendEnd, end] = result.times;
  if (!begin)
    return;
  // Here the built-ins are linked. If no code follows, it is generated here as well.
  const char *rest = result.code ? "link" : "link and code";
  noteCompilation(end - begin, false);
  traceCompilation("front end", begin, frontendEnd, "%s", "");
  traceCompilation(rest, frontendEnd, end, "%s", "");
  weft::log(LogLevel::Info, "%s: front end %.3f ms, %s %.3f ms, %s", nameOf(kind),
            static_cast<double>(frontendEnd - begin) / 1e6, rest,
            static_cast<double>(end - frontendEnd) / 1e6,
            result.cache == compiler::CacheUse::Miss ? "not in the cache" : "no cache");
}

} // namespace weft::icd
