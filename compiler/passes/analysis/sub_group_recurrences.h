// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loops that carry a value through an operation of sub-groups:
//
//   for (…) x = f(x, sub_group_reduce_add(x));
//
// Each iteration waits for the operation of the one before, which takes several steps between
// lanes. Some registers of lanes then take hardly longer than one.
#pragma once

#include "compiler/passes/support/lanes/sub_groups.h"

namespace weft::compiler {

/// How many words of 32 bits such loops of a function carry from an iteration to the next one, for
/// each work-item: the most of any, counting what depends on the operation; 0 where there is no
/// such loop. `users` are the functions that use sub-groups themselves or through others
/// (findSubGroupUsers); a call of one counts as an operation. Variables may still be in memory.
/// Changes nothing: it looks at a copy in registers, which it erases.
unsigned subGroupRecurrenceWords(llvm::Function &function, const SubGroupUsers &users);

} // namespace weft::compiler
