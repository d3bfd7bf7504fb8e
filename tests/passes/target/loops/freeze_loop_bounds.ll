; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-freeze-loop-bounds %s 2>&1 | FileCheck %s

; What a loop starts from or ends at and was made with a minimum is frozen before the loop; other
; bounds stay as they are.

; CHECK-LABEL: @clamped
; CHECK: %[[FIRST:.*]] = freeze i64 %whole
; CHECK: %[[LAST:.*]] = freeze i64 %most
; CHECK: phi i64 [ %[[FIRST]], %entry ]
; CHECK: icmp eq i64 %next, %[[LAST]]
define void @clamped(ptr %p, i64 %a, i64 %b) {
entry:
  %least = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  %whole = and i64 %least, -16
  %most = call i64 @llvm.smax.i64(i64 %whole, i64 %b)
  br label %loop
loop:
  %i = phi i64 [ %whole, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %at
  %next = add i64 %i, 16
  %done = icmp eq i64 %next, %most
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: @plain
; CHECK-NOT: freeze
define void @plain(ptr %p, i64 %a, i64 %b) {
entry:
  %first = add i64 %a, %b
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %at
  %next = add i64 %i, 16
  %done = icmp eq i64 %next, %b
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A comparison that was made before the loop cannot use what is frozen behind it.
; CHECK-LABEL: @shared
; CHECK-NOT: freeze
define void @shared(ptr %p, i64 %a, i64 %b) {
entry:
  %least = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  %once = icmp eq i64 %least, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %at
  %next = add i64 %i, 1
  br i1 %once, label %end, label %loop
end:
  ret void
}

declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
