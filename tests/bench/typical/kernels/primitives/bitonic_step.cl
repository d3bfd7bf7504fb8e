// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of a bitonic sort in global memory: each work-item compares a pair.
//
// global: 262144   local: 256
// arguments: fresh uint data[524288] = bits; uint j = 64; uint k = 1024
__kernel void bitonic_step(__global uint *data, uint j, uint k) {
  uint t = get_global_id(0);
  uint i = 2 * t - (t & (j - 1));
  uint a = data[i], b = data[i + j];
  bool ascending = (i & k) == 0;
  if ((a > b) == ascending) {
    data[i] = b;
    data[i + j] = a;
  }
}
