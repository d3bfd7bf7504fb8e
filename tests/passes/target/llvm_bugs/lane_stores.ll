; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-workarounds -stats %s 2>&1 | FileCheck %s

; A mask with one active lane makes a store of that element; an undefined lane is not active.
; CHECK-LABEL: define void @one(
; CHECK-NEXT:    %bytes = trunc <4 x i32> %values to <4 x i8>
; CHECK-NEXT:    %[[FIRST:.*]] = extractelement <4 x i8> %bytes, i64 0
; CHECK-NEXT:    store i8 %[[FIRST]], ptr %p, align 8, !alias.scope
; CHECK-NEXT:    %[[THIRD:.*]] = extractelement <4 x i32> %values, i64 2
; CHECK-NEXT:    %[[AT:.*]] = getelementptr i8, ptr %q, i64 8
; CHECK-NEXT:    store i32 %[[THIRD]], ptr %[[AT]], align 8
; CHECK-NEXT:    ret void
define void @one(<4 x i32> %values, ptr %p, ptr %q) {
  %bytes = trunc <4 x i32> %values to <4 x i8>
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %bytes, ptr align 8 %p, <4 x i1> <i1 true, i1 false, i1 false, i1 false>), !alias.scope !0
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %values, ptr align 16 %q, <4 x i1> <i1 false, i1 poison, i1 true, i1 false>)
  ret void
}

; Others stay: several lanes, none, and a mask that is not constant.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: call void @llvm.masked.store
; CHECK-NEXT:    ret void
define void @others(<4 x i32> %values, ptr %p, <4 x i1> %mask) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %values, ptr align 4 %p, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %values, ptr align 4 %p, <4 x i1> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %values, ptr align 4 %p, <4 x i1> %mask)
  ret void
}

declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)

; CHECK: 2 weft-workarounds - Masked stores of one lane

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
