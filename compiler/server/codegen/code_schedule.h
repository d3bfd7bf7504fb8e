// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which code of a program is generated next, and the start of a child for it.
#pragma once

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/code_connections.h"
#include "compiler/server/codegen/code_outcomes.h"
#include "compiler/server/codegen/code_slots.h"
#include "compiler/server/codegen/starving_children.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/shared_code.h"
#include "compiler/server/processes/build_watch.h"

#include <cstdint>
#include <vector>

namespace weft::compiler {

class CodeSchedule {
public:
  CodeSchedule(const CodeOrder &order, CodeTable &table, SharedCode &shared,
               CodeConnections &connections, CodeChildren &children, const CodeClient &client,
               CodeOutcomes &outcomes, const StarvingChildren &starving, const CodeSlots &slots)
      : order(order), table(table), shared(shared), connections(connections), children(children),
        client(client), outcomes(outcomes), starving(starving), slots(slots) {}

  /// Starts what may run. False if the system refused a process or memory. What it refuses for
  /// long, or permanently, is given up.
  bool startChildren();

private:
  // What is next.
  bool startKernels();
  std::vector<std::uint32_t> inOrder() const;
  bool startWhole();
  void noteRefusal(int error);

  // How it starts.
  bool start(std::uint32_t kernel, Tier tier);
  bool tryToStart(std::uint32_t kernel, Tier tier);
  [[noreturn]] void becomeChild(CodeWork &work, Descriptor own);
  [[noreturn]] void becomeLinker(const WorkFiles &files);

  const CodeOrder &order;
  CodeTable &table;
  SharedCode &shared;
  CodeConnections &connections; ///< which children do not keep
  CodeChildren &children;
  const CodeClient &client;
  CodeOutcomes &outcomes;
  const StarvingChildren &starving;
  const CodeSlots &slots;
  /// When no needed child was refused.
  BuildWatch::Clock::time_point lastWell = BuildWatch::Clock::now();
};

} // namespace weft::compiler
