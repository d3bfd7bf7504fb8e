// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program that is not loaded.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace weft::command {

/// The names of kernels in the symbols of an ELF object, sorted: those that debuggers know as
/// kernel_<name>. None where the object is damaged; reads within it only.
std::vector<std::string> kernelNames(std::span<const std::byte> object);

} // namespace weft::command
