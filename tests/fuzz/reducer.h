// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a failing kernel smaller: ranges, then blocks of lines, single lines and parts of
// expressions go as long as the rest fails in the same way. The generator keeps together on one
// line what must not be taken apart.
#pragma once

#include "tests/fuzz/kernel_generator.h"

#include <functional>

namespace weft::test {

GeneratedKernel reduce(GeneratedKernel kernel,
                       const std::function<bool(const GeneratedKernel &)> &stillFails);

} // namespace weft::test
