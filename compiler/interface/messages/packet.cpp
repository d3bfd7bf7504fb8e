// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/messages/packet.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace weft::compiler {
namespace {

/// A Hello has two.
constexpr std::size_t maxDescriptors = 2;

Passage outcome(ssize_t bytes) {
  if (bytes >= 0)
    return Passage::Done;
  // ETOOMANYREFS: the receiver must first take the descriptors in flight.
  const bool isFull = errno == EAGAIN || errno == EWOULDBLOCK || errno == ETOOMANYREFS ||
                      errno == ENOBUFS || errno == ENOMEM;
  return isFull ? Passage::Blocked : Passage::Closed;
}

} // namespace

Passage sendPacket(int socket, std::string_view content, std::span<const int> descriptors,
                   int flags) {
  iovec vector{const_cast<char *>(content.data()), content.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(maxDescriptors * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  }
  ssize_t sent;
  do
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | flags);
  while (sent < 0 && errno == EINTR);
  return outcome(sent);
}

Passage receivePacket(int socket, Packet &packet, int flags) {
  packet.content.resize(longestPacket);
  packet.descriptors.clear();
  packet.descriptors.reserve(maxDescriptors);
  iovec vector{packet.content.data(), packet.content.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(maxDescriptors * sizeof(int))];
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t size;
  do
    size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
  while (size < 0 && errno == EINTR);
  packet.content.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  if (size <= 0)
    return size == 0 ? Passage::Closed : outcome(size);
  for (cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
      continue;
    const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t index = 0; index < count; ++index) {
      int descriptor;
      std::memcpy(&descriptor, CMSG_DATA(header) + index * sizeof descriptor, sizeof descriptor);
      packet.descriptors.push_back(aboveStandardStreams(descriptor));
    }
  }
  return Passage::Done;
}

} // namespace weft::compiler
