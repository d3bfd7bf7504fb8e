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

/// Removes the socket of a listener that was killed.
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

Listener::Listener(const std::string &path)
    : path(path), socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  constexpr int mostWaiting = 64;
  const sockaddr_un address = addressOf(path);
  removeDead(path, address);
  // For the user only.
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
    process.firstSeen = monotonicNanoseconds();
    process.activity = Activity(process.firstSeen);
    // A process that never sends its board is ignored.
    read(process);
  }
}

/// The board comes first, and nothing else until the end.
void Listener::read(TracedProcess &process) {
  std::uint32_t layout = 0;
  iovec content{&layout, sizeof layout};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(process.socket.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  const cmsghdr *const header = size > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    int memory = -1;
    std::memcpy(&memory, CMSG_DATA(header), sizeof memory);
    const Descriptor owned(memory);
    process.board = BoardView(memory, layout);
    if (process.board)
      return;
  }
  // It has ended, or is not a process of this version of Weft.
  process.lastSeen = monotonicNanoseconds();
  if (process.board)
    process.activity.look(*process.board, process.lastSeen);
  process.board = BoardView();
  process.socket.reset();
}

void Listener::takeAll() {
  acceptAll();
  for (TracedProcess &process : all)
    if (process.socket)
      read(process);
}

void Listener::sampleAll() {
  const std::uint64_t now = monotonicNanoseconds();
  for (TracedProcess &process : all)
    if (process.board)
      process.activity.look(*process.board, now);
}

} // namespace weft::command
