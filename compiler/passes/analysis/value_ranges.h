// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region function's integers can be, before it runs.
//
// Interval arithmetic over the scalar code, from what is known of a launch. Vector versions of
// regions only run where a launch is *small*: offset and size of every dimension add up to at most
// `smallLaunchLimit`, which the group's driver tests once. So ids have an interval: not only a
// global id as a whole, but also each sum of some of its three parts (where the group starts, the
// local id, the offset), as no part is negative.
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

/// Whether a value is read from weft_launch.
bool isLaunchField(const llvm::Value &value);

/// The interval of an integer in a small launch, for work-items that compute it.
llvm::ConstantRange rangeInSmallLaunch(const llvm::Value &value, unsigned depth = 0);

/// Whether the operation, done without bounds, stays in the range of its type.
bool staysInRange(const llvm::BinaryOperator &operation, bool isSigned);

} // namespace weft::compiler
