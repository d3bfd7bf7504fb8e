// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/host_program.h"

#include "tests/oracle/divisions.h"
#include "tests/oracle/host_source.h"
#include "tests/support/commands.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

// Without optimisation nothing is made of undefined behaviour: signed sums wrap, and divisions stay
// where HostLaunch can step over them. OpenCL C's char is signed, which C++'s is not on AArch64.
constexpr const char *compilerFlags =
    " -std=c++20 -O0 -w -fsigned-char -Wno-c++11-narrowing -fPIC -nostdlib -fno-exceptions "
    "-fno-threadsafe-statics -fno-strict-aliasing -fwrapv -fno-math-errno -ffp-contract=on";

/// Empty for the CPU of the machine, which a cross compiler does not know.
std::string targetFlags(const std::string &cpu) {
  const bool isNative = *WEFT_TEST_TARGET == '\0';
  const std::string name = !cpu.empty() ? cpu : isNative ? "native" : "";
  return " " WEFT_TEST_TARGET + (name.empty() ? name : WEFT_TEST_CPU_OPTION + name);
}

/// With edited assembly between.
std::string inTwoSteps(const std::string &compile, const fs::path &input, const fs::path &output) {
  const fs::path assembly = output.parent_path() / "kernel.s";
  return compile + " -ffixed-x15 -S" + shellWord(input) + " -o" + shellWord(assembly) +
         " && sed -E -i '" + assemblyEdits + "'" + shellWord(assembly) +
         " && '" WEFT_TEST_CLANGXX "' -nostdlib -shared -fuse-ld=lld" + targetFlags("") +
         shellWord(assembly) + " -o" + shellWord(output);
}

} // namespace

HostProgram::HostProgram(const std::string &source, const std::string &cpu,
                         const std::vector<std::string> &definitions, const std::string &options) {
  const TemporaryFolder folder;
  const fs::path input = folder.path() / "kernel.cpp", output = folder.path() / "kernel.so";
  std::ofstream(input) << toHostSource(source);
  std::string command = std::string("'" WEFT_TEST_CLANGXX "'") + compilerFlags + targetFlags(cpu) +
                        " -I '" WEFT_TEST_SOURCE_DIRECTORY "'";
  for (const std::string &definition : definitions)
    command += " -D" + definition;
  command += " " + options;
  if (!runCommand(*assemblyEdits
                      ? inTwoSteps(command, input, output)
                      : command + " -shared" + shellWord(input) + " -o" + shellWord(output),
                  compilerLog))
    return;
  handle = dlopen(output.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    compilerLog += dlerror();
}

HostProgram::~HostProgram() {
  if (handle)
    dlclose(handle);
}

void *HostProgram::find(const char *kernel) const { return dlsym(handle, kernel); }

void HostProgram::connect(oracle::Services &services) const {
  *static_cast<oracle::Services **>(dlsym(handle, oracle::servicesSymbol)) = &services;
}

} // namespace weft::test
