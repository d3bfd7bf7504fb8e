// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/child.h"

#include "device/base/clock.h"
#include "device/base/files/memory_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::command {
namespace {

/// In the child.
[[noreturn]] void becomeProbe(const std::string &program, const std::vector<std::string> &arguments,
                              int output, OtherStreams streams) {
  constexpr rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(output, STDOUT_FILENO);
  const Descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (streams == OtherStreams::None)
    for (const int stream : {STDIN_FILENO, STDERR_FILENO})
      ::dup2(nowhere.get(), stream);
  executeProgram(program, arguments);
  ::_exit(127);
}

std::string contentOf(int file) {
  std::string content;
  char buffer[4096];
  ::lseek(file, 0, SEEK_SET);
  for (ssize_t size; (size = ::read(file, buffer, sizeof buffer)) > 0;)
    content.append(buffer, static_cast<std::size_t>(size));
  return content;
}

} // namespace

void executeProgram(const std::string &program, const std::vector<std::string> &arguments) {
  std::vector<char *> words{const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments)
    words.push_back(const_cast<char *>(argument.c_str()));
  words.push_back(nullptr);
  ::execvp(program.c_str(), words.data());
}

int exitCodeOf(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

ChildResult runChild(const std::string &program, const std::vector<std::string> &arguments,
                     unsigned seconds, OtherStreams streams) {
  ChildResult result;
  // A file, not a pipe: processes that the child leaves behind may keep it open.
  const Descriptor output = makeMemoryFile("weft output");
  const pid_t child = output ? ::fork() : -1;
  if (child < 0) {
    result.end = std::string("could not be started (") + std::strerror(errno) + ")";
    return result;
  }
  if (child == 0)
    becomeProbe(program, arguments, output.get(), streams);
  const std::uint64_t begin = monotonicNanoseconds();
  int status = 0;
  bool isLate = false;
  while (::waitpid(child, &status, isLate ? 0 : WNOHANG) == 0) {
    ::usleep(1000);
    if (monotonicNanoseconds() - begin > seconds * std::uint64_t{1'000'000'000}) {
      isLate = true;
      ::kill(child, SIGKILL);
    }
  }
  result.output = contentOf(output.get());
  if (isLate)
    result.end = "did not end within " + std::to_string(seconds) + " s";
  else if (WIFSIGNALED(status))
    result.end = std::string("crashed (") + ::strsignal(WTERMSIG(status)) + ")";
  else
    result.code = WEXITSTATUS(status);
  return result;
}

} // namespace weft::command
