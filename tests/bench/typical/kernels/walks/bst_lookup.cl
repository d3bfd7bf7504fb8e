// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values by their keys, in a binary search tree that nobody balanced.
//
// global: 131072   local: 128
// arguments: int4 nodes[32768] = search 0 65535; int keys[131072] = random 0 65535
// arguments: int values[131072]
typedef struct {
  int key, left, right, value;
} Node;

__kernel void bst_lookup(__global const Node *nodes, __global const int *keys,
                         __global int *values) {
  int key = keys[get_global_id(0)];
  int value = -1;
  int node = 0;
  while (node != -1) {
    if (nodes[node].key == key) {
      value = nodes[node].value;
      break;
    }
    if (key < nodes[node].key)
      node = nodes[node].left;
    else
      node = nodes[node].right;
  }
  values[get_global_id(0)] = value;
}
