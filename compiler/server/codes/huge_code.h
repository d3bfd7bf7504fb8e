// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's code in huge pages. Forked processes have no part of a file mapped, and each
// enters the same thousands of its pages again, sixteen at a time, and leaves them when it ends.
// Memory without a file stays mapped over a fork, and huge pages make few entries.
#pragma once

namespace weft::compiler {

/// Replaces the parts of the program's image that most builds use by copies in huge pages. Nothing
/// happens where the program is linked with libraries instead, as those have most of the code.
void moveCodeToHugePages();

} // namespace weft::compiler
