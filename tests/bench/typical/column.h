// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A column of the table: a platform with build options. It runs each kernel in a process of its
// own, which waits between its samples, so that the columns take turns.
#pragma once

#include "tests/bench/platforms.h"

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace weft::bench {

struct Column {
  std::string name;
  Platform platform;
  std::string options;    ///< behind those of the kernel
  bool needsBits = false; ///< the results of the first column in every bit
};

class ColumnProcess {
public:
  /// Begins to run the kernel of a file. `folder` is for its results and as an empty cache.
  ColumnProcess(const Column &column, const std::filesystem::path &kernelFile,
                const std::filesystem::path &folder);
  ~ColumnProcess();
  ColumnProcess(const ColumnProcess &) = delete;
  ColumnProcess &operator=(const ColumnProcess &) = delete;

  /// Waits until the kernel has run once and is warm. False if the process failed.
  bool waitUntilReady();
  /// What its arrays have after the first launch.
  std::vector<char> results() const;
  /// Seconds of a launch; nothing if the process failed.
  std::optional<double> sample();
  /// Why it failed: "failed", "signal 11" or "too slow"; empty if it did not.
  const std::string &failure() const { return problem; }

private:
  [[noreturn]] void become(const Column &column, const std::filesystem::path &kernelFile,
                           const std::filesystem::path &cache) const;
  std::optional<std::string> line();
  enum class Reason { Done, HasEnded, TooSlow };
  void end(Reason reason);

  const std::filesystem::path resultsFile;
  pid_t process = -1;
  int requests = -1, answers = -1; ///< the ends of pipes
  std::string received;
  std::string problem;
};

} // namespace weft::bench
