// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random kernel as a file: the source after comments that hold the ranges, so that it can be run
// again.
#pragma once

#include "tests/fuzz/kernel_generator.h"

#include <string>

namespace weft::test {

/// `note` becomes the first line.
std::string toText(const GeneratedKernel &kernel, const std::string &note);
GeneratedKernel fromText(const std::string &text);

} // namespace weft::test
