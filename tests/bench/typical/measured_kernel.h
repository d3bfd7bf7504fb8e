// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process that runs a kernel on the platform that it sees: it builds the kernel, launches it
// once, writes what the arrays have then to a file, warms up, and prints `ready`. For each line
// that it reads it prints `seconds` and the time of a launch.
#pragma once

#include "tests/bench/typical/kernel_file.h"

#include <filesystem>
#include <string>

namespace weft::bench {

/// Returns at the end of its input. Ends the process with a message where a call fails.
void serveSamples(const KernelFile &file, const std::string &options,
                  const std::filesystem::path &results);

} // namespace weft::bench
