; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-lane-shuffles %s 2>&1 | FileCheck --check-prefixes=CHECK,AVX2 %s
; RUN: weft-opt -cpu=znver5 -passes=weft-lane-shuffles %s 2>&1 | FileCheck --check-prefixes=CHECK,BYTES %s

; The widener's calls become shuffles. Sequences for records of 4, 8 and 16 components, and
; permutations, are in shuffles/.

target triple = "x86_64-unknown-linux-gnu"

declare { <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_3_16i8(<48 x i8>)
declare <48 x i8> @__weft_interleave_3_16i8(<16 x i8>, <16 x i8>, <16 x i8>)
declare { <8 x double>, <8 x double> } @__weft_deinterleave_2_8double(<16 x double>)

; A component is made where it is used, and others not at all.
; CHECK-LABEL: @pair
; CHECK-NOT: call
; CHECK: used:
; CHECK-NEXT: shufflevector <16 x double> %v, <16 x double> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NEXT: ret
define <8 x double> @pair(<16 x double> %v, i1 %c) {
  %r = call { <8 x double>, <8 x double> } @__weft_deinterleave_2_8double(<16 x double> %v)
  br i1 %c, label %used, label %unused
used:
  %y = extractvalue { <8 x double>, <8 x double> } %r, 1
  ret <8 x double> %y
unused:
  ret <8 x double> zeroinitializer
}

; LLVM joins structures by phis.
; CHECK-LABEL: @joined
; CHECK: shufflevector <16 x double> %v, <16 x double> poison, <8 x i32> <i32 0, i32 2,
; CHECK: shufflevector <16 x double> %v, <16 x double> poison, <8 x i32> <i32 1, i32 3,
; CHECK: phi { <8 x double>, <8 x double> }
; CHECK-NOT: call
; CHECK: ret
define <8 x double> @joined(<16 x double> %v, <16 x double> %w, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %a = call { <8 x double>, <8 x double> } @__weft_deinterleave_2_8double(<16 x double> %v)
  br label %end
right:
  %b = call { <8 x double>, <8 x double> } @__weft_deinterleave_2_8double(<16 x double> %w)
  br label %end
end:
  %r = phi { <8 x double>, <8 x double> } [ %a, %left ], [ %b, %right ]
  %x = extractvalue { <8 x double>, <8 x double> } %r, 0
  ret <8 x double> %x
}

; LLVM's sequences for records of three bytes are for one address space. A CPU that picks any bytes
; does without.
; CHECK-LABEL: @bytes
; AVX2: %[[P:.*]] = addrspacecast ptr addrspace(1) %p to ptr
; AVX2: load <48 x i8>, ptr %[[P]], align 1
; AVX2: %[[Q:.*]] = addrspacecast ptr addrspace(1) %q to ptr
; AVX2: store <48 x i8> %{{.*}}, ptr %[[Q]], align 1
; BYTES: load <48 x i8>, ptr addrspace(1) %p, align 1
; BYTES: store <48 x i8> %{{.*}}, ptr addrspace(1) %q, align 1
define void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <48 x i8>, ptr addrspace(1) %p, align 1
  %r = call { <16 x i8>, <16 x i8>, <16 x i8> } @__weft_deinterleave_3_16i8(<48 x i8> %v)
  %x = extractvalue { <16 x i8>, <16 x i8>, <16 x i8> } %r, 0
  %y = extractvalue { <16 x i8>, <16 x i8>, <16 x i8> } %r, 1
  %s = add <16 x i8> %x, %y
  %w = call <48 x i8> @__weft_interleave_3_16i8(<16 x i8> %s, <16 x i8> %y, <16 x i8> %x)
  store <48 x i8> %w, ptr addrspace(1) %q, align 1
  ret void
}
