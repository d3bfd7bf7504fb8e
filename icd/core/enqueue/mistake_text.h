// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words in which mistakes of kernels are reported, apart from what a launch knows.
#pragma once

#include "device/kernel_abi_checks.h"

#include <CL/cl.h>

#include <cstdint>
#include <string>

namespace weft::icd {

/// "read", "write" or "atomic operation".
std::string wordOf(std::uint32_t mistake);

/// " at k.cl:4:12"; empty without a line.
std::string placeText(const char *file, std::uint32_t line, std::uint32_t column);

/// "1 byte", "4 bytes".
std::string bytesText(std::uint64_t count);

/// "write of 4 bytes, 4 bytes behind the end of " an object, which `object` describes.
std::string accessText(const weft_check_site &site, std::uint64_t offset, std::uint64_t size,
                       const std::string &object);

/// "index 5 of an array of 4 elements in a structure".
std::string indexText(std::uint64_t index, std::uint64_t elements);

/// "write of 4 bytes, which the flags of " an object " forbid", which is described the same way.
std::string forbiddenText(const weft_check_site &site, const std::string &object);

/// "barrier that not all work-items of the group reach: ...".
std::string barrierText(const weft_check_site &site, std::uint64_t first, std::uint64_t second);

/// "branch on a value that is not initialised, read at k.cl:4:9 from " an object.
std::string unsetText(const weft_check_site &site, const std::string &object);

/// "division of 7 by 0 (int)".
std::string arithmeticText(const weft_check_site &site, std::uint64_t first, std::uint64_t second);

/// "CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR"
std::string memoryFlagsText(cl_mem_flags flags);

} // namespace weft::icd
