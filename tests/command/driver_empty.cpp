// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that is no driver.
extern "C" [[gnu::visibility("default")]] int someFunction() { return 1; }
