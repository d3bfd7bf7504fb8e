// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a fresh process measures of one platform. Each function prints lines "<name> <figure>";
// times are in milliseconds. An error of OpenCL ends the process with a message and code 1.
#pragma once

#include "tests/bench/startup/hard_programs.h"

namespace weft::bench {

/// "platforms" and "queue": from just before the first OpenCL call until there is a queue.
void measureQueue();

/// The same, then "build" and "result" of a one-line kernel, "sizes", the slowest launch of it at a
/// new local size, and "code", when the program has a binary.
void measureSmallBuild();

/// "build", "result", "checksum" and "code" of a program.
void measureHardBuild(const HardProgram &program);

} // namespace weft::bench
