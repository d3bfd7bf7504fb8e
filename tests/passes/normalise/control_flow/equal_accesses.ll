; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-equal-accesses %s 2>&1 | FileCheck %s

; Both arms load one place first and store one place last: they do so outside of the branch, with
; the smaller alignment.
; CHECK-LABEL: define void @both(
; CHECK: getelementptr float, ptr addrspace(1) %in, i64
; CHECK-NEXT: %x = load float, ptr addrspace(1) {{.*}}, align 4
; CHECK: %[[PLACE:.*]] = getelementptr float, ptr addrspace(1) %out, i64
; CHECK-NEXT: br i1 %c
; CHECK-NOT: load
; CHECK-NOT: store
; CHECK: end:
; CHECK-NEXT: %[[VALUE:.*]] = phi float
; CHECK-NEXT: store float %[[VALUE]], ptr addrspace(1) %[[PLACE]], align 4
; CHECK-NEXT: ret void
define void @both(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %i, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %a = sext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %a
  %x = load float, ptr addrspace(1) %p, align 8
  %q = getelementptr float, ptr addrspace(1) %out, i64 %a
  store float %x, ptr addrspace(1) %q, align 8
  br label %end
right:
  %b = sext i32 %i to i64
  %r = getelementptr float, ptr addrspace(1) %in, i64 %b
  %y = load float, ptr addrspace(1) %r, align 4
  %z = fmul float %y, 2.0
  %s = getelementptr float, ptr addrspace(1) %out, i64 %b
  store float %z, ptr addrspace(1) %s, align 4
  br label %end
end:
  ret void
}

; Several stores, the last ones first; ways of an `else if`.
; CHECK-LABEL: define void @several(
; CHECK-NOT: store
; CHECK: end:
; CHECK-NEXT: phi i32 [ 5, %third ], [ 3, %second ], [ 1, %first ]
; CHECK-NEXT: phi i32 [ 6, %third ], [ 4, %second ], [ 2, %first ]
; CHECK-NEXT: store i32 {{.*}}, ptr %p
; CHECK-NEXT: store i32 {{.*}}, ptr %q
; CHECK-NEXT: ret void
define void @several(ptr %p, ptr %q, i1 %c, i1 %d) {
  br i1 %c, label %first, label %else
else:
  br i1 %d, label %second, label %third
first:
  store i32 1, ptr %p
  store i32 2, ptr %q
  br label %end
second:
  store i32 3, ptr %p
  store i32 4, ptr %q
  br label %end
third:
  store i32 5, ptr %p
  store i32 6, ptr %q
  br label %end
end:
  ret void
}

; Other places, other types, volatile ones, an arm without, and loops stay.
; CHECK-LABEL: define void @different(
; CHECK: left:
; CHECK-NEXT: load i32, ptr %p
; CHECK-NEXT: store i32 1
; CHECK: right:
; CHECK-NEXT: load i32, ptr %q
; CHECK-NEXT: store i16 1
; CHECK: once:
; CHECK-NEXT: load volatile
; CHECK-NEXT: store i32 3
; CHECK: entry:
; CHECK-NEXT: load volatile
; CHECK: loop:
; CHECK: store i32 4
define void @different(ptr %p, ptr %q, i1 %c, i1 %d) {
  br i1 %c, label %left, label %right
left:
  %a = load i32, ptr %p
  store i32 1, ptr %q
  br label %middle
right:
  %b = load i32, ptr %q
  store i16 1, ptr %q
  br label %middle
middle:
  br i1 %d, label %once, label %entry
once:
  %e = load volatile i32, ptr %p
  store i32 3, ptr %q
  br label %end
entry:
  %f = load volatile i32, ptr %p
  br label %loop
loop:
  store i32 4, ptr %q
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Nothing moves over what may access the place, or may not return.
; CHECK-LABEL: define i32 @over(
; CHECK: left:
; CHECK-NEXT: call void @writes()
; CHECK-NEXT: load i32, ptr %p
; CHECK-NEXT: store i32
; CHECK-NEXT: load i32, ptr %q
; CHECK: right:
; CHECK-NEXT: load i32, ptr %p
; CHECK-NEXT: store i32
define i32 @over(ptr %p, ptr %q, i1 %c) {
  br i1 %c, label %left, label %right
left:
  call void @writes()
  %a = load i32, ptr %p
  store i32 1, ptr %q
  %again = load i32, ptr %q
  br label %end
right:
  %b = load i32, ptr %p
  store i32 2, ptr %q
  br label %end
end:
  %x = phi i32 [ %again, %left ], [ %b, %right ]
  ret i32 %x
}
; CHECK-LABEL: define i32 @forever(
; CHECK: left:
; CHECK-NEXT: call void @waits()
; CHECK-NEXT: load i32, ptr %p
define i32 @forever(ptr %p, i1 %c) {
  br i1 %c, label %left, label %right
left:
  call void @waits()
  %a = load i32, ptr %p
  ret i32 %a
right:
  %b = load i32, ptr %p
  ret i32 %b
}
declare void @writes() willreturn nounwind
declare void @waits() memory(none)

; Nor to where a loop is left.
; CHECK-LABEL: define i32 @left(
; CHECK: loop:
; CHECK-NOT: load
; CHECK: round:
; CHECK: load i32, ptr %p
; CHECK: end:
; CHECK: load i32, ptr %p
define i32 @left(ptr %p, ptr %q, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %round ]
  %goes = icmp ult i32 %k, %n
  br i1 %goes, label %round, label %end
round:
  %a = load i32, ptr %p
  store i32 %a, ptr %q
  %k.next = add i32 %k, 1
  br label %loop
end:
  %b = load i32, ptr %p
  ret i32 %b
}
