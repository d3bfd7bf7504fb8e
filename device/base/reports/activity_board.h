// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process does and has done, in memory that it shares with whoever listens at the socket of
// WEFT_TRACE: `weft top`.
//
// The listener gets the memory when the process begins, and looks at it when it wants to. So
// nothing is sent while the process works, nothing is lost however much it does, and it never waits
// for the listener. Each count is right; two counts may be of different moments. Names, once there,
// stay.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

struct ActivityBoard {
  /// What is sent along with the memory; another layout has another number.
  static constexpr std::uint32_t layout = 0x77660001;
  /// The last of the commands and of the queues stands for all that have no room.
  static constexpr std::size_t mostCommands = 512, mostQueues = 128, mostThreads = 512;
  static constexpr char others[] = "(others)";

  using Count = std::atomic<std::uint64_t>;

  struct Command {
    enum class State : std::uint32_t { Free, Claimed, Named };
    std::atomic<State> state;
    char name[60];
    Count ended, failed, nanoseconds, longest;
    Count running;
    Count begun; ///< when the latest began
  };
  struct Queue {
    Count id; ///< 0: free
    Count enqueued, ended, failed;
    std::atomic<std::uint32_t> last; ///< the command that ended last, and one
  };
  struct Thread {
    std::atomic<std::uint32_t> isNamed;
    char name[20];
    Count nanoseconds; ///< busy, before `since`
    Count since;       ///< busy since then; 0: idle
  };
  struct Builds {
    Count count, failed, nanoseconds;
    Count kernels, compilerNanoseconds; ///< what processes of the compiler did
  };

  Command commands[mostCommands];
  Queue queues[mostQueues];
  Thread threads[mostThreads];
  Builds builds;

  /// Makes the board of this process and gives it to who listens at a path. False, with errno set,
  /// when that fails. Does not wait.
  static bool offer(const std::string &path) noexcept;
  /// That of this process; null unless it was offered. Cheap.
  static ActivityBoard *ofProcess() noexcept;

  Command &command(std::string_view name) noexcept;
  Queue &queue(const void *identity) noexcept;
  /// One that is not in use, or null.
  Thread *addThread() noexcept;
};

static_assert(ActivityBoard::Count::is_always_lock_free);

/// The calling thread is busy while this lives; those within others do not count.
class BusyScope {
public:
  BusyScope() noexcept;
  ~BusyScope();
  BusyScope(const BusyScope &) = delete;
  BusyScope &operator=(const BusyScope &) = delete;

private:
  ActivityBoard::Thread *thread = nullptr;
};

/// A command that the calling thread runs, from here to end(). `queue`: null for one of a command
/// buffer.
class CommandScope {
public:
  CommandScope(const char *name, const void *queue) noexcept;
  void end(std::int32_t result) noexcept;

private:
  const BusyScope busy;
  ActivityBoard *const board = ActivityBoard::ofProcess();
  ActivityBoard::Command *command = nullptr;
  const void *const queue;
  std::uint64_t begin = 0;
};

/// For the board, if there is one.
void noteEnqueued(const void *queue) noexcept;
void noteBuild(std::uint64_t nanoseconds, bool isFailed) noexcept;
void noteCompilation(std::uint64_t nanoseconds, bool isKernel) noexcept;

} // namespace weft
