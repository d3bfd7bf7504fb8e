; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-strength-reduction %s 2>&1 | FileCheck %s

; Four strides from bases of three terms get a pointer each, which starts from the frozen sum.
; Accesses at a distance from each other share one.

; CHECK-LABEL: @many
; CHECK: entry:
; CHECK-COUNT-4: freeze ptr
; CHECK: loop:
; CHECK: %[[HERE:.*]] = phi ptr [ %base, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-COUNT-3: phi ptr
; CHECK-NOT: phi ptr
; CHECK: load i32, ptr %[[HERE]]
; CHECK: %[[BEHIND:.*]] = getelementptr i8, ptr %[[HERE]], i64 64
; CHECK: load i32, ptr %[[BEHIND]]
; CHECK: %[[NEXT]] = getelementptr i8, ptr %[[HERE]], i64 64
; CHECK: getelementptr i8, ptr %{{.*}}, i64 128
; CHECK: getelementptr i8, ptr %{{.*}}, i64 192
; CHECK: getelementptr i8, ptr %{{.*}}, i64 -256
define i32 @many(ptr %p, i64 %a, i64 %b, i64 %n) {
entry:
  %start = add i64 %a, %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum5, %loop ]
  %at = add i64 %i, %start
  %byte1 = mul i64 %at, 4
  %p1 = getelementptr i8, ptr %p, i64 %byte1
  %x1 = load i32, ptr %p1
  %p5 = getelementptr i8, ptr %p1, i64 64
  %x5 = load i32, ptr %p5
  %byte2 = mul i64 %at, 8
  %p2 = getelementptr i8, ptr %p, i64 %byte2
  %x2 = load i32, ptr %p2
  %byte3 = mul i64 %at, 12
  %p3 = getelementptr i8, ptr %p, i64 %byte3
  %x3 = load i32, ptr %p3
  %byte4 = mul i64 %at, -16
  %p4 = getelementptr i8, ptr %p, i64 %byte4
  %x4 = load i32, ptr %p4
  %sum1 = add i32 %sum, %x1
  %sum2 = add i32 %sum1, %x2
  %sum3 = add i32 %sum2, %x3
  %sum4 = add i32 %sum3, %x4
  %sum5 = add i32 %sum4, %x5
  %next = add i64 %i, 16
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret i32 %sum5
}

; CHECK-LABEL: @few
; CHECK-NOT: freeze
; CHECK-NOT: phi ptr
define void @few(ptr %p, ptr %q, i64 %a, i64 %b, i64 %n) {
entry:
  %start = add i64 %a, %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %start
  %p1 = getelementptr i32, ptr %p, i64 %at
  %x = load i32, ptr %p1
  %q1 = getelementptr i64, ptr %q, i64 %at
  store i32 %x, ptr %q1
  %next = add i64 %i, 16
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; So do bases of one stride, if they have many terms together.
; CHECK-LABEL: @rows
; CHECK: entry:
; CHECK-COUNT-2: freeze ptr
; CHECK-NOT: freeze
; CHECK: loop:
; CHECK-COUNT-2: phi ptr
; CHECK: ret void
define void @rows(ptr %p, ptr %q, i64 %a, i64 %b, i64 %c, i64 %n) {
entry:
  %ab = add i64 %a, %b
  %start = add i64 %ab, %c
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %start
  %p1 = getelementptr i32, ptr %p, i64 %at
  %x = load i32, ptr %p1
  %q1 = getelementptr i32, ptr %q, i64 %at
  store i32 %x, ptr %q1
  %next = add i64 %i, 16
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
