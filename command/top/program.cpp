// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/program.h"

#include "command/child.h"
#include "device/base/settings.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::command {
namespace {

[[noreturn]] void refuse(const std::string &program) {
  throw std::runtime_error("cannot run " + program + ": " + std::strerror(errno));
}

} // namespace

Program::Program(const std::vector<std::string> &words, const std::string &socket,
                 bool takesOutput) {
  // Closed by a successful execve(); otherwise it has the error.
  int failure[2];
  int ends[2];
  std::vector<std::pair<int, Descriptor>> outputs; // of the child
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (takesOutput && ::isatty(stream)) {
      if (::pipe2(ends, O_CLOEXEC) != 0)
        refuse(words[0]);
      ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
      streams.push_back({Descriptor(ends[0]), {}});
      outputs.emplace_back(stream, Descriptor(ends[1]));
    }
  if (::pipe2(failure, O_CLOEXEC) != 0)
    refuse(words[0]);
  const Descriptor failureToRead(failure[0]);
  Descriptor failureToWrite(failure[1]);
  std::fflush(nullptr);
  child = ::fork();
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);
    ::setenv("WEFT_TRACE", (std::string(Settings::traceSocketPrefix) + socket).c_str(), 1);
    for (const auto &[stream, pipe] : outputs)
      ::dup2(pipe.get(), stream);
    executeProgram(words[0], {words.begin() + 1, words.end()});
    const int error = errno;
    static_cast<void>(::write(failureToWrite.get(), &error, sizeof error));
    ::_exit(127);
  }
  if (child < 0)
    refuse(words[0]);
  failureToWrite.reset();
  handle = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  int error = 0;
  if (::read(failureToRead.get(), &error, sizeof error) == sizeof error) {
    ::waitpid(child, nullptr, 0);
    errno = error;
    refuse(words[0]);
  }
}

void Program::addTo(std::vector<pollfd> &waiting) const {
  if (handle && !ended)
    waiting.push_back({handle.get(), POLLIN, 0});
  for (const Stream &stream : streams)
    if (stream.pipe)
      waiting.push_back({stream.pipe.get(), POLLIN, 0});
}

std::string Program::takeOutput() {
  std::string output;
  for (Stream &stream : streams) {
    char buffer[4096];
    ssize_t size = 0;
    while (stream.pipe && (size = ::read(stream.pipe.get(), buffer, sizeof buffer)) > 0)
      stream.partial.append(buffer, static_cast<std::size_t>(size));
    if (stream.pipe && size == 0)
      stream.pipe.reset();
    const std::size_t whole = ended ? stream.partial.size() : stream.partial.rfind('\n') + 1;
    output += stream.partial.substr(0, whole);
    stream.partial.erase(0, whole);
  }
  return output;
}

bool Program::hasEnded() {
  int status = 0;
  if (!ended && ::waitpid(child, &status, WNOHANG) == child) {
    ended = true;
    code = exitCodeOf(status);
  }
  return ended;
}

} // namespace weft::command
