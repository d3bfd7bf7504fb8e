; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt '-passes=weft-invariant-loops,verify,verify<domtree>,verify<loops>' %s | FileCheck %s

; A loop that computes the same in each iteration of two loops leaves both. What was computed is
; used where it was.
; CHECK-LABEL: define void @leaves_both(
; CHECK: entry:
; CHECK-NEXT: br label %[[FIRST:invariant[0-9]*]]
; CHECK: [[FIRST]]:
; CHECK-NEXT: br label %inner
; CHECK: inner:
; CHECK: %x = phi float [ 1.000000e+00, %[[FIRST]] ]
; CHECK: latch:
; CHECK-NEXT: %result = phi float [ %x.next, %start ]
define void @leaves_both(ptr %p, i64 %n, i32 %count, float %f) {
entry:
  br label %groups
groups:
  %g = phi i64 [ 0, %entry ], [ %g.next, %groups.latch ]
  br label %lanes
lanes:
  %i = phi i64 [ 0, %groups ], [ %i.next, %latch ]
  br label %start
start:
  br label %inner
inner:
  %k = phi i32 [ 0, %start ], [ %k.next, %inner ]
  %x = phi float [ 1.0, %start ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %latch, label %inner
latch:
  %result = phi float [ %x.next, %inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %groups.latch, label %lanes
groups.latch:
  %g.next = add i64 %g, 1
  %groups.end = icmp eq i64 %g.next, %n
  br i1 %groups.end, label %exit, label %groups
exit:
  ret void
}

; The condition that it runs goes with it.
; CHECK-LABEL: define void @guarded(
; CHECK: entry:
; CHECK-NEXT: br i1 %runs, label %invariant, label %[[BEHIND:.*]]
; CHECK: [[BEHIND]]:
; CHECK-NEXT: [[VALUE:%.*]] = phi float [ {{%.*}}, %invariant.end ], [ poison, %entry ]
; CHECK-NEXT: br label %lanes
; CHECK: lanes:
; CHECK: br i1 %runs, label %start, label %latch
; CHECK: end.of.inner:
; CHECK-NEXT: {{%.*}} = phi float [ [[VALUE]], %start ]
define void @guarded(ptr %p, i64 %n, i32 %count, i1 %runs, float %f) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br i1 %runs, label %start, label %latch
start:
  br label %inner
inner:
  %k = phi i32 [ 0, %start ], [ %k.next, %inner ]
  %x = phi float [ 1.0, %start ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %end.of.inner, label %inner
end.of.inner:
  %lcssa = phi float [ %x.next, %inner ]
  br label %latch
latch:
  %result = phi float [ 0.0, %lanes ], [ %lcssa, %end.of.inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %lanes
exit:
  ret void
}

; A loop that reads memory stays, and so does one that only some iterations run, one that the outer loop
; may leave before it, one whose start changes, and one that may never end.
; CHECK-LABEL: define void @reads(
; CHECK-NOT: invariant
; CHECK-LABEL: define void @sometimes(
; CHECK-NOT: invariant
; CHECK-LABEL: define void @leaves_before(
; CHECK-NOT: invariant
; CHECK-LABEL: define void @changes(
; CHECK-NOT: invariant
; CHECK-LABEL: define void @endless(
; CHECK-NOT: invariant
define void @reads(ptr %p, i64 %n, i32 %count) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %k = phi i32 [ 0, %lanes ], [ %k.next, %inner ]
  %x = phi float [ 1.0, %lanes ], [ %x.next, %inner ]
  %f = load float, ptr %p
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %latch, label %inner
latch:
  %result = phi float [ %x.next, %inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %lanes
exit:
  ret void
}

define void @sometimes(ptr %p, i64 %n, i32 %count, float %f) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %rare = icmp eq i64 %i, 17
  br i1 %rare, label %start, label %latch
start:
  br label %inner
inner:
  %k = phi i32 [ 0, %start ], [ %k.next, %inner ]
  %x = phi float [ 1.0, %start ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %end.of.inner, label %inner
end.of.inner:
  %lcssa = phi float [ %x.next, %inner ]
  br label %latch
latch:
  %result = phi float [ 0.0, %lanes ], [ %lcssa, %end.of.inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %lanes
exit:
  ret void
}

define void @leaves_before(ptr %p, i64 %n, i32 %count, float %f) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %inner.end ]
  %end = icmp uge i64 %i, %n
  br i1 %end, label %exit, label %start
start:
  br label %inner
inner:
  %k = phi i32 [ 0, %start ], [ %k.next, %inner ]
  %x = phi float [ 1.0, %start ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %inner.end, label %inner
inner.end:
  %result = phi float [ %x.next, %inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  br label %lanes
exit:
  ret void
}

define void @changes(ptr %p, i64 %n, i32 %count, float %f) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %first = uitofp i64 %i to float
  br label %inner
inner:
  %k = phi i32 [ 0, %lanes ], [ %k.next, %inner ]
  %x = phi float [ %first, %lanes ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %k.next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %latch, label %inner
latch:
  %result = phi float [ %x.next, %inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %lanes
exit:
  ret void
}

define void @endless(ptr %p, i64 %n, float %f) {
entry:
  br label %lanes
lanes:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %x = phi float [ 1.0, %lanes ], [ %x.next, %inner ]
  %x.next = fmul float %x, %f
  %done = fcmp ogt float %x.next, 4.0
  br i1 %done, label %latch, label %inner
latch:
  %result = phi float [ %x.next, %inner ]
  %at = getelementptr float, ptr %p, i64 %i
  store float %result, ptr %at
  %i.next = add i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %exit, label %lanes
exit:
  ret void
}
