// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the command `weft`. Each takes the words behind its name and returns the exit code.
#pragma once

#include <string>
#include <vector>

namespace weft::command {

using Words = std::vector<std::string>;

/// As weftc's: 0 when done, 1 when there is a problem, 2 when the command has a mistake.
enum ExitCode { done = 0, foundProblem = 1, mistakenCommand = 2 };

int runDoctor(const Words &words);
int runCache(const Words &words);
int runTop(const Words &words);
int runExplain(const Words &words);
/// What the doctor has a child process do (doctor/probes.h).
int runProbe(const Words &words);

/// Tells of a mistake in the command; returns its exit code.
int mistake(const std::string &message);

/// The path of a file beside this program, where Weft's parts lie.
std::string pathBeside(const std::string &name);

} // namespace weft::command
