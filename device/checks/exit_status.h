// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_CHECK_EXIT: a process in which mistakes were found does not succeed.
#pragma once

namespace weft::device {

/// From now on a process that calls exit(0), or returns 0 from main, ends with this status: all
/// that exit() does is still done. May be called at any time, while the process exits too; later
/// calls have no effect. Thread-safe. A forked child inherits it.
void replaceSuccessBy(int status) noexcept;

} // namespace weft::device
