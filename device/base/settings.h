// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the user chooses through the environment. settings.cpp has the one table of the variables
// and the only place that reads them.
//
// A host may change its environment whenever none of its own threads looks at it, and knows nothing
// of Weft's. So variables are read inside calls of the host's alone, and what Weft's threads need
// of them is copied there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Which code kernels run (compiler/options/tier.h).
enum class TierChoice {
  Auto,  ///< the first code until there is the best
  First, ///< the first alone
  Best,  ///< the best alone
};

enum class LogLevel { Off, Error, Warning, Info, Debug };

/// A variable of the environment. The texts live as long as the process.
struct Variable {
  static constexpr std::string_view prefix = "WEFT_";
  const char *name;
  const char *expects; ///< its type, in words
  const char *meaning;
  /// The others are the system's.
  constexpr bool isOurs() const { return std::string_view(name).starts_with(prefix); }
};

/// Paths are absolute: relative ones begin in the folder where the process was when they were read.
struct Settings {
  /// What WEFT_TRACE begins with when a socket's path follows.
  static constexpr std::string_view traceSocketPrefix = "unix:";

  // What holds for the whole process.
  std::vector<unsigned> units;  ///< WEFT_PUS: the only PUs to use, ascending; empty: all
  std::size_t threads = 0;      ///< WEFT_THREADS: at most so many; 0: one for each PU
  bool onePerCore = false;      ///< WEFT_SMT=0: one PU of each core
  bool pin = true;              ///< WEFT_PIN=0: threads are left to the system
  LogLevel log = LogLevel::Off; ///< WEFT_LOG
  std::string trace;            ///< WEFT_TRACE: where a trace goes (openTrace()); empty: nowhere
  /// WEFT_PROGRAMS: a folder that keeps the programs that are not loaded from the cache.
  std::string programFolder;
  std::string compiler;                 ///< WEFT_COMPILER: which weftc; empty: the library's own
  std::string temporaryFolder = "/tmp"; ///< TMPDIR

  // What each build takes anew.
  /// WEFT_CACHE_DIR, $XDG_CACHE_HOME/weft or $HOME/.cache/weft, the first that is set; empty when
  /// none is, and with WEFT_CACHE=0: no cache.
  std::string cacheFolder;
  std::uint64_t cacheBytes = std::uint64_t{1} << 30; ///< WEFT_CACHE_SIZE
  std::uint64_t cacheSeconds = 10;                   ///< WEFT_CACHE_SECONDS
  std::string buildOptions;                          ///< WEFT_BUILD_OPTIONS
  std::uint64_t compileSeconds = 300;                ///< WEFT_COMPILE_SECONDS; 0: no limit
  std::uint64_t compileMegabytes = 8192;             ///< WEFT_COMPILE_MEGABYTES; 0: no limit
  std::uint64_t compileThreads = 0;                  ///< WEFT_COMPILE_THREADS; 0: one for each CPU
  TierChoice tiers = TierChoice::Auto;               ///< WEFT_TIERS
  /// WEFT_BINARIES=code: CL_PROGRAM_BINARIES waits for the code of all kernels.
  bool binariesHaveCode = false;

  /// Those of this process. The first call reads them, so it is made inside a call of the host's.
  /// It tells on standard error of values that do not fit, and under WEFT_LOG=warning of names that
  /// begin with WEFT_ and are not in the table.
  /// Thread-safe.
  static const Settings &ofProcess();
  /// As the environment is at present. To be called inside calls of the host's.
  static Settings read();
  /// The table, in the order in which variables take effect.
  static std::span<const Variable> all();
  /// Takes one option by its name without WEFT_; false, and nothing changed, when there is no such
  /// option or the value does not fit it.
  bool set(const std::string &name, const std::string &value);
};

} // namespace weft
