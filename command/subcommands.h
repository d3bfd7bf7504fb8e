// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subcommands of `weft`. Each takes its arguments and returns the exit code.
#pragma once

#include <string>
#include <vector>

namespace weft::command {

using Words = std::vector<std::string>;

/// Like weftc's: 0 for success, 1 if there is a problem, 2 for a usage error.
enum ExitCode { done = 0, foundProblem = 1, mistakenCommand = 2 };

int runDoctor(const Words &words);
int runCache(const Words &words);
int runCheck(const Words &words);
int runTop(const Words &words);
int runExplain(const Words &words);
/// The doctor's code in a child process (doctor/probes.h).
int runProbe(const Words &words);

/// Reports a usage error; returns its exit code.
int mistake(const std::string &message);

/// The path of a file next to this program, where Weft's parts are.
std::string siblingPath(const std::string &name);

} // namespace weft::command
