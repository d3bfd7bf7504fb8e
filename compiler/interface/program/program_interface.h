// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A build's description of a program before there is code for its kernels.
#pragma once

#include "device/program/kernel_interface.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

struct ProgramInterface {
  std::vector<device::KernelInterface> kernels; ///< in the order of the program's table
  std::uint64_t globalVariableBytes = 0;        ///< CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE
};

std::string encode(const ProgramInterface &program);
/// Nothing when the bytes are damaged.
std::optional<ProgramInterface> decodeInterface(std::string_view bytes);

} // namespace weft::compiler
