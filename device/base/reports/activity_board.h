// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The current and past activity of a process, in memory shared with the listener at the socket of
// WEFT_TRACE: `weft top`.
//
// The listener gets the memory when the process starts, and reads it when it likes. So nothing is
// sent while the process works, nothing is lost however busy it is, and it never waits for the
// listener. Each count is correct; two counts may be from different moments. Names never change
// once set: the state of a slot releases its name, and the listener and other threads acquire it
// there. A trial's state likewise releases its gain. Counts order nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

struct ActivityBoard {
  /// Sent along with the memory; each layout has its own number.
  static constexpr std::uint32_t layout = 0x77660002;
  /// The last command and the last queue stand for all that do not fit.
  static constexpr std::size_t maxCommands = 512, maxQueues = 128, maxThreads = 512,
                               maxTrials = 4; ///< of a kernel: kinds of ranges
  static constexpr char others[] = "(others)";

  using Count = std::atomic<std::uint64_t>;

  /// How a kernel runs on ranges of one kind (device/launch/version_trials.h).
  struct Trial {
    enum class State : std::uint32_t { None, Open, Lanes, Scalar };
    std::atomic<State> state;
    std::atomic<float> gain; ///< over the other version; 0: not measured
  };
  struct Command {
    enum class State : std::uint32_t { Free, Claimed, Named };
    std::atomic<State> state;
    char name[60];
    Count ended, failed, nanoseconds, longest;
    Count running;
    Count begun; ///< when the latest began
    Trial trials[maxTrials];
  };
  struct Queue {
    Count id; ///< 0: free
    Count enqueued, ended, failed;
    std::atomic<std::uint32_t> last; ///< the command that ended last, plus one
  };
  struct Thread {
    std::atomic<std::uint32_t> isNamed;
    char name[20];
    Count nanoseconds; ///< busy, before `since`
    Count since;       ///< busy since then; 0: idle
  };
  struct Builds {
    Count count, failed, nanoseconds;
    Count kernels, compilerNanoseconds; ///< of the compiler's processes
  };

  Command commands[maxCommands];
  Queue queues[maxQueues];
  Thread threads[maxThreads];
  Builds builds;

  /// Creates the board of this process and sends it to the listener at a path. False, with errno
  /// set, if that fails. Does not wait.
  static bool offer(const std::string &path) noexcept;
  /// This process's board; null unless created. Cheap.
  static ActivityBoard *ofProcess() noexcept;

  Command &command(std::string_view name) noexcept;
  Queue &queue(const void *identity) noexcept;
  /// One that is not in use, or null.
  Thread *addThread() noexcept;
};

static_assert(ActivityBoard::Count::is_always_lock_free);

/// The calling thread is busy while this lives; nested ones do not count.
class BusyScope {
public:
  BusyScope() noexcept;
  ~BusyScope();
  BusyScope(const BusyScope &) = delete;
  BusyScope &operator=(const BusyScope &) = delete;

private:
  ActivityBoard::Thread *thread = nullptr;
};

/// A command that the calling thread runs, until end(). `queue`: null for a command buffer's.
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
void noteTrial(const char *kernel, std::size_t kind, ActivityBoard::Trial::State state,
               float gain) noexcept;

} // namespace weft
