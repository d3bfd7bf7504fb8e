// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A code server's end of the socket to its client: requests in, news out. Never blocks.
#pragma once

#include "compiler/interface/messages/protocol.h"

#include <deque>
#include <functional>
#include <vector>

namespace weft::compiler {

class CodeChannel {
public:
  explicit CodeChannel(Descriptor socket) : socket(std::move(socket)) {}

  /// False once the client is gone; then news are dropped.
  explicit operator bool() const { return static_cast<bool>(socket); }
  int file() const { return socket.get(); }
  /// Whether the socket has no space for pending news.
  bool isBehind() const { return !news.empty(); }

  /// Receives the client's requests. `take` returns false for invalid ones.
  void serve(const std::function<bool(const CodeRequest &)> &take);
  /// Queues news, with all records so far, and sends what can be sent.
  void tell(CodeNews item);
  /// Records how code was generated. Sent with the next news, or `atOnce`.
  void record(const CodeRecord &made, bool atOnce);
  /// Sends records that no news have carried.
  void reportRecords();
  /// The client is gone, or this is a forked child.
  void leave();

private:
  void send();

  Descriptor socket;
  std::deque<CodeNews> news; ///< not sent yet
  std::vector<CodeRecord> records;
};

} // namespace weft::compiler
