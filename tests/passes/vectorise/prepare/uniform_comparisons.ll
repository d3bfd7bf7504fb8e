; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-inductions,weft-uniform-comparisons %s 2>&1 | FileCheck %s

; A loop from x - radius to x + radius has as many rounds in all lanes: x cancels out.
; CHECK-LABEL: define void @window(
; CHECK: loop:
; CHECK: %[[STEPS:.*]] = phi i64
; CHECK: %[[COUNT:.*]] = add nsw i64 %{{.*}}, %[[STEPS]]
; CHECK: icmp sle i64 %[[SUM:.*]], %[[LIMIT:.*]]
; CHECK-NOT: icmp
; CHECK: ret void
define void @window(i32 "weft-lane-parameter" %x, i32 %radius, ptr addrspace(1) %out) {
entry:
  %first = sub nsw i32 %x, %radius
  %last = add nsw i32 %x, %radius
  br label %loop
loop:
  %c = phi i32 [ %first, %entry ], [ %next, %loop ]
  %i = sext i32 %c to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add nsw i32 %c, 1
  %again = icmp sle i32 %next, %last
  br i1 %again, label %loop, label %end
end:
  ret void
}

; What is left is a constant.
; CHECK-LABEL: define i1 @constant(
; CHECK: ret i1 true
define i1 @constant(i32 "weft-lane-parameter" %x) {
  %first = add nsw i32 %x, -1
  %last = add nsw i32 %x, 1
  %is = icmp samesign ult i32 %first, %last
  ret i1 %is
}

; A factor that both sides have.
; CHECK-LABEL: define i1 @scaled(
; CHECK: icmp slt i64
; CHECK-NOT: %x
; CHECK: ret i1
define i1 @scaled(i32 "weft-lane-parameter" %x, i32 %a, i32 %b) {
  %double = shl nsw i32 %x, 1
  %triple = mul nsw i32 %x, 3
  %one = add nsw i32 %triple, %a
  %more = add nsw i32 %double, %b
  %two = add nsw i32 %more, %x
  %is = icmp slt i32 %one, %two
  ret i1 %is
}

; Not where a sum may wrap, where the other terms vary, or without a sign.
; CHECK-LABEL: define i1 @wraps(
; CHECK: icmp slt i32 %one, %two
define i1 @wraps(i32 "weft-lane-parameter" %x, i32 %a) {
  %one = add i32 %x, %a
  %two = add nsw i32 %x, 5
  %is = icmp slt i32 %one, %two
  ret i1 %is
}

; CHECK-LABEL: define i1 @varies(
; CHECK: icmp slt i32 %one, %two
define i1 @varies(i32 "weft-lane-parameter" %x, i32 "weft-lane-parameter" %y, i32 %a) {
  %one = add nsw i32 %x, %y
  %two = add nsw i32 %x, %a
  %is = icmp slt i32 %one, %two
  ret i1 %is
}

; CHECK-LABEL: define i1 @unsigned(
; CHECK: icmp ult i32 %one, %two
define i1 @unsigned(i32 "weft-lane-parameter" %x, i32 %a) {
  %one = add nsw i32 %x, %a
  %two = add nsw i32 %x, 5
  %is = icmp ult i32 %one, %two
  ret i1 %is
}

; Sums of 64 bits whose terms are small do not wrap, whatever their flags say: in a small launch ids are
; small, and so is the counter of a loop that ends at a small number.
; CHECK-LABEL: define i32 @wide.region(
; CHECK: loop:
; CHECK: %[[STEPS:.*]] = phi i64
; CHECK: icmp slt i64 %[[STEPS]], 2
; CHECK: ret i32 0
define i32 @wide.region(ptr addrspace(1) %out, i64 "weft-region-parameter"="8" "weft-lane-parameter" %x) {
entry:
  %first = sub nuw i64 %x, 1
  %last = add i64 %x, 2
  br label %loop
loop:
  %c = phi i64 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %c
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %c, 1
  %again = icmp ult i64 %next, %last
  br i1 %again, label %loop, label %end
end:
  ret i32 0
}

; Not where a difference without a sign may wrap, or a term may be large.
; CHECK-LABEL: define i1 @wide.wraps(
; CHECK: icmp ult i64 %first, %last
define i1 @wide.wraps(i64 "weft-region-parameter"="8" "weft-lane-parameter" %x) {
  %first = sub i64 %x, 1
  %last = add i64 %x, 2
  %is = icmp ult i64 %first, %last
  ret i1 %is
}

; CHECK-LABEL: define i1 @wide.term(
; CHECK: icmp ult i64 %first, %last
define i1 @wide.term(i64 "weft-region-parameter"="8" "weft-lane-parameter" %x, i64 %n) {
  %first = add i64 %x, %n
  %last = add i64 %x, 2
  %is = icmp ult i64 %first, %last
  ret i1 %is
}
