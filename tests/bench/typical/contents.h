// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the arguments of a kernel contain before the first launch: the same in every process.
#pragma once

#include "tests/bench/typical/kernel_file.h"

#include <cstddef>
#include <vector>

namespace weft::bench {

/// The bytes of an array or value. Arguments of different indices have independent numbers. Throws
/// std::invalid_argument if the contents cannot be understood.
std::vector<std::byte> contents(const Argument &argument, std::size_t index);

} // namespace weft::bench
