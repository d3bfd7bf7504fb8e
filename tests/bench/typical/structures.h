// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees, lists and tables that kernels walk, as contents of arrays (kernel_file.h).
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace weft::bench {

/// Throws std::invalid_argument where no structure has this name, this number of values, or so many
/// numbers.
std::vector<double> structure(const std::string &name, const std::vector<double> &values,
                              std::size_t numbers, std::mt19937 &engine);

} // namespace weft::bench
