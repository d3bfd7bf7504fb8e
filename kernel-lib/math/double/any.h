// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: whether a condition, which is an integer in a scalar and -1 for each lane where it
// holds in a vector, holds anywhere. A way for rare values is taken for all if one needs it, so
// its results for the others must be the same.
#if WIDTH == 1
static OVERLOAD bool holds_anywhere(long condition) { return __builtin_expect(condition, 0); }
#else
static OVERLOAD bool holds_anywhere(longn condition) {
  return __builtin_expect(__builtin_reduce_or(condition) != 0, 0);
}
#endif
