// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loops that carry a value through an operation of sub-groups:
//
//   for (…) x = f(x, sub_group_reduce_add(x));
//
// Each iteration waits for the operation of the one before, which takes several steps between
// lanes. Two registers of lanes then take hardly longer than one.
#pragma once

#include "compiler/passes/support/sub_groups.h"

namespace weft::compiler {

/// Whether the function has such a loop. `users` are the functions that use sub-groups themselves
/// or through others (findSubGroupUsers); a call of one counts as an operation. Variables may still
/// be in memory. Changes nothing: it looks at a copy in registers, which it erases.
bool hasSubGroupRecurrence(llvm::Function &function, const SubGroupUsers &users);

} // namespace weft::compiler
