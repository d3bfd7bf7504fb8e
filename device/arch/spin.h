// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread does between two looks at a word that another one is about to change.
#pragma once

namespace weft::device {

/// Tells the CPU that this is a loop that waits. Takes some tens of cycles.
void spinPause() noexcept;

} // namespace weft::device
