// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What oneTBB keeps about each thread that calls it.
//
// It lies behind a key of pthreads, and oneTBB gives it up where the thread or the process ends,
// under locks. In a forked child another thread of the parent may have held such a lock, so that
// exit() would never return. The child has no workers and calls oneTBB no more, so it forgets what
// there is about its one thread.
#pragma once

namespace weft::device {

/// Finds the key. To be called on a thread that has not called oneTBB, before the first
/// recruitment.
void findThreadDataKey() noexcept;

/// In a forked child.
void forgetThreadData() noexcept;

} // namespace weft::device
