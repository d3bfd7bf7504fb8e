// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's settings from the environment. settings.cpp has the one table of the variables and the
// only code that reads them.
//
// A host may change its environment while none of its own threads reads it, and does not know about
// Weft's. So variables are read only inside calls of the host, and copied there for Weft's threads.
#pragma once

#include "device/base/checks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Which code kernels run (compiler/options/tier.h).
enum class TierChoice {
  Auto,  ///< the first code until the best is ready
  First, ///< only the first
  Best,  ///< only the best
};

enum class LogLevel { Off, Error, Warning, Info, Debug };

/// An environment variable. The texts live as long as the process.
struct Variable {
  static constexpr std::string_view prefix = "WEFT_";
  const char *name;
  const char *expects; ///< its type, in words
  const char *meaning;
  /// The others are the system's.
  constexpr bool isOurs() const { return std::string_view(name).starts_with(prefix); }
};

/// Paths are absolute: relative ones are resolved in the working folder at the time of reading.
struct Settings {
  /// The prefix of WEFT_TRACE before a socket's path.
  static constexpr std::string_view traceSocketPrefix = "unix:";

  // Valid for the whole process.
  std::vector<unsigned> units;  ///< WEFT_PUS: the only PUs to use, ascending; empty: all
  std::size_t threads = 0;      ///< WEFT_THREADS: at most this many; 0: one per PU
  bool onePerCore = false;      ///< WEFT_SMT=0: one PU per core
  bool pin = true;              ///< WEFT_PIN=0: the system places threads
  LogLevel log = LogLevel::Off; ///< WEFT_LOG
  std::string trace;            ///< WEFT_TRACE: destination of the trace (openTrace()); empty: none
  /// WEFT_PROGRAMS: a folder that keeps programs not loaded from the cache.
  std::string programFolder;
  std::string compiler;                 ///< WEFT_COMPILER: which weftc; empty: the library's own
  std::string temporaryFolder = "/tmp"; ///< TMPDIR
  CheckSet checks;                      ///< WEFT_CHECK: checked mode
  std::uint64_t checkLimit = 1;         ///< WEFT_CHECK_LIMIT: reports for each place; 0: all
  std::uint64_t checkSchedule = 1;      ///< WEFT_CHECK_SCHEDULE: the seed of orders to compare
  std::uint64_t checkExit = 0; ///< WEFT_CHECK_EXIT: the process's status after reports; 0: its own
  bool checkAborts = false;    ///< WEFT_CHECK_ABORT: the first report aborts the process
  std::string checkLog;        ///< WEFT_CHECK_LOG: a file for reports; empty: stderr
  std::string checkSuppressions; ///< WEFT_CHECK_SUPPRESSIONS: a file; empty: none

  // Read again for each build.
  /// WEFT_CACHE_DIR, $XDG_CACHE_HOME/weft or $HOME/.cache/weft, the first that is set; empty if
  /// none is, or with WEFT_CACHE=0: no cache.
  std::string cacheFolder;
  std::uint64_t cacheBytes = std::uint64_t{1} << 30; ///< WEFT_CACHE_SIZE
  std::uint64_t cacheSeconds = 10;                   ///< WEFT_CACHE_SECONDS
  std::string buildOptions;                          ///< WEFT_BUILD_OPTIONS
  std::uint64_t compileSeconds = 300;                ///< WEFT_COMPILE_SECONDS; 0: no limit
  std::uint64_t bestSeconds = 10;                    ///< WEFT_BEST_SECONDS; 0: no limit
  std::uint64_t compileMegabytes = 8192;             ///< WEFT_COMPILE_MEGABYTES; 0: no limit
  std::uint64_t compileThreads = 0;                  ///< WEFT_COMPILE_THREADS; 0: one per CPU
  TierChoice tiers = TierChoice::Auto;               ///< WEFT_TIERS
  /// WEFT_BINARIES=code: CL_PROGRAM_BINARIES waits for the code of all kernels.
  bool binariesHaveCode = false;

  /// This process's settings. The first call reads them, so it must be inside a call of the host.
  /// It reports invalid values on standard error, and with WEFT_LOG=warning unknown names that
  /// begin with WEFT_. Thread-safe.
  static const Settings &ofProcess();
  /// The environment's current settings. To be called inside calls of the host.
  static Settings read();
  /// The table, in the order in which variables take effect.
  static std::span<const Variable> all();
  /// Sets one option by its name without WEFT_; false, without effect, if there is no such option
  /// or the value is invalid.
  bool set(const std::string &name, const std::string &value);
};

} // namespace weft
