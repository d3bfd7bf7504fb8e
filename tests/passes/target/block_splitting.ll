; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^  REPEAT$/ { for (i = 1; i != 3500; ++i) printf "  %%%%v%%d = mul i32 %%%%v%%d, 3\n", i, i - 1; next } { print }' %s > %t.ll
; RUN: weft-opt -cpu=%baseline -passes=weft-block-splitting %t.ll | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-block-splitting -stats %t.ll -o /dev/null 2>&1 | FileCheck --check-prefix=COUNT %s

; A block of 3,500 instructions becomes three: two of 1,000, and a last one of less than twice as
; many. Phis stay in front, and so does their work in the loop.
; COUNT: 2 weft-block-splitting

; CHECK-LABEL: define void @huge(
; CHECK: loop:
; CHECK-NEXT: %count = phi i32
; CHECK-NEXT: %v0 = phi i32 [ %x, %entry ], [ %v3499, %[[LAST:.*]] ]
; CHECK-NEXT: %v1 = mul
; CHECK: %v1000 = mul
; CHECK-NEXT: br label %[[SECOND:.*]]
; CHECK: [[SECOND]]:
; CHECK-NEXT: %v1001 = mul
; CHECK: %v2000 = mul
; CHECK-NEXT: br label %[[LAST]]
; CHECK: [[LAST]]:
; CHECK-NEXT: %v2001 = mul
; CHECK: br i1 %more, label %loop, label %end
define void @huge(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %count = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v0 = phi i32 [ %x, %entry ], [ %v3499, %loop ]
  REPEAT
  %next = add i32 %count, 1
  %more = icmp slt i32 %next, %x
  br i1 %more, label %loop, label %end
end:
  store i32 %v3499, ptr %p
  ret void
}

; Others stay as they are.
; CHECK-LABEL: define void @ordinary(
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: ret void
define void @ordinary(ptr %p) {
  store i32 1, ptr %p
  ret void
}
