// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads for work that the host does not wait for: builds with a notification callback, and
// starting the compiler.
#pragma once

#include <functional>

namespace weft::icd {

/// Soon runs `work` on a separate thread; false if no thread is available, and `work` has not been
/// taken. `work` must not throw; it may block and call any entry point. The threads are never
/// joined, so the process may end at any time. Thread-safe.
bool runInBackground(const std::function<void()> &work) noexcept;

} // namespace weft::icd
