// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites OpenCL C so that clang++ takes it after tests/oracle/host/opencl_host.h.
#pragma once

#include <string>

namespace weft::test {

/// Two things cannot be said by types and macros: `(float4)(a, b)` becomes a call of literal(), and
/// a variable in local memory becomes a static one, while the `local` of a pointer goes. Kernels
/// and functions get C's names. Loops with functions of sub-groups, and calls of functions with
/// such ones, stand after the comment `/*scope*/`, and the bodies of these loops begin with
/// `/*round*/`.
std::string toHostSource(const std::string &source);

} // namespace weft::test
