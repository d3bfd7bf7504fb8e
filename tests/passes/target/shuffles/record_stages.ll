; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=znver5 -passes=weft-lane-shuffles %s 2>&1 | FileCheck --check-prefixes=CHECK,PAIRS %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-lane-shuffles %s 2>&1 | FileCheck --check-prefixes=CHECK,SQUARES %s

target triple = "x86_64-unknown-linux-gnu"

; A CPU that picks elements of two registers splits and joins records in stages. Others do it where
; records fill registers, and in blocks otherwise.

declare { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__weft_deinterleave_4_16i32(<64 x i32>)
declare { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_8_8float(<64 x float>)
declare { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_4_16i8(<64 x i8>)
declare { <8 x ptr>, <8 x ptr>, <8 x ptr>, <8 x ptr> } @__weft_deinterleave_4_8ptr(<32 x ptr>)
declare <64 x i32> @__weft_interleave_4_16i32(<16 x i32>, <16 x i32>, <16 x i32>, <16 x i32>)

; Two stages of even and odd elements.
; CHECK-LABEL: @four
; PAIRS: %[[R0:.*]] = load <16 x i32>, ptr %p, align 4
; PAIRS: %[[R1:.*]] = load <16 x i32>, ptr
; PAIRS: %[[EVEN:.*]] = shufflevector <16 x i32> %[[R0]], <16 x i32> %[[R1]], <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
; PAIRS: %[[X:.*]] = shufflevector <16 x i32> %[[EVEN]], <16 x i32> %{{.*}}, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
; PAIRS: add <16 x i32> %[[X]], %{{.*}}
; SQUARES: load <4 x i32>
define <16 x i32> @four(ptr %p) {
  %v = load <64 x i32>, ptr %p, align 4
  %v.c = call { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__weft_deinterleave_4_16i32(<64 x i32> %v)
  %x = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %v.c, 0
  %w = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %v.c, 3
  %r = add <16 x i32> %x, %w
  ret <16 x i32> %r
}

; LLVM does the same for a component alone.
; CHECK-LABEL: @one
; CHECK: load <64 x i32>
define <16 x i32> @one(ptr %p) {
  %v = load <64 x i32>, ptr %p, align 4
  %v.c = call { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__weft_deinterleave_4_16i32(<64 x i32> %v)
  %x = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %v.c, 0
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
  %v.c = call { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__weft_deinterleave_8_8float(<64 x float> %v)
  %x = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 0
  %w = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } %v.c, 5
  %r = fadd <8 x float> %x, %w
  ret <8 x float> %r
}

; The opposite stages interleave halves.
; CHECK-LABEL: @joined
; PAIRS: shufflevector <16 x i32> %x, <16 x i32> %z, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
; PAIRS: shufflevector <16 x i32> %x, <16 x i32> %z, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
; SQUARES: store <4 x i32>
define void @joined(ptr %p, <16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <16 x i32> %w) {
  %v = call <64 x i32> @__weft_interleave_4_16i32(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <16 x i32> %w)
  store <64 x i32> %v, ptr %p, align 4
  ret void
}

; Pointers, and bytes on a CPU that picks any of them, are split by a shuffle for each component.
; CHECK-LABEL: @others
; PAIRS: load <64 x i8>
; SQUARES: load <16 x i8>
; CHECK: load <32 x ptr>
define <8 x ptr> @others(ptr %p, ptr %q) {
  %v = load <64 x i8>, ptr %p
  %v.c = call { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_4_16i8(<64 x i8> %v)
  %x = extractvalue { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } %v.c, 0
  %y = extractvalue { <16 x i8>, <16 x i8>, <16 x i8>, <16 x i8> } %v.c, 3
  %s = add <16 x i8> %x, %y
  store <16 x i8> %s, ptr %q
  %u = load <32 x ptr>, ptr %p
  %u.c = call { <8 x ptr>, <8 x ptr>, <8 x ptr>, <8 x ptr> } @__weft_deinterleave_4_8ptr(<32 x ptr> %u)
  %z = extractvalue { <8 x ptr>, <8 x ptr>, <8 x ptr>, <8 x ptr> } %u.c, 0
  %w = extractvalue { <8 x ptr>, <8 x ptr>, <8 x ptr>, <8 x ptr> } %u.c, 1
  store <8 x ptr> %w, ptr %q
  ret <8 x ptr> %z
}

