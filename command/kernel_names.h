// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program that is not loaded.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace weft::command {

/// The kernel names in the symbols of an ELF object, sorted: those known to debuggers as
/// kernel_<name>. None if the object is damaged; never reads out of bounds.
std::vector<std::string> kernelNames(std::span<const std::byte> object);

} // namespace weft::command
