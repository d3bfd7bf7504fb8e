// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_client.h"

#include "device/base/bytes.h"
#include "device/base/clock.h"
#include "device/base/files/memory_file.h"

#include <chrono>
#include <utility>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using State = CodeState;

/// How long the client must have been silent before unrequested code is generated. A client may
/// first request the kernels that it wants, and a program may be released as soon as its result is
/// available.
constexpr auto clientPatience = 10ms;

} // namespace

bool CodeClient::isSpare(std::uint32_t kernel, Tier tier) const {
  return tier == Tier::Best && (!channel || (!order.hostWaits && !table.whole().isRequested &&
                                             !table.of(kernel, tier).isRequested));
}

Urgency CodeClient::urgencyOf(std::uint32_t kernel, Tier tier) const {
  return tier == Tier::First     ? Urgency::First
         : isSpare(kernel, tier) ? Urgency::Spare
                                 : Urgency::InUse;
}

bool CodeClient::isEarly() const {
  return channel && !order.hostWaits && Clock::now() - lastExchange < clientPatience;
}

bool CodeClient::isWanted(std::uint32_t kernel, Tier tier) const {
  return table.of(kernel, tier).state == State::Wanted &&
         (urgencyOf(kernel, tier) != Urgency::Spare || !isEarly());
}

bool CodeClient::isWaiting() const {
  const auto isAwaited = [](const Code &code) {
    return code.isRequested && (code.state == State::Wanted || code.state == State::Running);
  };
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    for (const Tier tier : {Tier::First, Tier::Best})
      if (isAwaited(table.of(kernel, tier)))
        return true;
  return table.whole().isRequested;
}

void CodeClient::tell(std::uint32_t kernel, Tier tier) {
  lastExchange = Clock::now();
  Code &code = table.of(kernel, tier);
  channel.tell({.kernel = kernel,
                .tier = tier,
                .success = code.state == State::Done,
                .text = code.text,
                .records = {},
                .file = std::move(code.binary)});
}

void CodeClient::tellIntermediate() {
  const auto binary = Binary::seal(order.program->intermediate(), BinaryKind::Intermediate,
                                   order.program->flags(), order.target);
  shared.noteIntermediate(binary);
  Descriptor file = makeMemoryFile("weft-intermediate", asText(binary));
  const bool isWritten = static_cast<bool>(file);
  channel.tell({.kernel = intermediateProgram,
                .success = isWritten,
                .text = isWritten ? "" : "out of memory",
                .records = {},
                .file = std::move(file)});
}

void CodeClient::record(const CodeRecord &made) {
  channel.record(made, table.whole().isRequested && made.kernel != wholeProgram);
}

void CodeClient::recordTaken(std::uint32_t kernel) {
  const std::uint64_t now = monotonicNanoseconds();
  record({kernel, Tier::Best, CodeRecord::Origin::Taken, now, now, 0});
}

} // namespace weft::compiler
