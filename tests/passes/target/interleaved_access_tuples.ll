; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-interleaved-access %s 2>&1 | FileCheck %s

; Records of which several fill sixteen bytes become tuples within those: the first components of all
; of them, the second ones and so on. Tuples are transposed like words or shorts.

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
  %x = shufflevector <64 x i16> %v, <64 x i16> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <64 x i16> %v, <64 x i16> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
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
  %a = shufflevector <16 x i8> %x, <16 x i8> %y, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %b = shufflevector <16 x i8> %z, <16 x i8> %w, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %f = shufflevector <32 x i8> %a, <32 x i8> %b, <64 x i32> <i32 0, i32 16, i32 32, i32 48, i32 1, i32 17, i32 33, i32 49, i32 2, i32 18, i32 34, i32 50, i32 3, i32 19, i32 35, i32 51, i32 4, i32 20, i32 36, i32 52, i32 5, i32 21, i32 37, i32 53, i32 6, i32 22, i32 38, i32 54, i32 7, i32 23, i32 39, i32 55, i32 8, i32 24, i32 40, i32 56, i32 9, i32 25, i32 41, i32 57, i32 10, i32 26, i32 42, i32 58, i32 11, i32 27, i32 43, i32 59, i32 12, i32 28, i32 44, i32 60, i32 13, i32 29, i32 45, i32 61, i32 14, i32 30, i32 46, i32 62, i32 15, i32 31, i32 47, i32 63>
  store <64 x i8> %f, ptr %p, align 1
  ret void
}

; One record of a tuple alone.
; CHECK-LABEL: @one_of_four
; CHECK: %[[RECORD:.*]] = shufflevector <16 x i8> %{{.*}}, <16 x i8> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
; CHECK: store <4 x i8> %[[RECORD]], ptr %p, align 1
define void @one_of_four(ptr %p, <16 x i8> %x, <16 x i8> %y, <16 x i8> %z, <16 x i8> %w) #1 {
  %a = shufflevector <16 x i8> %x, <16 x i8> %y, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %b = shufflevector <16 x i8> %z, <16 x i8> %w, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %f = shufflevector <32 x i8> %a, <32 x i8> %b, <64 x i32> <i32 0, i32 16, i32 32, i32 48, i32 1, i32 17, i32 33, i32 49, i32 2, i32 18, i32 34, i32 50, i32 3, i32 19, i32 35, i32 51, i32 4, i32 20, i32 36, i32 52, i32 5, i32 21, i32 37, i32 53, i32 6, i32 22, i32 38, i32 54, i32 7, i32 23, i32 39, i32 55, i32 8, i32 24, i32 40, i32 56, i32 9, i32 25, i32 41, i32 57, i32 10, i32 26, i32 42, i32 58, i32 11, i32 27, i32 43, i32 59, i32 12, i32 28, i32 44, i32 60, i32 13, i32 29, i32 45, i32 61, i32 14, i32 30, i32 46, i32 62, i32 15, i32 31, i32 47, i32 63>
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
  %x = shufflevector <128 x i16> %v, <128 x i16> poison, <8 x i32> <i32 2, i32 18, i32 34, i32 50, i32 66, i32 82, i32 98, i32 114>
  %y = shufflevector <128 x i16> %v, <128 x i16> poison, <8 x i32> <i32 13, i32 29, i32 45, i32 61, i32 77, i32 93, i32 109, i32 125>
  %r = add <8 x i16> %x, %y
  ret <8 x i16> %r
}

; Without a shuffle of sixteen bytes, and with one of any bytes, the records are LLVM's.
; CHECK-LABEL: @no_shuffle
; CHECK: load <64 x i16>
define <16 x i16> @no_shuffle(ptr %p) #2 {
  %v = load <64 x i16>, ptr %p, align 2
  %x = shufflevector <64 x i16> %v, <64 x i16> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <64 x i16> %v, <64 x i16> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %r = add <16 x i16> %x, %y
  ret <16 x i16> %r
}

; CHECK-LABEL: @any_bytes
; CHECK: load <64 x i8>
define <16 x i8> @any_bytes(ptr %p) #3 {
  %v = load <64 x i8>, ptr %p, align 1
  %x = shufflevector <64 x i8> %v, <64 x i8> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <64 x i8> %v, <64 x i8> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %r = add <16 x i8> %x, %y
  ret <16 x i8> %r
}

; Vectors of one size are made together, those of another by themselves.
; CHECK-LABEL: @two_sizes
; CHECK-COUNT-4: load <16 x i8>
; CHECK: ret
define <16 x i8> @two_sizes(ptr %p, ptr %q) #1 {
  %v = load <128 x i8>, ptr %p, align 1
  %x = shufflevector <128 x i8> %v, <128 x i8> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <128 x i8> %v, <128 x i8> poison, <16 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61>
  %z = shufflevector <128 x i8> %v, <128 x i8> poison, <32 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62, i32 66, i32 70, i32 74, i32 78, i32 82, i32 86, i32 90, i32 94, i32 98, i32 102, i32 106, i32 110, i32 114, i32 118, i32 122, i32 126>
  store <32 x i8> %z, ptr %q
  %r = add <16 x i8> %x, %y
  ret <16 x i8> %r
}

; Operands that end in the middle of sixteen bytes.
; CHECK-LABEL: @uneven
; CHECK: load <40 x i8>
; CHECK-NEXT: shufflevector <40 x i8>
; CHECK-NEXT: shufflevector <40 x i8>
; CHECK-NEXT: add
define <16 x i8> @uneven(ptr %p, <40 x i8> %q) #1 {
  %v = load <40 x i8>, ptr %p, align 1
  %x = shufflevector <40 x i8> %v, <40 x i8> %q, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <40 x i8> %v, <40 x i8> %q, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %r = add <16 x i8> %x, %y
  ret <16 x i8> %r
}

; Vectors of other elements.
; CHECK-LABEL: @pointers
; CHECK-NEXT: load <16 x ptr>
; CHECK-NEXT: shufflevector
define <4 x ptr> @pointers(ptr %p) #0 {
  %v = load <16 x ptr>, ptr %p
  %x = shufflevector <16 x ptr> %v, <16 x ptr> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  ret <4 x ptr> %x
}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+ssse3" }
attributes #2 = { "target-features"="+sse2" }
attributes #3 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl,+avx512bw,+avx512vbmi" }
