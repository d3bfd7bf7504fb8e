// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's slots: how many children it demands from the server, which bounds those of all
// programs, and which of its own may run (compile_slots.h).
#pragma once

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/processes/compile_slots.h"

#include <cstdint>

namespace weft::compiler {

class CodeSlots {
public:
  CodeSlots(CompileSlots &slots, const CodeOrder &order, const CodeTable &table,
            const CodeClient &client, CodeChildren &children);

  /// Whether one more child may run.
  bool hasFreePlace(Urgency urgency) const;
  /// Suspends children that have lost their slots, and resumes others.
  /// False if a child is not ready to be suspended.
  bool stopAndContinue();
  /// Tells the server what is wanted. `mayPark`: the client waits for no code.
  void ask(bool mayPark);

private:
  /// Those that are not stopped.
  std::uint32_t childrenOf(Urgency urgency) const;
  Urgency urgencyOf(const Job &job) const { return client.urgencyOf(job.kernel, job.tier); }
  void count(SlotDemand &demand) const;

  CompileSlots &slots;
  const CodeTable &table;
  const CodeClient &client;
  CodeChildren &children;
  const std::uint64_t most; ///< children of all programs
};

} // namespace weft::compiler
