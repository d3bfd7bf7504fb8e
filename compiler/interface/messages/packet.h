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

/// What became of a packet.
enum class Passage {
  Done,
  Blocked, ///< not now, on a call that may not wait
  Closed,  ///< the other side is gone
};

/// Sends one packet with copies of the descriptors. `flags`: MSG_DONTWAIT or 0. Never raises
/// SIGPIPE.
Passage sendPacket(int socket, std::string_view content, std::span<const int> descriptors,
                   int flags);

struct Packet {
  std::string content;
  std::vector<Descriptor> descriptors; ///< closed on exec, above the standard streams
};

/// Longer packets are cut off.
inline constexpr std::size_t longestPacket = 64 << 10;

/// Takes one packet. Throws bad_alloc.
Passage receivePacket(int socket, Packet &packet, int flags);

} // namespace weft::compiler
