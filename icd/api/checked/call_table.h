// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked mode's dispatch table: the same functions behind checks of each call.
#pragma once

namespace weft::icd {

/// With WEFT_CHECK=api or leaks, makes the handles that are created from now on lead to checked
/// calls. To be called before the first handle exists; later calls have no effect. Throws
/// bad_alloc. Thread-safe.
void checkCallsIfWanted();

} // namespace weft::icd
