// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same by eight work-items in groups of one, as programs launch what they think of as threads.
//
// source: octree_walk.cl
// global: 8   local: 1
// arguments: int children[4681*8] = children 8; int levels[4681] = levels 8
// arguments: double centres[4681*3] = cells 3; int counts[4681]; int boxes = 4681
