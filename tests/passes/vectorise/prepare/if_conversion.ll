; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-if-conversion %s 2>&1 | FileCheck %s

; A cheap side of a divergent branch moves before it, and a select takes the place of the phi. Uniform
; branches and sides with effects stay.
; CHECK-LABEL: define i32 @cheap(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[C:.*]] = icmp sgt i32 %x, 3
; CHECK-NEXT: %[[Y:.*]] = add i32 %x, %n
; CHECK-NEXT: %[[R:.*]] = select i1 %[[C]], i32 %[[Y]], i32 %x
; CHECK-NEXT: ret i32 %[[R]]
define i32 @cheap(i32 "weft-lane-parameter" %x, i32 %n) {
entry:
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %then, label %join
then:
  %y = add i32 %x, %n
  br label %join
join:
  %r = phi i32 [ %x, %entry ], [ %y, %then ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @uniform(
; CHECK: br i1 %c, label %then, label %join
define i32 @uniform(i32 "weft-lane-parameter" %x, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %then, label %join
then:
  %y = add i32 %x, %n
  br label %join
join:
  %r = phi i32 [ %x, %entry ], [ %y, %then ]
  ret i32 %r
}

; CHECK-LABEL: define void @stores(
; CHECK: br i1 %c, label %then, label %join
; CHECK: store i32 %x
define void @stores(i32 "weft-lane-parameter" %x, ptr addrspace(1) %out) {
entry:
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %then, label %join
then:
  store i32 %x, ptr addrspace(1) %out
  br label %join
join:
  ret void
}
