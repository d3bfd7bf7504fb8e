// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children whose priority has become too low for their code.
//
// A lowered priority cannot be raised again: if code is requested by now, or CPUs are never idle, a
// low-priority child is killed and replaced.
#pragma once

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/code_outcomes.h"

#include <chrono>

namespace weft::compiler {

/// How often to check for starving children whose code is requested by now.
inline constexpr std::chrono::milliseconds starvingInterval{20};

class StarvingChildren {
public:
  StarvingChildren(CodeChildren &children, const CodeClient &client, CodeOutcomes &outcomes)
      : children(children), client(client), outcomes(outcomes) {}

  /// Whether a child has a lower priority than it should have.
  bool any() const;
  /// After a request: gives up children of the requested code, unless they do well.
  void makeWay();
  /// The launch that requested code may now keep all CPUs busy. If CPUs are hardly ever idle,
  /// children of this program get a small share of them instead.
  void replace();
  /// Whether CPUs are sometimes idle.
  bool findsIdleTime() const { return hasIdleTime; }

private:
  bool isTooSlow(const CodeWork &work) const;

  CodeChildren &children;
  const CodeClient &client;
  CodeOutcomes &outcomes;
  bool hasIdleTime = true;
};

} // namespace weft::compiler
