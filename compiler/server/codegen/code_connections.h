// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A code server's connections.
#pragma once

#include "compiler/server/codegen/code_channel.h"
#include "compiler/server/processes/compile_slots.h"
#include "device/base/files/descriptor.h"

namespace weft::compiler {

struct CodeConnections {
  CodeChannel client;
  CompileSlots slots; ///< to the server, which bounds the number of children
  Descriptor parked;  ///< to the server, which gets the program as data

  /// In a forked child: it has no part in them.
  void forget() {
    client.leave();
    slots.forget();
    parked.reset();
  }
};

} // namespace weft::compiler
