// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread does between two polls of a word that another one is about to change.
#pragma once

namespace weft::device {

/// Hints to the CPU that this is a spin loop. Takes some tens of cycles.
void spinPause() noexcept;

} // namespace weft::device
