// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two platforms have the same results.
#pragma once

#include "tests/bench/typical/kernel_file.h"

#include <vector>

namespace weft::bench {

/// Whether the arrays of a kernel, one behind the other, agree as its file asks for.
bool agree(const KernelFile &file, const std::vector<char> &ours, const std::vector<char> &theirs);

} // namespace weft::bench
