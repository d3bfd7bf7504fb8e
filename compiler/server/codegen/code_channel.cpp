// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_channel.h"

#include <utility>

namespace weft::compiler {

void CodeChannel::serve(const std::function<bool(const CodeRequest &)> &take) {
  while (socket) {
    CodeRequest request;
    const Passage passage = receiveRequest(socket.get(), request);
    if (passage == Passage::Closed || (passage == Passage::Done && !take(request)))
      return leave();
    if (passage == Passage::Blocked)
      break;
  }
  send();
}

void CodeChannel::tell(CodeNews item) {
  if (!socket)
    return;
  item.records = std::exchange(records, {});
  news.push_back(std::move(item));
  send();
}

void CodeChannel::record(const CodeRecord &made, bool atOnce) {
  if (!socket)
    return;
  records.push_back(made);
  if (atOnce || records.size() == maxRecords)
    reportRecords();
}

void CodeChannel::reportRecords() {
  if (!records.empty())
    tell({.kernel = noCode, .text = {}, .records = {}, .file = {}});
}

void CodeChannel::leave() {
  socket.reset();
  news.clear();
}

void CodeChannel::send() {
  while (!news.empty() && socket) {
    const Passage passage = sendNews(socket.get(), news.front());
    if (passage == Passage::Closed)
      return leave();
    if (passage == Passage::Blocked)
      return;
    news.pop_front();
  }
}

} // namespace weft::compiler
