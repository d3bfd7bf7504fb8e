; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^REPEAT$/ { for (i = 0; i != 1000; ++i) printf "  br label %%%%loop%%d\nloop%%d:\n  %%%%k%%d = phi i32 [ 0, %%%%%%s ], [ %%%%next%%d, %%%%loop%%d ]\n  store volatile i32 %%%%k%%d, ptr %%%%p\n  %%%%next%%d = add i32 %%%%k%%d, 1\n  %%%%more%%d = icmp slt i32 %%%%next%%d, %%%%x\n  br i1 %%%%more%%d, label %%%%loop%%d, label %%%%end%%d\nend%%d:\n", i, i, i, i ? "end" i - 1 : "entry", i, i, i, i, i, i, i, i, i, i, i; next } { print }' %s > %t.ll
; RUN: weft-opt -cpu=%baseline -passes=weft-many-loops %t.ll | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes='loop(loop-rotate)' %t.ll | FileCheck --check-prefix=ROTATED %s

; 1,000 loops of 6 instructions are 6,000,000 steps for passes that walk over the function for each
; loop. The mark of code that has become smaller goes.
; CHECK: define void @many({{.*}}) #[[MARKED:[0-9]+]] {
; CHECK: define void @marked({{[^#]*}}) {
; CHECK: attributes #[[MARKED]] = { "weft-many-loops" }
define void @many(ptr %p, i32 %x) {
entry:
REPEAT
  ret void
}

; Passes skip the loops of a marked function.
; ROTATED-LABEL: define void @marked(
; ROTATED: loop:
; ROTATED-NEXT: phi i32
; ROTATED-NEXT: icmp slt
define void @marked(ptr %p, i32 %x) "weft-many-loops" {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %k, %x
  br i1 %more, label %body, label %end
body:
  store volatile i32 %k, ptr %p
  %next = add i32 %k, 1
  br label %loop
end:
  ret void
}

; ROTATED-LABEL: define void @ordinary(
; ROTATED: body:
; ROTATED-NEXT: phi i32
; ROTATED-NEXT: store volatile
define void @ordinary(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %k, %x
  br i1 %more, label %body, label %end
body:
  store volatile i32 %k, ptr %p
  %next = add i32 %k, 1
  br label %loop
end:
  ret void
}
