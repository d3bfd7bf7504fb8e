// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's code in huge pages. A forked process inherits no mapped pages of files, so each
// child faults in the same thousands of pages, sixteen at a time, and unmaps them when it ends.
// Anonymous memory stays mapped across a fork, and huge pages need few entries.
#pragma once

namespace weft::compiler {

/// Replaces the parts of the program's image that most builds use by copies in huge pages. No-op if
/// the program is linked with shared libraries, as those contain most of the code.
void moveCodeToHugePages();

} // namespace weft::compiler
