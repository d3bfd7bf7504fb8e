// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of structures to arrays of their fields.
//
// global: 262144   local: 128
// arguments: int records[262144*4] = bits; int a[262144]; float b[262144]; short2 c[262144]
// arguments: uint d[262144]
typedef struct {
  int id;
  int weight;
  short2 cell;
  uint flags;
} Record;

__kernel void transpose_records(__global const Record *records, __global int *ids,
                                __global float *weights, __global short2 *cells,
                                __global uint *flags) {
  size_t i = get_global_id(0);
  Record r = records[i];
  ids[i] = r.id;
  weights[i] = r.weight * 0.001f;
  cells[i] = r.cell;
  flags[i] = r.flags & 0xff;
}
