; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own pass. Fails when LLVM is mended: then separate_entries.h has no use.
; RUN: opt -passes=fix-irreducible -S < %s | FileCheck %s

; The branch of %choice goes to both entries of the cycle. The value 3, which %x has on the way from
; there, is lost: %one has two predecessors, and no phi.
; CHECK-LABEL: @two_entries
; CHECK: {{^}}one: {{.*}} preds = %{{.*}}, %choice
; CHECK-NOT: phi
; CHECK: {{^}}two:
define i32 @two_entries(i1 %a, i1 %b, i32 %n) {
entry:
  br i1 %a, label %one, label %two
one:
  %x = phi i32 [ 1, %entry ], [ 3, %choice ]
  br label %middle
two:
  %y = phi i32 [ 2, %entry ], [ 4, %choice ]
  %z = add i32 %y, 1
  br label %middle
middle:
  %m = phi i32 [ %x, %one ], [ %z, %two ]
  %more = icmp ult i32 %m, %n
  br i1 %more, label %choice, label %done
choice:
  br i1 %b, label %one, label %two
done:
  ret i32 %m
}
