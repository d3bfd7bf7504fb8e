// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/process/compiler_process.h"

#include "compiler/interface/messages/protocol.h"
#include "device/base/files/transfer.h"
#include "device/base/reports/progress.h"
#include "device/base/settings.h"
#include "device/base/threads/once.h"

#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// How often a build looks for a server before it gives up.
constexpr int attempts = 3;

struct SocketPair {
  Descriptor ours, theirs;
};

std::optional<SocketPair> makeSocketPair(int type) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  SocketPair pair{aboveStandardStreams(ends[0]), aboveStandardStreams(ends[1])};
  if (!pair.ours || !pair.theirs)
    return std::nullopt;
  return pair;
}

std::string folderOf(const std::string &path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// Where the path leads when its links are followed, as far as possible.
std::string resolved(const std::string &path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : path;
}

CompilerLocation locateCompiler() {
  std::string program;
  Dl_info info;
  if (const std::string &chosen = Settings::ofProcess().compiler; !chosen.empty())
    program = chosen;
  else if (::dladdr(reinterpret_cast<const void *>(&locateCompiler), &info) && info.dli_fname)
    program = folderOf(resolved(info.dli_fname)) + "/weftc";
  return {program, folderOf(resolved(program)) + "/weft-kernel-lib.a"};
}

} // namespace

const CompilerLocation &CompilerLocation::get() {
  return once([] { return new CompilerLocation(locateCompiler()); });
}

CompilerProcess &CompilerProcess::instance() {
  return once([] {
    auto *made = new CompilerProcess;
    ofThisProcess.store(made, std::memory_order_release);
    return made;
  });
}

void CompilerProcess::afterForkInChild() {
  if (CompilerProcess *inherited = ofThisProcess.load(std::memory_order_acquire)) {
    inherited->channel.reset();
    inherited->processes.forget();
  }
  mutex.unlock();
}

const ForkHandler CompilerProcess::forkHandler(
    ForkOrder::Compiler, [] { mutex.lock(); }, [] { mutex.unlock(); }, afterForkInChild);

/// Requires the mutex.
bool CompilerProcess::start() {
  ++generation;
  channel.reset();
  auto sockets = makeSocketPair(SOCK_SEQPACKET);
  if (!sockets || !processes.start(CompilerLocation::get().program,
                                   {"weftc", std::string(serveOption) + std::to_string(::getpid())},
                                   environment, sockets->theirs.get(), identity))
    return false;
  channel = std::move(sockets->ours);
  return true;
}

/// Whether there is a server with the rights and view of the calling thread. Requires the mutex.
bool CompilerProcess::isCurrent() const { return channel && identity == Identity::ofThread(); }

void CompilerProcess::prepare() noexcept {
  try {
    const std::lock_guard lock(mutex);
    if (!isCurrent())
      start();
  } catch (...) {
    // The first build will retry, and report errors.
  }
}

/// Passes the sockets of a build to a server, which is started if there is none, or it is dead or
/// has another identity. (That one finishes its builds.)
bool CompilerProcess::pass(int stream, int code, unsigned &usedGeneration) {
  const std::lock_guard lock(mutex);
  bool sent = isCurrent() && sendHello(channel.get(), stream, code);
  if (!sent)
    sent = start() && sendHello(channel.get(), stream, code);
  usedGeneration = generation;
  return sent;
}

void CompilerProcess::abandon(unsigned usedGeneration) {
  const std::lock_guard lock(mutex);
  if (usedGeneration == generation)
    channel.reset();
}

CompilerProcess::Outcome CompilerProcess::run(std::string_view request, std::string &response,
                                              Descriptor &code) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto sockets = makeSocketPair(SOCK_STREAM);
    auto codeSockets = makeSocketPair(SOCK_SEQPACKET);
    unsigned usedGeneration;
    if (!sockets || !codeSockets ||
        !pass(sockets->theirs.get(), codeSockets->theirs.get(), usedGeneration))
      return Outcome::Unavailable;
    sockets->theirs.reset();
    codeSockets->theirs.reset();
    const int socket = sockets->ours.get();
    char taken;
    if (!readAll(socket, &taken, 1)) {
      abandon(usedGeneration);
      continue;
    }
    // If a child died before it read everything, the server still sends an answer. If the request
    // was truncated for lack of memory here, the child must not wait for more.
    if (!sendMessage(socket, request))
      ::shutdown(socket, SHUT_WR);
    Progress().waitFor(socket, "the compiler");
    auto answer = receiveMessage(socket);
    if (!answer)
      return Outcome::Died;
    response = std::move(*answer);
    code = std::move(codeSockets->ours);
    return Outcome::Answered;
  }
  return Outcome::Unavailable;
}

} // namespace weft::compiler
