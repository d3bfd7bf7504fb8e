// The `weftc --serve` process that belongs to this one.
//
// The server is not a child of the host process: it is started by a short-lived process between, so
// that a host that waits for all its children, or handles SIGCHLD, never meets it. It lives in a
// session of its own, out of reach of the terminal's signals, and ends when the host does.
#pragma once

#include "compiler/client/environment.h"
#include "compiler/client/files.h"
#include "device/fork.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace weft::compiler {

/// Where the compiler and its kernel library lie: beside the library that this code is part of, or
/// $WEFT_COMPILER and beside that.
struct CompilerLocation {
  std::string program;
  std::string kernelLibrary;

  static const CompilerLocation &get();
};

/// Thread-safe. Lives until the process ends; nothing is torn down at exit.
class CompilerProcess {
public:
  /// Its servers get the environment as it was at the first call.
  static CompilerProcess &instance();

  /// Starts the server if it does not run.
  void prepare() noexcept;

  enum class Outcome {
    Answered,    ///< `response` holds the answer
    Died,        ///< the server or its child died during the build
    Unavailable, ///< no server could be started
  };
  /// Has one request served. Blocks until answered.
  Outcome run(std::string_view request, std::string &response);

private:
  CompilerProcess() = default;
  bool start();
  bool pass(int descriptor, unsigned &usedGeneration);
  void abandon(unsigned usedGeneration);

  // A forked child of the host must not talk on its parent's channel: it closes its copy, with the
  // mutex held across the fork.
  static void afterForkInChild();
  static const device::ForkHandler forkHandler;
  static constinit inline std::mutex mutex;
  static constinit inline std::atomic<CompilerProcess *> ofThisProcess{nullptr};

  const Environment environment;
  Descriptor channel;
  unsigned generation = 0; ///< counts servers, so that a dead one is abandoned once
};

} // namespace weft::compiler
