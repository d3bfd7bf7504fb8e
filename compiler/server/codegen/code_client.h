// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The client of a code server: how much it needs each kernel's code, and what it learns.
#pragma once

#include "compiler/server/codegen/code_channel.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/shared_code.h"
#include "compiler/server/processes/build_watch.h"
#include "compiler/server/processes/compile_slots.h"

#include <cstdint>

namespace weft::compiler {

class CodeClient {
public:
  CodeClient(CodeChannel &channel, const CodeOrder &order, CodeTable &table, SharedCode &shared)
      : channel(channel), order(order), table(table), shared(shared) {}

  /// False once it is gone.
  explicit operator bool() const { return static_cast<bool>(channel); }
  /// Whether it has not taken all news.
  bool isBehind() const { return channel.isBehind(); }

  // Its needs.

  /// Unrequested code yields to the application. Other code does not: the sooner it arrives, the
  /// less time the application itself spends in slower code.
  bool isSpare(std::uint32_t kernel, Tier tier) const;
  Urgency urgencyOf(std::uint32_t kernel, Tier tier) const;
  /// Whether it is too early for unrequested code.
  bool isEarly() const;
  /// Whether to generate this now.
  bool isWanted(std::uint32_t kernel, Tier tier) const;
  /// Whether it has requested code that is not available yet.
  bool isWaiting() const;

  // Its news.

  /// It has requested code.
  void noteRequest() { lastExchange = Clock::now(); }
  /// Reports the outcome for one kernel's code.
  void tell(std::uint32_t kernel, Tier tier);
  /// Reports the program's current state.
  void tellIntermediate();
  /// Clients that wait for all code may want to see its progress.
  void record(const CodeRecord &made);
  void recordTaken(std::uint32_t kernel);
  /// Sends records that no news have carried.
  void reportRecords() { channel.reportRecords(); }

private:
  using Clock = BuildWatch::Clock;

  CodeChannel &channel;
  const CodeOrder &order;
  CodeTable &table;
  SharedCode &shared;
  Clock::time_point lastExchange = Clock::now();
};

} // namespace weft::compiler
