// What the user chooses through the environment. options.cpp has the one table of names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weft::device {

enum class LogLevel { Off, Error, Warning, Info, Debug };

struct Options {
  std::vector<unsigned> units;  ///< WEFT_PUS: the only PUs to use, ascending; empty: all
  std::size_t threads = 0;      ///< WEFT_THREADS: at most so many; 0: one for each PU
  bool onePerCore = false;      ///< WEFT_SMT=0: one PU of each core
  bool pin = true;              ///< WEFT_PIN=0: threads are left to the system
  LogLevel log = LogLevel::Off; ///< WEFT_LOG
  std::string traceFile;        ///< WEFT_TRACE: where to write a trace; empty: nowhere
  /// WEFT_PROGRAMS: a folder that keeps the programs that are not loaded from the cache.
  std::string programFolder;

  /// Those of this process; read at the first call. Thread-safe.
  static const Options &ofProcess();
  /// Takes one option by its name without WEFT_; false, and nothing changed, when there is no such
  /// option or the value does not fit it.
  bool set(const std::string &name, const std::string &value);
};

} // namespace weft::device
