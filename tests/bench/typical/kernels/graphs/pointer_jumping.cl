// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of union-find: everyone's parent becomes that of the parent, three times.
//
// global: 524288   local: 256
// arguments: uint parents[524288] = random 0 524287; uint out[524288]
__kernel void pointer_jumping(__global const uint *parents, __global uint *out) {
  uint i = get_global_id(0);
  uint p = parents[i];
  for (int k = 0; k < 3; k++) {
    uint next = parents[p];
    if (next == p)
      break;
    p = next;
  }
  out[i] = min(p, i);
}
