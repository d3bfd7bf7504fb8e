// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What scaled.spvasm is the module of.
uint twice(uint x) {
  uint y = x * 2;
  return y;
}
struct pair {
  uint first, second[2];
};
kernel void scaled(global uint *out, uint factor) {
  size_t gid = get_global_id(0);
  if (gid != 0) {
    struct pair sums;
    sums.first = twice(gid) + factor;
    sums.second[1] = factor;
    out[gid] = sums.first + sums.second[1];
  }
}
