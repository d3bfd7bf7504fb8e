// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
inline int cube(int x) {
  int square = x * x;
  return square * x;
}
