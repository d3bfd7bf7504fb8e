; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt '-passes=weft-division-loops,verify' %s | FileCheck %s

; A loop over the iterations of one quotient: it divides nothing, its remainder grows, and the
; quotient is that of the loop around it.
; CHECK-LABEL: define void @rows(
; CHECK: loop:
; CHECK: %row = udiv i32 %x, %n
; CHECK: %column = urem i32 %x, %n
; CHECK-NEXT: br label %[[BODY:.*]]
; CHECK: [[BODY]]:
; CHECK: %[[COLUMN:.*]] = phi i32 [ %column, %loop ], [ %[[NEXT:.*]], %[[AGAIN:.*]] ]
; CHECK-NOT: {{udiv|urem}}
; CHECK: call void @use(i32 %row, i32 %[[COLUMN]])
; CHECK: [[AGAIN]]:
; CHECK: %[[NEXT]] = add i32 %[[COLUMN]], 16
; CHECK: icmp uge i32 %{{.*}}, 16
; CHECK: icmp ult i32 %[[NEXT]], %n
; CHECK: br i1 %{{.*}}, label %[[BODY]], label %loop
define void @rows(i32 %first, i32 %count, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = add i32 %first, %i
  %row = udiv i32 %x, %n
  %column = urem i32 %x, %n
  call void @use(i32 %row, i32 %column)
  %i.next = add i32 %i, 16
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A quotient alone gets a remainder.
; CHECK-LABEL: define void @quotient(
; CHECK: %row = udiv i32 %i, %n
; CHECK-NEXT: %[[REST:.*]] = urem i32 %i, %n
define void @quotient(i32 %count, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %row = udiv i32 %i, %n
  call void @use(i32 %row, i32 %i)
  %i.next = add i32 %i, 16
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Planes, rows and columns: three loops.
; CHECK-LABEL: define void @planes(
; CHECK: loop:
; CHECK: urem i32 %i, %plane
; CHECK: %[[REST:.*]] = phi i32 [ %rest, %loop ], [ %{{.*}}, %{{.*}} ]
; CHECK: %row = udiv i32 %[[REST]], %n
; CHECK-NEXT: %column = urem i32 %[[REST]], %n
; CHECK: phi i32 [ %column,
define void @planes(i32 %count, i32 %plane, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %z = udiv i32 %i, %plane
  %rest = urem i32 %i, %plane
  %row = udiv i32 %rest, %n
  %column = urem i32 %rest, %n
  call void @use(i32 %row, i32 %column)
  call void @use(i32 %z, i32 %i)
  %i.next = add i32 %i, 16
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Nothing is done where the divisor changes or is constant, where the dividend does not grow by a
; constant, and where code with effects stands in front of the division.
; CHECK-LABEL: define void @others(
; CHECK-NOT: phi i32 [ %r
; CHECK: ret void
define void @others(i32 %count, i32 %n, i32 %step) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %divisor = or i32 %k, 1
  %r1 = urem i32 %i, %divisor
  %r2 = urem i32 %i, 10
  %r3 = urem i32 %k, %n
  call void @use(i32 %r1, i32 %r2)
  %r4 = urem i32 %i, %n
  call void @use(i32 %r3, i32 %r4)
  %i.next = add i32 %i, 16
  %k.next = add i32 %k, %step
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare void @use(i32, i32)
