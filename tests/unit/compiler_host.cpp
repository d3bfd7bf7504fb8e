// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host of the compiler for what a process decides once. Its argument says what it looks at; it
// ends with 0 if all is well.
#include "tests/unit/compiler_builds.h"

#include <cstdio>
#include <string_view>

namespace weft::compiler {
namespace {

/// Prints what is wrong, if anything is.
int endWith(const std::string &fault) {
  if (!fault.empty())
    std::fprintf(stderr, "compiler_host: %s\n", fault.c_str());
  return fault.empty() ? 0 : 1;
}

/// For a host whose WEFT_COMPILER names no file.
std::string missingCompiler() {
  const BuildResult result = compile(freshSource());
  if (result.status != BuildStatus::CompilerUnavailable)
    return "the status is another";
  return result.log.find(std::getenv("WEFT_COMPILER")) == std::string::npos ? "log: " + result.log
                                                                            : "";
}

/// The server has the environment of the first call, not that of its start.
std::string environment() {
  ::setenv("WEFT_TEST_EARLY", "1", 1);
  keepEnvironment();
  ::setenv("WEFT_TEST_LATE", "1", 1);
  if (compile(freshSource()).status != BuildStatus::Success)
    return "the build failed";
  const std::string seen =
      processFile("/proc/" + std::to_string(serverOf(::getpid())) + "/environ");
  if (seen.find("WEFT_TEST_EARLY=1") == std::string::npos)
    return "the server has not what was set before";
  return seen.find("WEFT_TEST_LATE") != std::string::npos ? "the server has what was set later"
                                                          : "";
}

} // namespace
} // namespace weft::compiler

int main(int count, char **arguments) {
  using namespace weft::compiler;
  const std::string_view what = count == 2 ? arguments[1] : "";
  if (what == "missing-compiler")
    return endWith(missingCompiler());
  if (what == "environment")
    return endWith(environment());
  return endWith("no such scenario");
}
