; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-select-stores %s 2>&1 | FileCheck %s

; Stores of what is a blend with the place's own old values stay stores of whole vectors.

; CHECK-LABEL: @blend
define void @blend(ptr %p, <16 x float> %new, <16 x i1> %mask) {
  ; CHECK: store volatile <16 x float> %v, ptr %p
  %old = load <16 x float>, ptr %p, align 4
  %v = select <16 x i1> %mask, <16 x float> %new, <16 x float> %old
  store <16 x float> %v, ptr %p, align 4
  ret void
}

; CHECK-LABEL: @keeps
define void @keeps(ptr %p, <8 x i32> %new, <8 x i1> %mask) {
  ; CHECK: store volatile <8 x i32> %v, ptr %p
  %old = load <8 x i32>, ptr %p, align 4
  %v = select <8 x i1> %mask, <8 x i32> %old, <8 x i32> %new
  store <8 x i32> %v, ptr %p, align 4
  ret void
}

; Neither values from elsewhere nor a choice between whole vectors make a masked store.
; CHECK-LABEL: @others
define void @others(ptr %p, ptr %q, <8 x i32> %new, <8 x i1> %mask, i1 %one) {
  ; CHECK: store <8 x i32> %v, ptr %p
  ; CHECK: store <8 x i32> %w, ptr %q
  %other = load <8 x i32>, ptr %q, align 4
  %v = select <8 x i1> %mask, <8 x i32> %new, <8 x i32> %other
  store <8 x i32> %v, ptr %p, align 4
  %w = select i1 %one, <8 x i32> %new, <8 x i32> %other
  store <8 x i32> %w, ptr %q, align 4
  ret void
}
