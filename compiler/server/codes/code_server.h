// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the code of a program that a build has prepared, for its client.
//
// The process that built the program stays, compiles nothing itself, and forks children, which
// begin with a copy of the prepared program. The best code of all kernels is made: first that which
// the client has asked for, then, at low priority, that of kernels which it has launched, and of
// the others. First code is made before that, and only when asked for. The number of children is
// bounded over all programs of a host (compile_slots.h). When all kernels have their best code, a
// last child links the whole program and puts it into the cache.
//
// A child makes code of one tier, kernel after kernel, as long as there is some to make: a process
// spends the time of a small kernel on its first steps, while LLVM makes its tables and none of its
// code is in the CPU's caches.
//
// Where a cache is used, processes that make the same program share the best code: each makes what
// no other is making, and takes what another has made (compiler/cache/shared_work.h). Nobody
// relies on the others. Code that somebody waits for is awaited about as long as it would take to
// make, and then made here as well. First code is never shared: it is made before another process
// could tell.
//
// Where a host has many programs, the server has those parked whose clients wait for no code: the
// process leaves what is there as data (parked_program.h) and ends. Another one takes it up when
// the client asks for code, or when there are slots for what nobody has asked for.
//
// A child that crashes or exceeds its limits costs the code of one kernel in one tier. What fails
// in a child that had made other code is tried again in a child of its own. Where best code fails,
// the whole program has the kernel's first code in its place, and is not kept.
#pragma once

#include "compiler/backend/program_builder.h"
#include "compiler/cache/cached_build.h"
#include "compiler/server/processes/build_watch.h"
#include "device/base/files/descriptor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

/// What the code of one program is made with.
struct CodeOrder {
  ProgramBuilder *program = nullptr; ///< prepared and divisible
  ProgramInterface interface;
  std::string target;               ///< what binaries are sealed with
  std::uint64_t cpuSeconds = 0;     ///< the limit of each child; 0: none
  std::uint64_t compileThreads = 0; ///< children at a time; 0: as many as CPUs
  bool makesBest = true;            ///< unasked
  bool hostWaits = false;           ///< launches wait for the best code
  std::uint64_t memoryBytes = 0;    ///< the limit of each process; 0: none
  // For the cache.
  std::uint64_t cacheSeconds = 0; ///< CPU time for it when the host has ended
  CacheOrder cache;
  std::string workingFolder;
  std::string log;
  bool isRepeatable = false;
  Hash compiler{};
  std::vector<ObservedFile> files;
};

/// What is there of a program's codes.
struct CodeProgress;

/// The sockets of a process that serves codes.
struct CodeSockets {
  Descriptor client;
  Descriptor slots;  ///< to the server, which bounds the number of children (compile_slots.h)
  Descriptor parked; ///< to the server, which gets the program as data (parked_program.h)
};

/// Serves the client until all is made and sent, or until the client is gone and nothing is left to
/// do for the cache, or until the server has the program parked. For a process of its own, with one
/// thread. `watched` learns whether the process may outlive the client's.
void serveCode(CodeSockets sockets, const CodeOrder &order, CodeProgress progress,
               const WatchedTime &watched);

} // namespace weft::compiler
