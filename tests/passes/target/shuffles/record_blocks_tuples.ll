; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-lane-shuffles %s 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Records of which several fill sixteen bytes become tuples within those: the first components of all
; of them, the second ones and so on. Tuples are transposed like words or shorts.

declare { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } @__weft_deinterleave_4_16i16(<64 x i16>)
declare { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } @__weft_deinterleave_16_8i16(<128 x i16>)
declare { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_4_16i8(<64 x i8>)
declare { <32 x i8>, <32 x i8>, <32 x i8>, <32 x i8> } @__weft_deinterleave_4_32i8(<128 x i8>)
declare { <4 x ptr>, <4 x ptr>, <4 x ptr>, <4 x ptr> } @__weft_deinterleave_4_4ptr(<16 x ptr>)
declare <64 x i8> @__weft_interleave_4_16i8(<16 x i8>, <16 x i8>, <16 x i8>, <16 x i8>)

; CHECK-LABEL: @pairs
; CHECK-COUNT-2: load <8 x i16>
; CHECK: %[[RECORDS:.*]] = shufflevector <8 x i16> %{{.*}}, <8 x i16> %{{.*}}, <16 x i32>
; CHECK: %[[PAIRS:.*]] = shufflevector <16 x i16> %[[RECORDS]], <16 x i16> poison, <16 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7, i32 8, i32 12, i32 9, i32 13, i32 10, i32 14, i32 11, i32 15>
; CHECK: bitcast <16 x i16> %[[PAIRS]] to <8 x i32>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: bitcast <8 x i32> %{{.*}} to <16 x i16>
; CHECK: add <16 x i16>
define <16 x i16> @pairs(ptr %p) #0 {
  %v = load <64 x i16>, ptr %p, align 2
  %v.c = call { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } @__weft_deinterleave_4_16i16(<64 x i16> %v)
  %x = extractvalue { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } %v.c, 0
  %y = extractvalue { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } %v.c, 3
  %r = add <16 x i16> %x, %y
  ret <16 x i16> %r
}

; CHECK-LABEL: @quadruples
; CHECK: bitcast <16 x i8> %x to <4 x i32>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[TUPLES:.*]] = bitcast <4 x i32> %{{.*}} to <16 x i8>
; CHECK: shufflevector <16 x i8> %[[TUPLES]], <16 x i8> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 1, i32 5, i32 9, i32 13, i32 2, i32 6, i32 10, i32 14, i32 3, i32 7, i32 11, i32 15>
; CHECK-COUNT-4: store <16 x i8> %{{.*}}, align 1
; CHECK-NOT: store
; CHECK: ret
define void @quadruples(ptr %p, <16 x i8> %x, <16 x i8> %y, <16 x i8> %z, <16 x i8> %w) #1 {
  %f = call <64 x i8> @__weft_interleave_4_16i8(<16 x i8> %x, <16 x i8> %y, <16 x i8> %z, <16 x i8> %w)
  store <64 x i8> %f, ptr %p, align 1
  ret void
}

; One record of a tuple alone.
; CHECK-LABEL: @one_of_four
; CHECK: %[[RECORD:.*]] = shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
; CHECK: store <4 x i8> %[[RECORD]], ptr %p, align 1
define void @one_of_four(ptr %p, <16 x i8> %x, <16 x i8> %y, <16 x i8> %z, <16 x i8> %w) #1 {
  %f = call <64 x i8> @__weft_interleave_4_16i8(<16 x i8> %x, <16 x i8> %y, <16 x i8> %z, <16 x i8> %w)
  %r = shufflevector <64 x i8> %f, <64 x i8> poison, <4 x i32> <i32 24, i32 25, i32 26, i32 27>
  store <4 x i8> %r, ptr %p, align 1
  ret void
}

; A record of two blocks: each of them is a column of blocks of its own.
; CHECK-LABEL: @two_blocks
; CHECK-NOT: <128 x i16>
; CHECK: load <8 x i16>, ptr %p, align 2
; CHECK: ret
define <8 x i16> @two_blocks(ptr %p) #1 {
  %v = load <128 x i16>, ptr %p, align 2
  %v.c = call { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } @__weft_deinterleave_16_8i16(<128 x i16> %v)
  %x = extractvalue { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } %v.c, 2
  %y = extractvalue { <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16>, <8 x i16> } %v.c, 13
  %r = add <8 x i16> %x, %y
  ret <8 x i16> %r
}

; Without a shuffle of sixteen bytes, and with one of any bytes, the records are LLVM's.
; CHECK-LABEL: @no_shuffle
; CHECK: load <64 x i16>
define <16 x i16> @no_shuffle(ptr %p) #2 {
  %v = load <64 x i16>, ptr %p, align 2
  %v.c = call { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } @__weft_deinterleave_4_16i16(<64 x i16> %v)
  %x = extractvalue { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } %v.c, 0
  %y = extractvalue { <16 x i16>, <16 x i16>, <16 x i16>, <16 x i16> } %v.c, 3
  %r = add <16 x i16> %x, %y
  ret <16 x i16> %r
}

; CHECK-LABEL: @any_bytes
; CHECK: load <64 x i8>
define <16 x i8> @any_bytes(ptr %p) #3 {
  %v = load <64 x i8>, ptr %p, align 1
  %v.c = call { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_4_16i8(<64 x i8> %v)
  %x = extractvalue { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } %v.c, 0
  %y = extractvalue { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } %v.c, 3
  %r = add <16 x i8> %x, %y
  ret <16 x i8> %r
}

; Vectors of other elements.
; CHECK-LABEL: @pointers
; CHECK-NEXT: load <16 x ptr>
; CHECK-NEXT: shufflevector
define <4 x ptr> @pointers(ptr %p) #0 {
  %v = load <16 x ptr>, ptr %p
  %v.c = call { <4 x ptr>, <4 x ptr>, <4 x ptr>, <4 x ptr> } @__weft_deinterleave_4_4ptr(<16 x ptr> %v)
  %x = extractvalue { <4 x ptr>, <4 x ptr>, <4 x ptr>, <4 x ptr> } %v.c, 0
  ret <4 x ptr> %x
}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+ssse3" }
attributes #2 = { "target-features"="+sse2" }
attributes #3 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl,+avx512bw,+avx512vbmi" }
