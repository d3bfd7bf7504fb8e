; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-streaming-stores %s 2>&1 | FileCheck %s

; Loops that write whole pieces of a buffer that nothing reads get a second version with non-temporal
; stores, for launches that ask for it. What the loop reads is fetched a page ahead, each line once.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define void @twice
; CHECK: %[[BITS:.*]] = load i32, ptr %{{.*}}, align 4, !invariant.load
; CHECK: ptrtoint ptr addrspace(1) %{{.*}} to i64
; CHECK: and i64 %{{.*}}, 31
; CHECK: xor i32 %[[BITS]], -1
; CHECK: and i32 %{{.*}}, 2
; CHECK: br i1 %{{.*}}, label %[[COPY:.*]], label %
; CHECK: loop.streaming:
; CHECK: %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %from.streaming, i64 4096
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 2, i32 1)
; CHECK-NOT: prefetch
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 32, !nontemporal
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 32, !nontemporal
; CHECK: loop:
; CHECK-NOT: prefetch
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4{{$}}
; CHECK: end:
; CHECK: %last = phi i64 [ %next{{.*}}, %loop ], [ %next.streaming{{.*}}, %loop.streaming ]
define void @twice(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %in = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  %out.slot = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %out.slot, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load <8 x float>, ptr addrspace(1) %from, align 4
  %double = fadd <8 x float> %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> %double, ptr addrspace(1) %to, align 4
  %more = getelementptr i8, ptr addrspace(1) %to, i64 32
  store <8 x float> %value, ptr addrspace(1) %more, align 4
  %next = add i64 %index, 16
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  %last = phi i64 [ %next, %loop ]
  %keep = getelementptr i8, ptr %worker, i64 8
  ret void
}

; A conversion stays out of the store that it could be one instruction with. Versions of work-group functions
; may have lost parameters that they do not use.
; CHECK-LABEL: define void @narrow
; CHECK: loop.streaming:
; CHECK: call void @llvm.prefetch.p1(
; CHECK: %[[OTHER:.*]] = getelementptr i8, ptr addrspace(1) %from.streaming, i64 4160
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) %[[OTHER]],
; CHECK: %[[SHORT:.*]] = trunc <16 x i64> %{{.*}} to <16 x i16>
; CHECK: %[[BITS:.*]] = bitcast <16 x i16> %[[SHORT]] to <8 x float>
; CHECK: %[[KEPT:.*]] = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %[[BITS]])
; CHECK: store <8 x float> %[[KEPT]], ptr addrspace(1) %{{.*}}, align 32, !nontemporal
define void @narrow(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %in = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  %out.slot = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %out.slot, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %index
  %value = load <16 x i64>, ptr addrspace(1) %from, align 8
  %short = trunc <16 x i64> %value to <16 x i16>
  %to = getelementptr i16, ptr addrspace(1) %out, i64 %index
  store <16 x i16> %short, ptr addrspace(1) %to, align 2
  %next = add i64 %index, 16
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A loop over the lanes for which a rare function is called does not stand in the way.
; CHECK-LABEL: define void @rareLanes
; CHECK: lanes.streaming:
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 32, !nontemporal
define void @rareLanes(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out.slot = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %out.slot, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop.end ]
  %is.rare = icmp ugt i64 %index, 1000000
  br i1 %is.rare, label %lanes, label %loop.end
lanes:
  %lane = phi i32 [ 0, %loop ], [ %next.lane, %lanes ]
  %sum = phi float [ 0.0, %loop ], [ %result, %lanes ]
  %result = call float @rare(float %sum) cold memory(none)
  %next.lane = add i32 %lane, 1
  %is.last = icmp eq i32 %next.lane, 8
  br i1 %is.last, label %loop.end, label %lanes
loop.end:
  %value = phi float [ 1.0, %loop ], [ %result, %lanes ]
  %vector = insertelement <8 x float> zeroinitializer, float %value, i32 0
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> %vector, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare float @rare(float) memory(none)

; Another loop inside is most of the time, and has no second version.
; CHECK-LABEL: define void @sums
; CHECK-NOT: nontemporal
define void @sums(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out.slot = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %out.slot, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop.end ]
  br label %terms
terms:
  %term = phi i32 [ 0, %loop ], [ %next.term, %terms ]
  %sum = phi <8 x float> [ zeroinitializer, %loop ], [ %more, %terms ]
  %more = fadd <8 x float> %sum, splat (float 1.0)
  %next.term = add i32 %term, 1
  %is.last = icmp eq i32 %next.term, 8
  br i1 %is.last, label %loop.end, label %terms
loop.end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> %more, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What is read as well is in the cache already.
; CHECK-LABEL: define void @inPlace
; CHECK-NOT: nontemporal
define void @inPlace(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  %value = load <8 x float>, ptr addrspace(1) %to, align 4
  store <8 x float> %value, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A version for rare launches that was not inlined: what it does is told by its attributes.
; CHECK-LABEL: define void @called
; CHECK: loop.streaming:
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 32, !nontemporal
define void @called(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %in = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  %out.slot = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr addrspace(1), ptr %out.slot, align 8, !invariant.load !9
  %is.rare = icmp ugt i64 %first, 1000000
  br i1 %is.rare, label %rare, label %loop
rare:
  call void @region(ptr addrspace(1) %in, ptr addrspace(1) %out)
  br label %end
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load <8 x float>, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> %value, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare void @region(ptr addrspace(1) readonly, ptr addrspace(1) writeonly) nosync memory(argmem: readwrite)

; CHECK-LABEL: define void @calledAndRead
; CHECK-NOT: nontemporal
define void @calledAndRead(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  call void @region(ptr addrspace(1) %out, ptr addrspace(1) %out)
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What may wait for another thread must not find the values still on their way.
; CHECK-LABEL: define void @calledAndOrdered
; CHECK-NOT: nontemporal
define void @calledAndOrdered(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  call void @signal(ptr addrspace(1) %out)
  ret void
}
declare void @signal(ptr addrspace(1) writeonly) memory(argmem: readwrite)

; Lines of which a part stays as it is would have to be read all the same.
; CHECK-LABEL: define void @gaps
; CHECK-NOT: nontemporal
define void @gaps(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 16
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Another thread that sees the counter must see the values.
; CHECK-LABEL: define void @ordered
; CHECK-NOT: nontemporal
define void @ordered(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  %counter.slot = getelementptr i8, ptr %arguments, i64 8
  %counter = load ptr addrspace(1), ptr %counter.slot, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop
end:
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 seq_cst
  ret void
}

; Nor is there a version of a loop that runs a few times at most.
; CHECK-LABEL: define void @remainder
; CHECK-NOT: nontemporal
define void @remainder(ptr dereferenceable(168) %launch, i64 %first, i64 %last.group, ptr %worker) !weft.arguments !0 {
entry:
  %slot = getelementptr i8, ptr %launch, i64 112
  %arguments = load ptr, ptr %slot, align 8, !invariant.load !9
  %out = load ptr addrspace(1), ptr %arguments, align 8, !invariant.load !9
  br label %loop
loop:
  %index = phi i64 [ %first, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store <8 x float> zeroinitializer, ptr addrspace(1) %to, align 4
  %next = add i64 %index, 8
  %done = icmp uge i64 %next, %last.group
  br i1 %done, label %end, label %loop, !llvm.loop !3
end:
  ret void
}

!0 = !{i32 16, !1, !2}
!1 = !{i32 1, i32 1, i32 0, i32 8}
!2 = !{i32 1, i32 1, i32 8, i32 8}
!3 = distinct !{!3, !4}
!4 = !{!"weft.loop.remainder"}
!9 = !{}
