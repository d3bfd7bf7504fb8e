// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that this one runs and reads.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace weft::command {

struct ChildResult {
  std::string output; ///< of its standard output
  int code = -1;      ///< -1: it did not end by itself
  std::string end;    ///< how else it ended, for people: "crashed (Segmentation fault)"
};

/// Whether a program has this one's standard input and error, or none.
enum class OtherStreams { Shared, None };

/// Runs a program with a time limit in seconds, at which it is killed, and without core dumps. What
/// it has written counts, whatever its end.
ChildResult runChild(const std::string &program, const std::vector<std::string> &arguments,
                     unsigned seconds, OtherStreams streams = OtherStreams::None);

/// Replaces the process by a program, found on the path; returns, with errno set, where that fails.
void executeProgram(const std::string &program, const std::vector<std::string> &arguments);

/// The exit code of a status of waitpid(), as shells tell it.
int exitCodeOf(int status);

} // namespace weft::command
