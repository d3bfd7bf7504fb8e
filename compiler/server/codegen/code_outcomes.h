// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of a program's code: it is made by children, taken from other processes, made again,
// or given up. The table, the other processes and the client learn of it here.
#pragma once

#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_client.h"
#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/shared_code.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

class CodeOutcomes {
public:
  CodeOutcomes(const CodeOrder &order, CodeTable &table, SharedCode &shared, CodeClient &client,
               CodeChildren &children)
      : order(order), table(table), shared(shared), client(client), children(children) {}

  /// A child has finished its job, or has ended with this status, as from waitpid.
  void settle(CodeWork &done, int status);
  /// The children with these jobs have been killed to make way for others.
  void wantAgain(const std::vector<Job> &lost);
  /// No child can generate it: whoever waits for it gets an error.
  void giveUp(std::uint32_t kernel, Tier tier, const std::string &reason);

  /// Whether to generate the best code of a kernel, or the whole program, here and now. Takes the
  /// finished code of other processes.
  bool isOurs(std::uint32_t kernel);
  /// Takes the finished code of other processes that has been awaited.
  void pollOthers();

private:
  void finish(CodeWork &done, int status);
  void reportWhole();
  void pollOthers(std::uint32_t kernel);

  const CodeOrder &order;
  CodeTable &table;
  SharedCode &shared;
  CodeClient &client;
  CodeChildren &children;
};

} // namespace weft::compiler
