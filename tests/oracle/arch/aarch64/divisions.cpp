// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU returns 0, and the remainder is computed of it: the dividend. So only quotients change.
#include "tests/oracle/divisions.h"

namespace weft::test {

DivisionsThatReturn::DivisionsThatReturn() = default;
DivisionsThatReturn::~DivisionsThatReturn() = default;

// The divisor is copied first, as the quotient may take its register.
const char *const assemblyEdits =
    R"(s/^\t([su]div)\t([wx])([0-9]+), ([wx][0-9]+), [wx]([0-9]+|zr)$/\tmov\t\215, \2\5\n\t\1\t\2\3, \4, \2\5\n\tcbnz\t\215, .+8\n\tmovn\t\2\3, #0/)";

} // namespace weft::test
