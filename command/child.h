// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that this one runs and reads.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

struct ChildResult {
  std::string output; ///< its standard output
  int code = -1;      ///< -1: it did not exit normally
  std::string end;    ///< how it ended otherwise, in words: "crashed (Segmentation fault)"
};

/// Whether a program shares this one's standard input and error, or has none.
enum class OtherStreams { Shared, None };

/// Runs a program with a time limit in seconds, after which it is killed, and without core dumps.
/// Its output counts however it ends.
ChildResult runChild(const std::string &program, const std::vector<std::string> &arguments,
                     unsigned seconds, OtherStreams streams = OtherStreams::None);

/// Replaces the process by a program, found on the path; returns, with errno set, on failure.
void executeProgram(const std::string &program, const std::vector<std::string> &arguments);

/// The exit code for a status of waitpid(), as in shells.
int exitCodeOf(int status);

} // namespace weft::command
