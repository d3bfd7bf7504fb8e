; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-full-unroll,sroa' %s 2>&1 | FileCheck %s

; Loops that index a private array by their counters become straight code, so that the array becomes
; values. The inner loop here has as many rounds as the outer one has left.
; CHECK-LABEL: define void @bubbles(
; CHECK-NOT: alloca
; CHECK-NOT: phi i64
; CHECK-COUNT-3: fcmp ogt float
; CHECK-NOT: fcmp
; CHECK: ret void
define void @bubbles(ptr addrspace(1) %p) {
entry:
  %array = alloca [3 x float], align 4
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f.next, %fill.body ]
  %f.more = icmp ult i64 %f, 3
  br i1 %f.more, label %fill.body, label %outer
fill.body:
  %from = getelementptr float, ptr addrspace(1) %p, i64 %f
  %number = load float, ptr addrspace(1) %from, align 4
  %place = getelementptr [3 x float], ptr %array, i64 0, i64 %f
  store float %number, ptr %place, align 4
  %f.next = add i64 %f, 1
  br label %fill
outer:
  %i = phi i64 [ 2, %fill ], [ %i.next, %outer.end ]
  %i.more = icmp ugt i64 %i, 0
  br i1 %i.more, label %inner, label %exit
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner.end ]
  %j.more = icmp ult i64 %j, %i
  br i1 %j.more, label %inner.body, label %outer.end
inner.body:
  %j.next = add i64 %j, 1
  %first = getelementptr [3 x float], ptr %array, i64 0, i64 %j
  %second = getelementptr [3 x float], ptr %array, i64 0, i64 %j.next
  %a = load float, ptr %first, align 4
  %b = load float, ptr %second, align 4
  %swaps = fcmp ogt float %a, %b
  br i1 %swaps, label %swap, label %inner.end
swap:
  store float %b, ptr %first, align 4
  store float %a, ptr %second, align 4
  br label %inner.end
inner.end:
  br label %inner
outer.end:
  %i.next = sub i64 %i, 1
  br label %outer
exit:
  %last = getelementptr [3 x float], ptr %array, i64 0, i64 2
  %largest = load float, ptr %last, align 4
  store float %largest, ptr addrspace(1) %p, align 4
  ret void
}

; An index may come from a constant table.
@table = internal addrspace(2) constant [4 x i32] [i32 2, i32 0, i32 3, i32 1]
; CHECK-LABEL: define void @permutes(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret void
define void @permutes(ptr addrspace(1) %p) {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %entry.of = getelementptr [4 x i32], ptr addrspace(2) @table, i64 0, i64 %i
  %index = load i32, ptr addrspace(2) %entry.of, align 4
  %place = getelementptr [4 x i32], ptr %array, i64 0, i32 %index
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %number = load i32, ptr addrspace(1) %from, align 4
  store i32 %number, ptr %place, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %exit
exit:
  %third = getelementptr [4 x i32], ptr %array, i64 0, i64 2
  %result = load i32, ptr %third, align 4
  store i32 %result, ptr addrspace(1) %p, align 4
  ret void
}

; Not where some index depends on data, as the array stays in memory anyway.
; CHECK-LABEL: define void @counts(
; CHECK: alloca
; CHECK-COUNT-1: phi
; CHECK-COUNT-1: store i32 1
; CHECK-NOT: store i32 1
; CHECK: ret void
define void @counts(ptr addrspace(1) %p, i64 %index) {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %place, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %exit
exit:
  %from = getelementptr [4 x i32], ptr %array, i64 0, i64 %index
  %result = load i32, ptr %from, align 4
  store i32 %result, ptr addrspace(1) %p, align 4
  ret void
}

; Not for an unknown number of rounds, or where the address escapes.
; CHECK-LABEL: define void @unknown(
; CHECK: phi i64
; CHECK: ret void
declare void @use(ptr)
define void @unknown(ptr addrspace(1) %p, i64 %rounds) {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %place, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %rounds
  br i1 %more, label %loop, label %exit
exit:
  %result = load i32, ptr %array, align 4
  store i32 %result, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: define void @escapes(
; CHECK: phi i64
; CHECK: ret void
define void @escapes() {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %place, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %exit
exit:
  call void @use(ptr %array)
  ret void
}

; Not loops with a barrier, nor those that the source keeps from it, nor those of large arrays.
declare void @__weft_barrier() convergent nounwind
; CHECK-LABEL: define i32 @meets(
; CHECK: phi i64
; CHECK-COUNT-1: call void @__weft_barrier()
; CHECK-NOT: call
; CHECK: ret i32
define i32 @meets() {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %place, align 4
  call void @__weft_barrier() convergent
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %exit
exit:
  %result = load i32, ptr %array, align 4
  ret i32 %result
}

; CHECK-LABEL: define i32 @stays(
; CHECK: phi i64
; CHECK: ret i32
define i32 @stays() {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [4 x i32], ptr %array, i64 0, i64 %i
  store i32 1, ptr %place, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  %result = load i32, ptr %array, align 4
  ret i32 %result
}

; CHECK-LABEL: define i32 @large(
; CHECK: phi i64
; CHECK: ret i32
define i32 @large() {
entry:
  %array = alloca [9 x <4 x i32>], align 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = getelementptr [9 x <4 x i32>], ptr %array, i64 0, i64 %i
  store <4 x i32> splat (i32 1), ptr %place, align 16
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 9
  br i1 %more, label %loop, label %exit
exit:
  %result = load i32, ptr %array, align 4
  ret i32 %result
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; An index that a known condition chooses is known; one that another condition chooses is not.
; CHECK-LABEL: define i32 @chooses(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @chooses(ptr addrspace(1) %p) {
entry:
  %array = alloca [4 x i32], align 4
  %word = load i32, ptr addrspace(1) %p
  store i32 %word, ptr %array, align 4
  %other = getelementptr [4 x i32], ptr %array, i64 0, i64 3
  store i32 7, ptr %other, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %join ]
  %sum = phi i32 [ 0, %entry ], [ %more, %join ]
  %is.early = icmp ult i64 %i, 2
  br i1 %is.early, label %join, label %late
late:
  %is.last = icmp eq i64 %i, 3
  br i1 %is.last, label %join, label %other.way
other.way:
  br label %join
join:
  %place = phi i64 [ 0, %loop ], [ 3, %late ], [ 0, %other.way ]
  %at = getelementptr [4 x i32], ptr %array, i64 0, i64 %place
  %value = load i32, ptr %at, align 4
  %more = add i32 %sum, %value
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 4
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %more
}

; CHECK-LABEL: define i32 @chooses_by_data(
; CHECK: %i = phi i64
; CHECK: ret i32
define i32 @chooses_by_data(ptr addrspace(1) %p) {
entry:
  %array = alloca [4 x i32], align 4
  %word = load i32, ptr addrspace(1) %p
  store i32 %word, ptr %array, align 4
  %is.early = icmp ult i32 %word, 2
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %join ]
  %sum = phi i32 [ 0, %entry ], [ %more, %join ]
  br i1 %is.early, label %join, label %late
late:
  br label %join
join:
  %place = phi i64 [ 0, %loop ], [ 3, %late ]
  %at = getelementptr [4 x i32], ptr %array, i64 0, i64 %place
  %value = load i32, ptr %at, align 4
  %more = add i32 %sum, %value
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 4
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %more
}
