; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own legalisation. Fails when LLVM is mended: then byte_shuffles.h need not extract words.
; It never ends, so it may have three seconds of a CPU; a sound one takes a fraction of one.
; REQUIRES: x86-registered-target
; RUN: not --crash sh -c "ulimit -c 0; ulimit -t 3; exec llc -mtriple=x86_64 -mcpu=znver5 -o %t < %s"
; RUN: weft-opt -cpu=znver5 -passes=weft-workarounds %s | llc -mtriple=x86_64 -mcpu=znver5 -o %t

define <64 x i8> @splat(<64 x i8> %a, <64 x i8> %b) {
  %x = xor <64 x i8> %a, %b
  %r = shufflevector <64 x i8> %x, <64 x i8> poison, <64 x i32> splat (i32 63)
  ret <64 x i8> %r
}
