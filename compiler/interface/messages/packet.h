// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packets with descriptors, over sockets of type SOCK_SEQPACKET.
#pragma once

#include "device/base/files/descriptor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// The outcome of sending or receiving.
enum class Passage {
  Done,
  Blocked, ///< would block, in a non-blocking call
  Closed,  ///< the peer is gone
};

/// Sends one packet with copies of the descriptors. `flags`: MSG_DONTWAIT or 0. Never raises
/// SIGPIPE.
Passage sendPacket(int socket, std::string_view content, std::span<const int> descriptors,
                   int flags);

struct Packet {
  std::string content;
  std::vector<Descriptor> descriptors; ///< closed on exec, above the standard streams
};

/// Longer packets are truncated.
inline constexpr std::size_t longestPacket = 64 << 10;

/// Receives one packet. Throws bad_alloc.
Passage receivePacket(int socket, Packet &packet, int flags);

} // namespace weft::compiler
