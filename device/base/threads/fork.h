// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Actions around fork: locks that the child needs are held across it, so that no other thread
// leaves them locked, or their data half modified, in the child.
//
// Locks are taken in the order of ForkOrder, outermost first, as elsewhere.
#pragma once

#include <atomic>
#include <cstdint>

namespace weft {

enum class ForkOrder {
  Compiler, ///< the channel to the compiler
  Linker,   ///< the dynamic linker's calls for Weft
  Arenas,   ///< the registry of arenas
  Once,     ///< objects created at first use (device/base/threads/once.h)
  Queues,   ///< pending work of arenas
  Objects,  ///< memory of OpenCL objects
  Checks,   ///< reports of checked mode
  Threads,  ///< the start of threads
};

/// Functions to call around each fork of the process. Has static storage, is constructed before any
/// thread uses what it guards (as a namespace-scope variable), and is never destroyed.
class ForkHandler {
public:
  ForkHandler(ForkOrder order, void (*before)(), void (*inParent)(), void (*inChild)()) noexcept;
  ForkHandler(const ForkHandler &) = delete;
  ForkHandler &operator=(const ForkHandler &) = delete;

private:
  friend struct ForkHandlers;
  const ForkOrder order;
  void (*const before)(), (*const inParent)(), (*const inChild)();
  ForkHandler *next = nullptr, *previous = nullptr;
};

namespace detail {
extern std::atomic<std::uint32_t> generation;
}

/// The number of forks between the process that loaded Weft and this one. Objects from another
/// generation belong to a parent.
inline std::uint32_t forkGeneration() noexcept {
  return detail::generation.load(std::memory_order_relaxed);
}

} // namespace weft
