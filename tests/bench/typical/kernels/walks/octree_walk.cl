// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours of the same size for each box of an octree: every work-item walks down from the root
// for some of the boxes, with the boxes and children where it is on a private stack.
//
// global: 1024   local: 64
// arguments: int children[4681*8] = children 8; int levels[4681] = levels 8
// arguments: double centres[4681*3] = cells 3; int counts[4681]; int boxes = 4681
#define MAX_LEVELS 8

bool is_adjacent(__global const double *centres, __global const int *levels, int box,
                 double3 centre, double size) {
  double apart = 0.5 * (size + 1.0 / (1 << levels[box])) * 1.0001;
  return fabs(centres[3 * box] - centre.x) <= apart &&
         fabs(centres[3 * box + 1] - centre.y) <= apart &&
         fabs(centres[3 * box + 2] - centre.z) <= apart;
}

__kernel void octree_walk(__global const int *children, __global const int *levels,
                          __global const double *centres, __global int *counts, int boxes) {
  for (int box = get_global_id(0); box < boxes; box += get_global_size(0)) {
    int level = levels[box];
    double size = 1.0 / (1 << level);
    double3 centre = (double3)(centres[3 * box], centres[3 * box + 1], centres[3 * box + 2]);
    int parents[MAX_LEVELS], numbers[MAX_LEVELS];
    int depth = 0, parent = 0, number = 0, count = 0;
    bool goes_on = true;
    while (goes_on) {
      int child = children[8 * parent + number];
      if (child != 0 && is_adjacent(centres, levels, child, centre, size)) {
        if (levels[child] == level) {
          if (child != box)
            count++;
        } else if (levels[child] < level) {
          parents[depth] = parent;
          numbers[depth] = number;
          depth++;
          parent = child;
          number = 0;
          continue;
        }
      }
      while (true) {
        number++;
        if (number < 8)
          break;
        goes_on = depth > 0;
        if (!goes_on)
          break;
        depth--;
        parent = parents[depth];
        number = numbers[depth];
      }
    }
    counts[box] = count;
  }
}
