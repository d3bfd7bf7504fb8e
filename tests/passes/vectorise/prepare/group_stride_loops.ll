; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-regions,function(weft-group-stride-loops)' %s 2>&1 | FileCheck --check-prefix=ALONE %s

; Before a loop in which the work-items share out a range comes a copy of it that goes round as long
; as a whole group's worth is left, without masks: no lane leaves it before another. The loop itself
; does the rest. A loop that starts with ids that are no neighbours has no copy.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"


declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_size_x() memory(none)

; ALONE-LABEL: define internal i32 @share.region.0(
; ALONE: together{{.*}}:
; ALONE-LABEL: define internal i32 @otherwise.region.0(
; ALONE-NOT: together
; ALONE: ret i32 0

; CHECK-LABEL: define internal i32 @share.region.0.unmasked(
; CHECK: %[[N:.*]] = zext i32 %n to i64
; CHECK: together{{.*}}:
; CHECK-NOT: <4 x i1>
; CHECK: load <4 x i32>, ptr addrspace(1) %
; CHECK-NOT: <4 x i1>
; CHECK: %[[LEFT:.*]] = sub i64 %[[N]], %
; CHECK-NEXT: icmp sge i64 %[[LEFT]], %{{[0-9]+}}
; CHECK: icmp ugt <4 x i32>
; CHECK: ret i32 0
define void @share(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="share" {
entry:
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  br label %loop
loop:
  %counter = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %i = trunc i64 %counter to i32
  %goes.on = icmp ugt i32 %n, %i
  br i1 %goes.on, label %body, label %end
body:
  %index = and i64 %counter, 4294967295
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add i64 %index, %size
  br label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define internal i32 @otherwise.region.0.unmasked(
; CHECK-NOT: body.together
; CHECK: ret i32 0
define void @otherwise(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) convergent "weft-kernel"="otherwise" {
entry:
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  %start = mul i64 %id, 3
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp ult i64 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add i64 %i, %size
  br label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; The step may be a constant, as where the source fixes the group's size.
; CHECK-LABEL: define internal i32 @fixed.region.0.unmasked(
; CHECK: together{{.*}}:
; CHECK: add nuw nsw i64 %{{.*}}, 64
; CHECK: ret i32 0
define void @fixed(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="fixed" {
entry:
  %id = call i64 @__weft_local_id_x()
  %start = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %index = sext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add i32 %i, 64
  br label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; The start may be any sum with the local id, and the step anything that all lanes share. The copy is
; skipped if its counter could overflow: its end is its start then.
; ALONE-LABEL: define internal i32 @grid.region.0(
; ALONE: %[[START:.*]] = add i64 0, %first
; ALONE: %[[STEP:.*]] = freeze i64 %step
; ALONE: icmp slt i64 %[[START]], 0
; ALONE: icmp ugt i64 %n, 4611686018427387904
; ALONE: icmp ugt i64 %[[STEP]], 4294967295
; ALONE: %[[SKIP:.*]] = or
; ALONE: %[[END:.*]] = select i1 %[[SKIP]], i64 %[[START]], i64 %n
; ALONE: %together = phi i64 [ %[[START]], %{{.*}} ], [ %together.next, %{{.*}} ]
; ALONE: %left = sub i64 %[[END]], %together
; ALONE-NEXT: icmp sge i64 %left,
define void @grid(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %first, i64 %step) convergent "weft-kernel"="grid" {
entry:
  %id = call i64 @__weft_local_id_x()
  %start = add i64 %id, %first
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp ult i64 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add i64 %i, %step
  br label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; A byte of the local id is not the id.
; ALONE-LABEL: define internal i32 @narrow.region.0(
; ALONE-NOT: together
; ALONE: ret i32 0
define void @narrow(ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="narrow" {
entry:
  %id = call i64 @__weft_local_id_x()
  %byte = trunc i64 %id to i8
  %start = sext i8 %byte to i32
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %goes.on = icmp slt i32 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 64
  br label %loop
end:
  ret void
}
