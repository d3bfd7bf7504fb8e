// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A code server's end of the socket to its client: requests in, news out. Nothing waits.
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
  /// Whether there is something that the client has not room for yet.
  bool isBehind() const { return !news.empty(); }

  /// Takes what the client has asked for. `take` returns false for what no client may ask.
  void serve(const std::function<bool(const CodeRequest &)> &take);
  /// Queues news, with all records so far, and sends what can be sent.
  void tell(CodeNews item);
  /// Notes how a code came to be. It goes with the next news, or `atOnce`.
  void record(const CodeRecord &made, bool atOnce);
  /// Sends the records that no news has taken along.
  void tellRecords();
  /// The client is gone, or this is a forked child.
  void leave();

private:
  void send();

  Descriptor socket;
  std::deque<CodeNews> news; ///< not sent yet
  std::vector<CodeRecord> records;
};

} // namespace weft::compiler
