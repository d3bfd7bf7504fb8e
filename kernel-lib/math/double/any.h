// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a body: whether a condition holds in any lane. A condition is an integer in a scalar; in a
// vector it is -1 in each lane where it holds. If one lane needs the code for rare values, all
// lanes take it. So that code must give the other lanes the same results.
#if WIDTH == 1
static OVERLOAD bool holds_anywhere(long condition) { return __builtin_expect(condition, 0); }
#else
static OVERLOAD bool holds_anywhere(bitsn condition) {
  return __builtin_expect(__builtin_reduce_or(condition) != 0, 0);
}
#endif
