// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/trace_sink.h"

#include "device/base/descriptor.h"

#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <stdio_ext.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace weft {
namespace {

/// A socket that is connected to the path; none, with errno set, when nobody listens there or has
/// too many callers.
Descriptor connectTo(std::string_view path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return {};
  }
  path.copy(address.sun_path, path.size());
  Descriptor socket =
      aboveStandardStreams(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket ||
      ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
    return {};
  return socket;
}

bool hasRoomLater(int error) noexcept {
  return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == ENOMEM ||
         error == EINTR;
}

} // namespace

std::unique_ptr<TraceSink> TraceSink::open(const std::string &target) {
  auto sink = std::make_unique<TraceSink>();
  if (target.starts_with(socketPrefix)) {
    Descriptor socket = connectTo(std::string_view(target).substr(socketPrefix.size()));
    if (!socket)
      return nullptr;
    sink->socket = socket.release();
    return sink;
  }
  sink->file = std::fopen(target.c_str(), "we");
  if (!sink->file)
    return nullptr;
  std::setvbuf(sink->file, nullptr, _IOFBF, 1 << 16);
  std::fputs("[\n", sink->file);
  return sink;
}

bool TraceSink::send(const char *lines) noexcept {
  return ::send(socket, lines, std::strlen(lines), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

bool TraceSink::write(const char *lines) noexcept {
  if (file) {
    std::fputs(lines, file);
    return true;
  }
  if (const std::uint64_t missing = lost.exchange(0, std::memory_order_relaxed)) {
    char note[160];
    std::snprintf(note, sizeof note,
                  "{\"ph\":\"M\",\"name\":\"%.*s\",\"pid\":%d,\"tid\":%d,"
                  "\"args\":{\"count\":%" PRIu64 "}},\n",
                  static_cast<int>(lostName.size()), lostName.data(), getpid(), gettid(), missing);
    if (!send(note))
      lost.fetch_add(missing, std::memory_order_relaxed);
  }
  if (send(lines))
    return true;
  if (!hasRoomLater(errno))
    return false;
  lost.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void TraceSink::abandon() noexcept {
  if (file)
    __fpurge(file);
  else
    ::close(socket);
}

} // namespace weft
