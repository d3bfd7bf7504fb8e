// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fails each allocation, each system call and each write of a host program in turn, and sees to it
// that nothing worse comes of it than an error code.
//
//   faults [--all] [--stride N] [--only memory:once] [--at MEMORY:ONCE:17]
//
// The program is host.cpp, which is run again and again with the N-th call of a kind failing, once
// or from then on for ever (shim.cpp), for N = 1, 2, 3 … until a run never comes to its N-th call.
// What it may do is end well; a signal, a wrong result or no end within the time limit is a fault,
// and is printed with what repeats it. Without --all only each `stride`-th call fails, another
// share of them in each sweep, so that a run takes less than a minute.
//
// Everything else is as in a real process: builds go to weftc, which is not failed, programs to a
// cache of their own, a trace is written, and the kernel prints.
#include "tests/support/command_line.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using weft::test::CommandLine;
using namespace std::chrono_literals;

constexpr auto timeLimit = 30s;
constexpr int notReached = 3;
/// More calls of a kind than the host makes: nothing fails.
constexpr unsigned long noCall = 1'000'000;
/// Enough to look into before going on.
constexpr int maxFaults = 20;

struct Sweep {
  const char *plan; ///< as in WEFT_FAULTS, without the number
  const char *argument = nullptr;
};

constexpr std::array sweeps = {
    Sweep{"memory:once"},
    Sweep{"memory:always"},
    Sweep{"calls:once", "--at-once"},
    Sweep{"calls:always", "--at-once"},
    Sweep{"writes:once", "--at-once"},
    Sweep{"writes:always", "--at-once"},
};

/// The host's environment, with a folder of its own for all that it writes.
[[noreturn]] void becomeHost(const Sweep &sweep, const std::string &plan, const fs::path &folder) {
  setenv("LD_PRELOAD", WEFT_FAULTS_SHIM, 1);
  setenv("WEFT_FAULTS", plan.c_str(), 1);
  setenv("WEFT_CACHE_DIR", (folder / "cache").c_str(), 1);
  setenv("WEFT_TRACE", (folder / "trace").c_str(), 1);
  setenv("WEFT_THREADS", "2", 1);
  const int output = open((folder / "output").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl(WEFT_FAULTS_HOST, WEFT_FAULTS_HOST, sweep.argument, nullptr);
  _exit(127);
}

/// The status as of waitpid, or SIGALRM where the child did not end in time.
int await(pid_t child) {
  const auto end = std::chrono::steady_clock::now() + timeLimit;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    if (std::chrono::steady_clock::now() > end) {
      kill(child, SIGABRT);
      waitpid(child, &status, 0);
      return SIGALRM;
    }
    std::this_thread::sleep_for(1ms);
  }
  return status;
}

std::string contents(const fs::path &path) {
  std::string text(4000, '\0');
  if (std::FILE *file = std::fopen(path.c_str(), "r")) {
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
  }
  return text;
}

enum class Outcome { Fine, Unreached, Fault };

Outcome runOnce(const Sweep &sweep, unsigned long number) {
  const std::string plan = std::string(sweep.plan) + ":" + std::to_string(number);
  std::string folder = fs::temp_directory_path() / "weft-faults-XXXXXX";
  if (!mkdtemp(folder.data())) {
    std::perror("mkdtemp");
    std::exit(1);
  }
  const pid_t child = fork();
  if (!child)
    becomeHost(sweep, plan, folder);
  const int status = await(child);
  const bool ended = WIFEXITED(status);
  const int code = ended ? WEXITSTATUS(status) : WTERMSIG(status);
  const bool isFault = !ended || (code != 0 && code != notReached);
  if (isFault)
    std::printf("%s: %s %d\n%s  to repeat it: faults --at %s\n", plan.c_str(),
                ended ? "exit code" : "signal", code, contents(fs::path(folder) / "output").c_str(),
                plan.c_str());
  std::fflush(stdout);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return isFault ? Outcome::Fault : code == notReached ? Outcome::Unreached : Outcome::Fine;
}

struct Arguments {
  unsigned long stride = WEFT_FAULTS_STRIDE;
  std::string only, at;
};

Arguments parse(int count, char **texts) {
  Arguments arguments;
  CommandLine line("faults");
  line.flag("--all", [&] { arguments.stride = 1; })
      .option("--stride", arguments.stride, 1)
      .option("--only", arguments.only)
      .option("--at", arguments.at);
  line.parse(count, texts);
  return arguments;
}

/// Runs the sweep; the number of faults.
int carryOut(const Sweep &sweep, unsigned long first, unsigned long stride) {
  if (runOnce(sweep, noCall) != Outcome::Unreached) {
    std::printf("%s: the host fails by itself\n", sweep.plan);
    return 1;
  }
  int faults = 0, runs = 0;
  for (unsigned long number = first; faults < maxFaults; number += stride) {
    const Outcome outcome = runOnce(sweep, number);
    if (outcome == Outcome::Unreached)
      break;
    ++runs;
    faults += outcome == Outcome::Fault;
  }
  std::printf("%-14s %5d runs, %d faults\n", sweep.plan, runs, faults);
  std::fflush(stdout);
  return faults + (runs == 0);
}

} // namespace

int main(int count, char **texts) {
  const Arguments arguments = parse(count, texts);
  int faults = 0;
  unsigned long share = 0;
  for (const Sweep &sweep : sweeps) {
    ++share;
    const std::string_view plan = sweep.plan;
    if (arguments.at.starts_with(plan)) {
      const unsigned long number =
          std::strtoul(arguments.at.c_str() + plan.size() + 1, nullptr, 10);
      return runOnce(sweep, number) == Outcome::Fault;
    }
    if (arguments.at.empty() && (arguments.only.empty() || arguments.only == plan))
      faults += carryOut(sweep, 1 + share % arguments.stride, arguments.stride);
  }
  return faults != 0;
}
