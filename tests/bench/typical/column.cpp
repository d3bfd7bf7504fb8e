// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/typical/column.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace weft::bench {
namespace {

/// A build, a launch or a sample takes no longer, or the process is given up.
constexpr int maxMilliseconds = 60000;

struct Pipe {
  int read, write;
};

Pipe makePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    std::perror("pipe2");
    std::exit(1);
  }
  return {ends[0], ends[1]};
}

} // namespace

ColumnProcess::ColumnProcess(const Column &column, const std::filesystem::path &kernelFile,
                             const std::filesystem::path &folder)
    : resultsFile(folder / "results") {
  std::filesystem::create_directories(folder / "cache");
  const Pipe toProcess = makePipe(), fromProcess = makePipe();
  process = fork();
  if (process == 0) {
    dup2(toProcess.read, STDIN_FILENO);
    dup2(fromProcess.write, STDOUT_FILENO);
    become(column, kernelFile, folder / "cache");
  }
  close(toProcess.read);
  close(fromProcess.write);
  requests = toProcess.write;
  answers = fromProcess.read;
  if (process < 0)
    problem = "failed";
}

// Nothing comes from a cache, in Weft by its switch and elsewhere because it is empty.
void ColumnProcess::become(const Column &column, const std::filesystem::path &kernelFile,
                           const std::filesystem::path &cache) const {
  const auto set = [](const char *name, const std::string &value) {
    setenv(name, value.c_str(), /*overwrite=*/1);
  };
  set("OCL_ICD_VENDORS", column.platform.vendors);
  if (!column.platform.libraries.empty())
    set("LD_LIBRARY_PATH", column.platform.libraries);
  set("WEFT_CACHE", "0");
  set("POCL_KERNEL_CACHE", "0");
  set("POCL_CACHE_DIR", cache);
  set("XDG_CACHE_HOME", cache);
  execl("/proc/self/exe", "typical", "--measure", kernelFile.c_str(), "--results",
        resultsFile.c_str(), "--options", column.options.c_str(), nullptr);
  _exit(127);
}

ColumnProcess::~ColumnProcess() {
  if (process > 0)
    end(Reason::Done);
  close(requests);
  close(answers);
}

bool ColumnProcess::waitUntilReady() {
  while (const std::optional<std::string> text = line())
    if (*text == "ready")
      return true;
  return false;
}

std::vector<char> ColumnProcess::results() const {
  std::ifstream stream(resultsFile, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::optional<double> ColumnProcess::sample() {
  if (process <= 0)
    return {};
  // That of a process that has ended shows when it is read from.
  [[maybe_unused]] const ssize_t written = write(requests, "\n", 1);
  const std::string name = "seconds ";
  while (const std::optional<std::string> text = line())
    if (text->starts_with(name))
      return std::strtod(text->c_str() + name.size(), nullptr);
  return {};
}

// Of what the process prints. Nothing if it ended, or says nothing for too long.
std::optional<std::string> ColumnProcess::line() {
  while (process > 0) {
    if (const std::size_t length = received.find('\n'); length != std::string::npos) {
      std::string text = received.substr(0, length);
      received.erase(0, length + 1);
      return text;
    }
    pollfd waited = {answers, POLLIN, 0};
    char bytes[4096];
    const bool isThere = poll(&waited, 1, maxMilliseconds) > 0;
    const ssize_t count = isThere ? read(answers, bytes, sizeof bytes) : 0;
    if (count <= 0)
      end(isThere ? Reason::HasEnded : Reason::TooSlow);
    else
      received.append(bytes, static_cast<std::size_t>(count));
  }
  return {};
}

// A process that still serves is killed: what a platform does at its end is not measured.
void ColumnProcess::end(Reason reason) {
  if (reason != Reason::HasEnded)
    kill(process, SIGKILL);
  int status = 0;
  waitpid(process, &status, 0);
  process = -1;
  if (reason == Reason::TooSlow)
    problem = "too slow";
  else if (reason == Reason::HasEnded)
    problem = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : "failed";
}

} // namespace weft::bench
