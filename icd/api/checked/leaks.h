// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects to which the host has references when the process ends.
#pragma once

namespace weft::icd {

/// Reports them with WEFT_CHECK=leaks: one report for each call that has created some. To be called
/// when the host's own destructors have run. A report for which there is no memory is lost.
void reportLeaks() noexcept;

} // namespace weft::icd
