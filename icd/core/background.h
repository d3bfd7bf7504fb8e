// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads for work that the host does not wait for: builds with a notification callback, and
// the start of the compiler.
#pragma once

#include <functional>

namespace weft::icd {

/// Runs `work` on a thread of its own soon; false when no thread can be had, and then `work` has
/// not been taken. `work` must not throw; it may block and call any entry point. The threads are
/// never joined, so the process may end at any time. Thread-safe.
bool runInBackground(const std::function<void()> &work) noexcept;

} // namespace weft::icd
