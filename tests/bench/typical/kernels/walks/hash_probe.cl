// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slots of keys in a hash table with open addressing, three quarters full.
//
// global: 262144   local: 128
// arguments: int table[65536] = hashed 0 131071; int keys[262144] = random 0 131071
// arguments: int slots[262144]; uint bits = 16
#define EMPTY -1

__kernel void hash_probe(__global const int *table, __global const int *keys, __global int *slots,
                         uint bits) {
  int key = keys[get_global_id(0)];
  uint mask = (1u << bits) - 1;
  uint slot = (uint)key * 2654435769u >> (32 - bits);
  int found = -1;
  while (table[slot] != EMPTY) {
    if (table[slot] == key) {
      found = slot;
      break;
    }
    slot = (slot + 1) & mask;
  }
  slots[get_global_id(0)] = found;
}
