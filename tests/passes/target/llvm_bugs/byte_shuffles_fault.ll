; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own legalisation. Fails when LLVM is mended: then the fences of byte_shuffles.h have no use.
; It never ends, so it may have three seconds of a CPU; a sound one takes a fraction of one.
; REQUIRES: x86-registered-target
; RUN: not --crash sh -c "ulimit -c 0; ulimit -t 3; exec llc -mtriple=x86_64 -mcpu=x86-64-v4 -o %t < %s"
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds %s | llc -mtriple=x86_64 -mcpu=x86-64-v4 -o %t

define <64 x i8> @repeated(<64 x i8> %a, <64 x i8> %b) {
  %x = xor <64 x i8> %a, %b
  %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  ret <64 x i8> %r
}
