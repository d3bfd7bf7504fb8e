// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds by the server, and a look at its processes: for the tests of the server and for the hosts
// that they run.
#pragma once

#include "compiler/client/compiler_client.h"
#include "compiler/client/program_code.h"
#include "tests/support/child_process.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <grp.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace weft::compiler {

namespace fs = std::filesystem;
using test::inChild;
using namespace std::chrono_literals;

/// Eight to the twelfth empty expansions: more than any test waits for.
inline const std::string endlessSource = [] {
  std::string text = "#define E0\n";
  for (int i = 1; i <= 12; ++i) {
    text += "#define E" + std::to_string(i);
    for (int repeat = 0; repeat < 8; ++repeat)
      text += " E" + std::to_string(i - 1);
    text += "\n";
  }
  return text + "E12\n";
}();

/// With the binary of a program whose code follows.
inline BuildResult finished(BuildResult result) {
  if (!result.code)
    return result;
  result.code->request(wholeProgram, Tier::Best);
  ProgramCode::Arrival arrival;
  arrival.kernel = 0;
  while (arrival.kernel != wholeProgram &&
         result.code->receive(arrival, /*waits=*/true) == Passage::Done) {
  }
  result.binary = arrival.binary;
  return result;
}

inline BuildResult compile(const std::string &source, const std::string &options = {},
                           std::vector<Header> headers = {}) {
  BuildRequest request;
  request.kind = BuildKind::Compile;
  request.source = source;
  std::string error;
  if (!parseOptions(options, request.kind, request.options, error))
    throw std::invalid_argument(error);
  request.headers = std::move(headers);
  return finished(build(request, HostState::capture()));
}

/// A source that no other call returns, so that no cache knows it.
inline std::string freshSource() {
  static std::atomic<int> count{0};
  return "kernel void k(global int *p) { *p = " + std::to_string(count++) + "; }\n";
}

/// What a file of /proc says; nothing when the process goes while it is read. (A stream's own
/// iterators would throw then.)
inline std::string processFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::string commandLine(const fs::path &process) { return processFile(process / "cmdline"); }

inline std::vector<pid_t> processesWhere(const std::function<bool(const fs::path &)> &condition) {
  std::vector<pid_t> found;
  for (const auto &item : fs::directory_iterator("/proc")) {
    const std::string name = item.path().filename();
    if (std::isdigit(static_cast<unsigned char>(name[0])) && condition(item.path()))
      found.push_back(std::stoi(name));
  }
  return found;
}

inline std::vector<pid_t> childrenOf(pid_t parent) {
  return processesWhere([parent](const fs::path &process) {
    const std::string text = processFile(process / "stat");
    const std::size_t end = text.rfind(')');
    return end != std::string::npos && text.size() > end + 4 &&
           std::atoi(text.c_str() + end + 4) == parent;
  });
}

/// Sends a signal to one process, and returns whether there is one: 0 would mean the whole process
/// group, in which the test's runner is.
inline bool sendSignal(pid_t process, int signal) {
  return process > 0 && ::kill(process, signal) == 0;
}

/// The server of a process, or 0. Its children have the same command line and another parent. An
/// emulator's own words come before the command line of what it runs.
inline pid_t serverOf(pid_t host) {
  using namespace std::string_literals;
  const std::string wanted = "weftc\0--serve="s + std::to_string(host) + '\0';
  const auto processes = processesWhere(
      [&](const fs::path &process) { return commandLine(process).ends_with(wanted); });
  for (const pid_t process : processes) {
    bool isChild = false;
    for (const pid_t other : processes)
      for (const pid_t child : childrenOf(other))
        isChild |= child == process;
    if (!isChild)
      return process;
  }
  return 0;
}

template <class Condition> bool soon(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition())
      return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// Whether a process has computed for a while. A child of the server that has is past taking the
/// build over, and compiles.
inline bool isBusy(pid_t process) {
  const std::string text = processFile("/proc/" + std::to_string(process) + "/stat");
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos)
    return false;
  std::istringstream fields(text.substr(end + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i)
    fields >> skipped;
  long ticks = 0;
  return fields >> ticks && ticks >= 5;
}

/// The children of the server once one of them compiles; none when that takes too long.
inline std::vector<pid_t> busyChildrenOf(pid_t server) {
  std::vector<pid_t> children;
  soon([&] {
    children = childrenOf(server);
    return std::any_of(children.begin(), children.end(), isBusy);
  });
  return children;
}

inline constexpr uid_t somebody = 54321;

/// A user who is not root, for good.
inline bool becomeSomebody() {
  return ::geteuid() != 0 ||
         (::setgroups(0, nullptr) == 0 && ::setresgid(somebody, somebody, somebody) == 0 &&
          ::setresuid(somebody, somebody, somebody) == 0);
}

/// Whether the process has no children that a plain wait meets.
inline bool isWithoutChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

} // namespace weft::compiler
