// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that must compile immediately: its functions come first.
kernel void k(global int *p) { p[get_global_id(0)] += 1; }
