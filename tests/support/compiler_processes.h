// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processes that compile for this one, and what keeps them busy.
#pragma once

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace weft::test {

/// The server and all its children: those that have been told to serve a process.
inline std::vector<pid_t> servers(pid_t host = getpid()) {
  std::vector<pid_t> found;
  const std::string wanted = "--serve=" + std::to_string(host) + '\0';
  for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream line; // takes nothing, and does not throw, when the process is gone
    line << file.rdbuf();
    if (line.str().find(wanted) != std::string::npos)
      found.push_back(std::atoi(entry.path().filename().c_str()));
  }
  return found;
}

inline std::vector<pid_t> childrenOf(pid_t process) {
  const std::string number = std::to_string(process);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  std::vector<pid_t> children;
  for (pid_t child; list >> child;)
    children.push_back(child);
  return children;
}

/// Those that make the code of a kernel: the children of the server's children.
inline std::vector<pid_t> codeProcesses() {
  std::vector<pid_t> found;
  for (const pid_t server : servers())
    for (const pid_t build : childrenOf(server))
      for (const pid_t process : childrenOf(build))
        found.push_back(process);
  return found;
}

/// Those of them that have computed for a while.
inline std::vector<pid_t> compilingProcesses() {
  std::vector<pid_t> found = codeProcesses();
  std::erase_if(found, [](pid_t process) {
    clockid_t clock;
    timespec time{};
    return clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0 ||
           (time.tv_sec == 0 && time.tv_nsec <= 50'000'000);
  });
  return found;
}

/// A kernel `test(global float *x)` of so many statements. The best code of the default takes the
/// compiler about a second: a test that looks for a process at that sees one.
inline std::string longSource(int statements = 150, const std::string &name = "test") {
  const auto element = [](int index) { return "x[" + std::to_string(index) + "]"; };
  std::string source = "kernel void " + name + "(global float *x) {\n";
  for (int i = 0; i < statements; ++i)
    source += "  " + element(i) + " = pow(" + element(i + 1) + ", " + element(i * 7 % statements) +
              ");\n";
  return source + "}\n";
}

} // namespace weft::test
