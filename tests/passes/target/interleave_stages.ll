; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=znver5 -passes=weft-interleave-stages %s 2>&1 | FileCheck --check-prefixes=CHECK,PAIRS %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-interleave-stages %s 2>&1 | FileCheck --check-prefixes=CHECK,SQUARES %s

; A CPU that picks elements of two registers splits and joins records in stages. Others do it where
; records fill registers.

; Two stages of even and odd elements.
; CHECK-LABEL: @four
; PAIRS: %[[R0:.*]] = load <16 x i32>, ptr %p, align 4
; PAIRS: %[[R1:.*]] = load <16 x i32>, ptr
; PAIRS: %[[EVEN:.*]] = shufflevector <16 x i32> %[[R0]], <16 x i32> %[[R1]], <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
; PAIRS: %[[X:.*]] = shufflevector <16 x i32> %[[EVEN]], <16 x i32> %{{.*}}, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
; PAIRS: add <16 x i32> %[[X]], %{{.*}}
; SQUARES: load <64 x i32>
define <16 x i32> @four(ptr %p) {
  %v = load <64 x i32>, ptr %p, align 4
  %x = shufflevector <64 x i32> %v, <64 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %w = shufflevector <64 x i32> %v, <64 x i32> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %r = add <16 x i32> %x, %w
  ret <16 x i32> %r
}

; LLVM does the same for a component alone.
; CHECK-LABEL: @one
; CHECK: load <64 x i32>
define <16 x i32> @one(ptr %p) {
  %v = load <64 x i32>, ptr %p, align 4
  %x = shufflevector <64 x i32> %v, <64 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  ret <16 x i32> %x
}

; Records of eight words fill registers for eight lanes.
; CHECK-LABEL: @eight
; CHECK: %[[R0:.*]] = load <8 x float>, ptr %p, align 4
; CHECK: %[[R2:.*]] = load <8 x float>, ptr
; CHECK: shufflevector <8 x float> %[[R0]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: fadd <8 x float>
define <8 x float> @eight(ptr %p) {
  %v = load <64 x float>, ptr %p, align 4
  %x = shufflevector <64 x float> %v, <64 x float> poison, <8 x i32> <i32 0, i32 8, i32 16, i32 24, i32 32, i32 40, i32 48, i32 56>
  %w = shufflevector <64 x float> %v, <64 x float> poison, <8 x i32> <i32 5, i32 13, i32 21, i32 29, i32 37, i32 45, i32 53, i32 61>
  %r = fadd <8 x float> %x, %w
  ret <8 x float> %r
}

; The opposite stages interleave halves.
; CHECK-LABEL: @joined
; PAIRS: shufflevector <16 x i32> %x, <16 x i32> %z, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
; PAIRS: shufflevector <16 x i32> %x, <16 x i32> %z, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
; SQUARES: shufflevector <32 x i32> %a, <32 x i32> %b
define void @joined(ptr %p, <16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <16 x i32> %w) {
  %a = shufflevector <16 x i32> %x, <16 x i32> %y, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %b = shufflevector <16 x i32> %z, <16 x i32> %w, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v = shufflevector <32 x i32> %a, <32 x i32> %b, <64 x i32> <i32 0, i32 16, i32 32, i32 48, i32 1, i32 17, i32 33, i32 49, i32 2, i32 18, i32 34, i32 50, i32 3, i32 19, i32 35, i32 51, i32 4, i32 20, i32 36, i32 52, i32 5, i32 21, i32 37, i32 53, i32 6, i32 22, i32 38, i32 54, i32 7, i32 23, i32 39, i32 55, i32 8, i32 24, i32 40, i32 56, i32 9, i32 25, i32 41, i32 57, i32 10, i32 26, i32 42, i32 58, i32 11, i32 27, i32 43, i32 59, i32 12, i32 28, i32 44, i32 60, i32 13, i32 29, i32 45, i32 61, i32 14, i32 30, i32 46, i32 62, i32 15, i32 31, i32 47, i32 63>
  store <64 x i32> %v, ptr %p, align 4
  ret void
}

; Shuffles of pointers, and of bytes, stay.
; CHECK-LABEL: @others
; CHECK: load <64 x i8>
; CHECK: load <32 x ptr>
define <8 x ptr> @others(ptr %p, ptr %q) {
  %v = load <64 x i8>, ptr %p
  %x = shufflevector <64 x i8> %v, <64 x i8> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %y = shufflevector <64 x i8> %v, <64 x i8> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %s = add <16 x i8> %x, %y
  store <16 x i8> %s, ptr %q
  %u = load <32 x ptr>, ptr %p
  %z = shufflevector <32 x ptr> %u, <32 x ptr> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %w = shufflevector <32 x ptr> %u, <32 x ptr> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  store <8 x ptr> %w, ptr %q
  ret <8 x ptr> %z
}

; Operands that end in the middle of a register.
; CHECK-LABEL: @uneven
; CHECK-NEXT: shufflevector <36 x i32>
; CHECK-NEXT: shufflevector <36 x i32>
; CHECK-NEXT: add
define <16 x i32> @uneven(<36 x i32> %v, <36 x i32> %q) {
  %a = shufflevector <36 x i32> %v, <36 x i32> %q, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %b = shufflevector <36 x i32> %v, <36 x i32> %q, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %r = add <16 x i32> %a, %b
  ret <16 x i32> %r
}
