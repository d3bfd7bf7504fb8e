// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group-stride ranges: each work-item of a group starts at its id and steps by the group's size.
//
//   for (i = get_local_id(0); i < n; i += get_local_size(0))
//
// Ids and sizes may have any integer type of 32 bits or more, as these numbers fit in 32 bits. In
// two and three dimensions, ids may be linear ids, and sizes products of sizes.
#pragma once

#include "llvm/IR/Value.h"

namespace weft::compiler {

/// The value without extensions and truncations. For numbers below 2^31.
const llvm::Value *withoutCasts(const llvm::Value *value);

/// Whether the work-items of a group start with exactly the numbers below `step`.
bool isGroupStrideRange(const llvm::Value &begin, const llvm::Value &step);

} // namespace weft::compiler
