// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures whose members are floats, integers and small vectors, all of 32 bits: read, written, and moved
// as they are; in whole gangs, under a guard, and with members left out.
// launches: 900/90 256/256 37/37 64/1 129/43 33/11
typedef struct {
  int id;
  float weight;
  short2 cell;
  uchar4 colour;
} Member;
kernel void members_of_several_types(global int *out, global const int *in, global const float *reals,
                                     global float *realsOut, uint n) {
  uint u = get_global_id(0);
  global const Member *members = (global const Member *)in;
  Member one = members[u];
  out[u] = one.id ^ as_int(one.cell) ^ (one.colour.y * 7 + one.colour.w);
  ((global short2 *)out)[1024 + u] = one.cell;
  if (u & 2)
    ((global uchar4 *)out)[2048 + u] = members[u ^ 1].colour;
  Member next;
  next.id = u * 3;
  next.weight = reals[u];
  next.cell = (short2)(u, one.id);
  next.colour = one.colour.wzyx;
  if (u < n / 8)
    ((global Member *)(out + 3072))[u] = next;
  realsOut[u] = convert_float(one.cell.x) * 0.5f + convert_float(one.colour.x) + reals[u];
}
