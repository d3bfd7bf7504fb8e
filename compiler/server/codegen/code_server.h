// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generates the code of a program prepared by a build, for its client.
//
// The process that built the program stays, compiles nothing itself, and forks children, which
// start with a copy of the prepared program. They generate the best code of all kernels: first
// requested ones, then, at low priority, launched ones, then the others. First code comes before
// that, and only on request. The number of children is bounded over all programs of a host
// (compile_slots.h). When all kernels have their best code, a last child links the whole program
// and stores it in the cache.
//
// A child generates code of one tier, kernel after kernel, while there is any: for a small kernel,
// most of a process's time is start-up, while LLVM fills its tables and its code is not in the
// CPU's caches.
//
// If a cache is used, processes that build the same program share the best code: each compiles what
// no other is compiling, and takes the results of others (compiler/cache/shared_work.h). No process
// relies on the others. Code that somebody waits for is awaited about as long as compiling it would
// take, and then compiled here as well. First code is never shared: it is finished before another
// process would know.
//
// If a host has many programs, the server has those parked whose clients wait for no code: the
// process saves its state as data (parked_program.h) and ends. Another one resumes when the client
// requests code, or when there are slots for unrequested code.
//
// A child that crashes or exceeds its limits costs the code of one kernel in one tier. If it had
// compiled other kernels before, that kernel is retried in a separate child. If best code fails,
// the whole program contains the kernel's first code instead, and is not cached.
//
// Best code that takes too much CPU time is given up. The kernel is compiled again like its first
// code, and the result is its best code from then on, for the client, other processes and the
// cache: nobody tries again.
//
// The parts, each of which knows only those before it: the processes of the children
// (code_children.h), the client's needs and its news (code_client.h), what becomes of code
// (code_outcomes.h), children whose priority is too low (starving_children.h), the program's slots
// (code_slots.h), what is started next (code_schedule.h), and parking (code_parking.h).
// code_server.cpp has the loop.
#pragma once

#include "compiler/server/codegen/state/code_order.h"
#include "compiler/server/processes/build_watch.h"
#include "device/base/files/descriptor.h"

namespace weft::compiler {

/// The available code of a program.
struct CodeProgress;

/// The sockets of a process that serves code.
struct CodeSockets {
  Descriptor client;
  Descriptor slots;  ///< to the server, which bounds the number of children (compile_slots.h)
  Descriptor parked; ///< to the server, which gets the program as data (parked_program.h)
};

/// Serves the client until everything is generated and sent, or until the client is gone and
/// nothing is left to do for the cache, or until the server has the program parked. For a separate
/// process, with one thread. `watched` learns whether the process may outlive the client's.
void serveCode(CodeSockets sockets, const CodeOrder &order, CodeProgress progress,
               const WatchedTime &watched);

} // namespace weft::compiler
