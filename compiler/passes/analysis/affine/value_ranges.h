// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranges of a region function's integers.
//
// Interval arithmetic over the scalar code. The facts come from the launch: vector versions of
// regions run only where a launch is *small*, that is, where offset and size of every dimension add
// up to at most `smallLaunchLimit`. The work-group function tests this once. Nothing is known in
// the version of a kernel that runs in other launches too (sub_groups.h). So each id has a range,
// and so has each sum of the three parts of a global id (the group's start, the local id, the
// offset), as no part is negative.
#pragma once

#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

/// Above every global id of a small launch. Leaves room for constants added to ids in 32 bits.
inline constexpr std::uint64_t smallLaunchLimit = (std::uint64_t{1} << 31) - (1u << 16);

/// Above CL_DEVICE_MAX_WORK_GROUP_SIZE in any dimension.
inline constexpr std::uint64_t localSizeLimit = 4097;

/// Whether the value is loaded from weft_launch.
bool isLaunchField(const llvm::Value &value);

/// The interval of an integer in a small launch, for work-items that compute it.
llvm::ConstantRange rangeInSmallLaunch(const llvm::Value &value, unsigned depth = 0);

/// Whether extending the low bits of every value in the range gives the value.
bool fitsInLowBits(const llvm::ConstantRange &range, unsigned bits, bool isSigned);

/// Whether the exact result of the operation is always in the range of its type, by its flags or by
/// the ranges of its operands.
bool neverWraps(const llvm::BinaryOperator &operation, bool isSigned);

/// Whether extending the result gives the operand.
bool keepsOperand(const llvm::TruncInst &cut, bool isSigned);

} // namespace weft::compiler
