// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program that comes when its build has returned (compiler/client/program_code.h).
//
// No thread waits for what nobody needs: launches look for arrivals. Of the threads that wait for
// code of one program, one receives what comes, for all of them; the others sleep until something
// has come. The mutex is never held for long.
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

/// Who takes what comes, under the mutex of the arrivals. May throw bad_alloc.
class CodeReceiver {
public:
  virtual const char *kernelName(std::uint32_t position) const = 0;
  /// Null: there is none of this tier.
  virtual void takeKernel(std::uint32_t position, compiler::Tier tier, const ModuleRef &module) = 0;
  /// What the code is made from; null if that cannot be had.
  virtual void takeIntermediate(BinaryRef binary) = 0;
  /// All code. The binary is null if there is none, the module also if it cannot be loaded.
  virtual void takeWhole(BinaryRef binary, const ModuleRef &module) = 0;

protected:
  ~CodeReceiver() = default;
};

/// Of one program. Thread-safe.
class CodeArrivals {
public:
  explicit CodeArrivals(CodeReceiver &receiver) : receiver(receiver) {}
  CodeArrivals(const CodeArrivals &) = delete;
  CodeArrivals &operator=(const CodeArrivals &) = delete;

  /// Before other threads know of it; without it nothing comes.
  void expect(std::unique_ptr<compiler::ProgramCode> source);
  /// Whether something may come: a hint.
  bool mayCome() const noexcept { return isPending.load(std::memory_order_relaxed); }
  /// What the receiver has taken does not change while this is held.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(mutex); }

  /// Asks for a kernel's code, ahead of others.
  void request(std::uint32_t kernel, compiler::Tier tier) noexcept;
  /// Takes what is there, unless another thread is at it.
  void look() noexcept;
  /// Waits until the condition holds, which depends on what comes, or until nothing comes any more.
  /// `ask` asks the compiler for it, again when that was lost; `what` is its name.
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

  /// Of kernels and of the program as a whole.
  const char *nameOf(std::uint32_t kernel) const;

private:
  // These require the mutex.
  void receiveAndWait(std::unique_lock<std::mutex> &lock, Progress &progress, const char *what);
  void receiveWhatIsThere() noexcept;
  void end() noexcept;
  void giveUp() noexcept;
  void take(const compiler::ProgramCode::Arrival &arrival) noexcept;
  void tellOfFailure(const compiler::ProgramCode::Arrival &arrival, std::string &error);
  void tell(const compiler::CodeRecord &record) const;

  CodeReceiver &receiver;
  std::uint64_t builtAt = 0; ///< monotonicNanoseconds()
  unsigned kernelCount = 0;  ///< of the program
  std::atomic<bool> isPending{false};
  std::mutex mutex; ///< guards what follows
  /// Null when all is there. Only the thread that receives replaces or changes it.
  std::unique_ptr<compiler::ProgramCode> code;
  bool isReceiving = false;        ///< some thread is, without the mutex
  std::condition_variable arrived; ///< something has, or nobody receives any more
  unsigned bestCodes = 0;          ///< of kernels, that the compiler has made, or cannot make
  unsigned requestsLost = 0;       ///< how often the compiler was replaced: ask it again
  std::string failedSource;        ///< a file for a report, or empty
};

} // namespace weft::icd
