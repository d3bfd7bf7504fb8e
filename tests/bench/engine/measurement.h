// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The figures of one platform: the first one that this process sees.
#pragma once

namespace weft::bench {

/// Prints "<name> <value>" lines, each the best of the rounds.
void measureEngine(int rounds);

} // namespace weft::bench
