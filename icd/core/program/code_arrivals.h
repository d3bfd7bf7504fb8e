// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program that arrives after its build has returned (compiler/client/program_code.h).
//
// No thread waits for code that nobody needs: launches poll for arrivals. Among the threads that
// wait for code of one program, one receives arrivals for all of them; the others sleep until
// something arrives. The mutex is never held for long, and orders everything here: whether more may
// arrive can be asked without it, as a hint.
#pragma once

#include "compiler/client/program_code.h"
#include "device/base/reports/progress.h"
#include "device/program/module.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace weft::icd {

using BinaryRef = std::shared_ptr<const compiler::Binary>;
using ModuleRef = std::shared_ptr<const device::Module>;

/// Null with the error if the binary cannot be loaded.
ModuleRef loadModule(const compiler::Binary &binary, std::string &error);

/// Processes arrivals, under their mutex. May throw bad_alloc.
class CodeReceiver {
public:
  virtual const char *kernelName(std::uint32_t position) const = 0;
  /// Null: there is no code of this tier.
  virtual void takeKernel(std::uint32_t position, compiler::Tier tier, const ModuleRef &module) = 0;
  /// The source of the code; null if unavailable.
  virtual void takeIntermediate(BinaryRef binary) = 0;
  /// All code. The binary is null if there is none, the module also if it cannot be loaded.
  virtual void takeWhole(BinaryRef binary, const ModuleRef &module) = 0;

protected:
  ~CodeReceiver() = default;
};

/// For one program. Thread-safe.
class CodeArrivals {
public:
  explicit CodeArrivals(CodeReceiver &receiver) : receiver(receiver) {}
  CodeArrivals(const CodeArrivals &) = delete;
  CodeArrivals &operator=(const CodeArrivals &) = delete;

  /// Before other threads know about it; without it nothing arrives.
  void expect(std::unique_ptr<compiler::ProgramCode> source);
  /// Whether more may arrive: a hint.
  bool mayArrive() const noexcept { return isPending.load(std::memory_order_relaxed); }
  /// State changed by the receiver is stable while this is held.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(mutex); }

  /// Requests a kernel's code, ahead of others.
  void request(std::uint32_t kernel, compiler::Tier tier) noexcept;
  /// Processes available arrivals, unless another thread is doing so.
  void look() noexcept;
  /// Waits until the condition holds, which depends on arrivals, or until nothing more will arrive.
  /// `ask` requests the code from the compiler, again if that was lost; `what` is its name.
  template <class Condition, class Request>
  void await(const char *what, Condition isOver, Request ask) {
    std::unique_lock lock(mutex);
    Progress progress;
    std::optional<unsigned> lostBefore; // when it was asked for
    while (code && !isOver()) {
      if (lostBefore != requestsLost)
        ask(*code);
      lostBefore = requestsLost;
      if (isReceiving)
        arrived.wait(lock);
      else
        receiveAndWait(lock, progress, what);
    }
  }

  /// For kernels and for the program as a whole.
  const char *nameOf(std::uint32_t kernel) const;

private:
  // These require the mutex.
  void receiveAndWait(std::unique_lock<std::mutex> &lock, Progress &progress, const char *what);
  void receiveAvailable() noexcept;
  void end() noexcept;
  void giveUp() noexcept;
  void take(const compiler::ProgramCode::Arrival &arrival) noexcept;
  void reportFailure(const compiler::ProgramCode::Arrival &arrival, std::string &error);
  void tell(const compiler::CodeRecord &record) const;

  CodeReceiver &receiver;
  std::uint64_t builtAt = 0; ///< monotonicNanoseconds()
  unsigned kernelCount = 0;  ///< of the program
  std::atomic<bool> isPending{false};
  std::mutex mutex; ///< guards what follows
  /// Null after the last arrival. Only the receiving thread replaces or changes it.
  std::unique_ptr<compiler::ProgramCode> code;
  bool isReceiving = false;        ///< some thread is, without the mutex
  std::condition_variable arrived; ///< there was an arrival, or nobody receives any more
  unsigned bestCodeCount = 0;      ///< of kernels, finished or impossible
  unsigned requestsLost = 0; ///< how often the compiler was replaced: requests must be repeated
  std::string failedSource;  ///< a file for a report, or empty
};

} // namespace weft::icd
