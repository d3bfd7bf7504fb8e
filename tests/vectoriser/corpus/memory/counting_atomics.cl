// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions whose results are not used, to one word each.
// launches: 1000/64 37/37 64/1 129/7 45,12/19,3+3,1
kernel void counting_atomics(global int *out, global const int *in, global const float *reals,
                             global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  int v = in[i];
  if (v & 1)
    atomic_inc((global int *)out);
  if (v & 2)
    atomic_add(out + 1, v);
  atomic_sub(out + 2, v >> 5);
  atomic_max(out + 3, v);
  if (v & 4)
    atomic_min((global uint *)out + 4, (uint)v);
  atomic_and(out + 5, v | 0xff0);
  atomic_or(out + 6, v & 77);
  if (v & 64)
    atomic_xor(out + 7, v);
  if (v & 128)
    atomic_xchg(out + 8, v);
  atom_add((global ulong *)out + 5, (ulong)v);
  realsOut[i] = v;
}
