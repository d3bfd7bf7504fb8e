// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranges of a region function's integers.
//
// Interval arithmetic over the scalar code. The facts come from the launch: vector versions of
// regions run only where a launch is *small*, that is, where offset and size of every dimension add
// up to at most `launchLimit`. The work-group function tests this once. The limit is below 2^31, so
// that 32 bits hold all ids, or far above in code for other launches alone. Nothing is known in the
// version of a kernel that runs in launches of any size (sub_groups.h). So each id has a range,
// and so has each sum of the three parts of a global id (the group's start, the local id, the
// offset), as no part is negative.
#pragma once

#include "compiler/passes/support/region_parameters.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

/// On kernels and their region functions: the code is for launches above the usual limit.
inline constexpr llvm::StringLiteral wideLaunchesAttribute = "weft-wide-launches";

/// Above every global id of a small launch of the kernel, of which this is a part. Leaves room for
/// constants added to ids in 32 bits; for products with ids in 64 bits if they are wide.
std::uint64_t launchLimit(const llvm::Function &function);

/// Above CL_DEVICE_MAX_WORK_GROUP_SIZE in any dimension.
inline constexpr std::uint64_t localSizeLimit = 4097;

/// Whether the value is loaded from weft_launch or, in checked kernels, from what that leads to.
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
