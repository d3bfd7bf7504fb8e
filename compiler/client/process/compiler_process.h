// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This process's `weftc --serve`.
//
// The server is not a child of the host process (detached_process.h). It lives in a separate
// session, out of reach of the terminal's signals, and ends with the host. It reads the files that
// programs include, so it must not have more rights or another view than the host: when the host
// has changed its credentials, its root folder or its namespaces, another server replaces it.
#pragma once

#include "compiler/client/process/detached_process.h"
#include "compiler/client/process/identity.h"
#include "device/base/environment.h"
#include "device/base/files/files.h"
#include "device/base/threads/fork.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace weft::compiler {

/// The paths of the compiler and its kernel library: next to the library that contains this code,
/// or $WEFT_COMPILER and next to that.
struct CompilerLocation {
  std::string program;
  std::string kernelLibrary;

  static const CompilerLocation &get();
};

/// Thread-safe. Lives until the process ends; nothing is torn down at exit.
class CompilerProcess {
public:
  /// Its servers get the environment at the time of the first call.
  static CompilerProcess &instance();

  /// Starts the server if it is not running.
  void prepare() noexcept;

  enum class Outcome {
    Answered,    ///< `response` holds the answer
    Died,        ///< the server or its child died during the build
    Unavailable, ///< no server could be started
  };
  /// Serves one request. Blocks until answered. `code` becomes our end of the socket for code.
  Outcome run(std::string_view request, std::string &response, Descriptor &code);

private:
  CompilerProcess() = default;
  bool start();
  bool isCurrent() const;
  bool pass(int stream, int code, unsigned &usedGeneration);
  void abandon(unsigned usedGeneration);

  // A forked child of the host must not use its parent's channel: it closes its copy, with the
  // mutex held across the fork.
  static void afterForkInChild();
  static const ForkHandler forkHandler;
  static constinit inline std::mutex mutex;
  static constinit inline std::atomic<CompilerProcess *> ofThisProcess{nullptr};

  const Environment environment;
  DetachedProcesses processes;
  Descriptor channel;
  Identity identity;       ///< with which the server was started
  unsigned generation = 0; ///< counts servers, so that a dead one is abandoned once
};

} // namespace weft::compiler
