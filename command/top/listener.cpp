// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/top/listener.h"

#include "device/base/clock.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace weft::command {
namespace {

[[noreturn]] void refuse(const std::string &path) {
  throw std::runtime_error("cannot listen at " + path + ": " + std::strerror(errno));
}

sockaddr_un addressOf(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    refuse(path);
  }
  path.copy(address.sun_path, path.size());
  return address;
}

/// Removes what a listener that was killed left behind.
void removeDead(const std::string &path, const sockaddr_un &address) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode))
    return;
  const Descriptor caller(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (::connect(caller.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 &&
      errno == ECONNREFUSED)
    ::unlink(path.c_str());
}

std::string nameOf(pid_t process) {
  std::string name;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm"), name);
  return name.empty() ? "process" : name;
}

} // namespace

double nowInMicroseconds() { return static_cast<double>(monotonicNanoseconds()) / 1000; }

Listener::Listener(const std::string &path)
    : path(path), socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  constexpr int mostWaiting = 64;
  const sockaddr_un address = addressOf(path);
  removeDead(path, address);
  // For the user alone.
  const mode_t mask = ::umask(0077);
  const int bound =
      ::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address);
  ::umask(mask);
  if (bound != 0 || ::listen(socket.get(), mostWaiting) != 0)
    refuse(path);
}

Listener::~Listener() { ::unlink(path.c_str()); }

void Listener::addTo(std::vector<pollfd> &waiting) const {
  waiting.push_back({socket.get(), POLLIN, 0});
  for (const TracedProcess &process : all)
    if (process.socket)
      waiting.push_back({process.socket.get(), POLLIN, 0});
}

void Listener::acceptAll() {
  for (;;) {
    Descriptor connection(::accept4(socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection)
      return;
    TracedProcess &process = all.emplace_back();
    ucred peer{};
    socklen_t size = sizeof peer;
    ::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
    process.process = peer.pid;
    process.name = nameOf(peer.pid);
    process.socket = std::move(connection);
    process.firstSeen = nowInMicroseconds();
  }
}

/// A process that sends faster than this can read must not keep the view from being drawn.
void Listener::read(TracedProcess &process) {
  constexpr int mostPackets = 1 << 16;
  char buffer[1 << 14];
  for (int packet = 0; packet < mostPackets; ++packet) {
    const ssize_t size = ::recv(process.socket.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (size > 0) {
      process.activity.take({buffer, static_cast<std::size_t>(size)});
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      process.socket.reset();
      process.lastSeen = nowInMicroseconds();
      return;
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

void Listener::takeAll() {
  acceptAll();
  for (TracedProcess &process : all)
    if (process.socket)
      read(process);
}

} // namespace weft::command
