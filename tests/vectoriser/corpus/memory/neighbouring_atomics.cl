// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions whose results are not used, to neighbouring words: all groups update the same
// ones, at different distances from multiples of 16 bytes, in all work-items or in some. The first
// and the last words of the buffer are among them.
// launches: 1000/64 37/37 64/1 129/7 4000/61 45,12/19,3+3,1
kernel void neighbouring_atomics(global int *out, global const int *in, global const float *reals,
                                 global float *realsOut, uint n) {
  size_t i = get_global_id(0);
  size_t at = get_local_id(0);
  int v = in[i];
  atomic_add(out + at, v);
  atomic_inc((global uint *)out + 101 + at);
  if (v & 3)
    atomic_sub(out + 202 + at, v >> 5);
  if (at < 5)
    atomic_or(out + 303 + at, v & 0xff);
  if (v & 64)
    atomic_xor(out + 401 + at, v);
  atomic_and(out + 502 + at, v | ~0xff);
  if (v & 128)
    atomic_max(out + 603 + at, v);
  atomic_min((global uint *)out + 701 + at, (uint)v);
  atom_add((global ulong *)out + 400 + at, (ulong)v << 13);
  if (v & 2)
    atom_add((global ulong *)out + 501 + at, (ulong)v);
  atomic_add(out + 4096 - 64 + at, v);
  realsOut[i] = v;
}
