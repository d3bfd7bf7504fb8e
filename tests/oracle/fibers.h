// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that run one after another on stacks of their own, in rounds: each runs until it waits
// or ends, then the next one does.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace weft::test {

class Fibers {
public:
  Fibers() = default;
  ~Fibers();
  Fibers(const Fibers &) = delete;
  Fibers &operator=(const Fibers &) = delete;

  /// Calls `body` with 0 up to `count` - 1, and returns when all have ended. `turn` is called with
  /// the number before a fiber begins or goes on, and says whether it may; `round` is called before
  /// each round.
  void run(std::size_t count, const std::function<void(std::size_t)> &body,
           const std::function<bool(std::size_t)> &turn, const std::function<void()> &round);
  /// Of the fiber that calls: the others have their turns first.
  void wait();

private:
  struct Fiber {
    ucontext_t context{};
    char *stack = nullptr;
    bool hasEnded = false;
  };
  static void enter(unsigned high, unsigned low);
  void prepare(std::size_t index);

  std::vector<Fiber> fibers;
  ucontext_t caller{};
  const std::function<void(std::size_t)> *body = nullptr;
  std::size_t running = 0;
};

} // namespace weft::test
