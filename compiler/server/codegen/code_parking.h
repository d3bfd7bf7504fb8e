// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parking a program with the server: this process hands it over as data, and ends
// (parked_program.h).
#pragma once

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/code_connections.h"
#include "compiler/server/codegen/code_outcomes.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"

namespace weft::compiler {

class CodeParking {
public:
  /// `isKept`: the cache wants the program when the client is gone.
  CodeParking(const CodeOrder &order, const CodeProgress &progress, bool isKept,
              const CodeConnections &connections, CodeChildren &children, CodeClient &client,
              CodeOutcomes &outcomes)
      : order(order), progress(progress), isKept(isKept), connections(connections),
        children(children), client(client), outcomes(outcomes) {}

  /// Whether the client waits for no code.
  bool mayPark() const;
  /// Parks the program, on request and if possible. True if the process has nothing left to do.
  bool leaves();

private:
  bool park();

  const CodeOrder &order;
  const CodeProgress &progress;
  const bool isKept;
  const CodeConnections &connections;
  CodeChildren &children;
  CodeClient &client;
  CodeOutcomes &outcomes;
  bool canPark = true;
};

} // namespace weft::compiler
