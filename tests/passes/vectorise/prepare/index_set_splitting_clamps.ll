; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions,weft-index-set-splitting %s 2>&1 | FileCheck %s

; A loop from max(x - 1, 0) to min(x + 1, n - 1): where neither is at the border, the interior has no
; minimum and no maximum.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal { i64, i64, i64, i64 } @window.region.0.bounds(
; CHECK: call i64 @llvm.smin.i64(
; CHECK: ret { i64, i64, i64, i64 }
; CHECK-LABEL: define internal i32 @window.region.0.interior(
; CHECK: phi i32 [ %left, %{{.*}} ]
; CHECK: icmp sgt i32 %c, %right
; CHECK: ret i32 0
define void @window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="window" {
entry:
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %left = add nsw i32 %x, -1
  %right = add nsw i32 %x, 1
  %border = add nsw i32 %n, -1
  %first = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %last = call i32 @llvm.smin.i32(i32 %border, i32 %right)
  br label %loop
loop:
  %c = phi i32 [ %first, %entry ], [ %next, %work ]
  %sum = phi float [ 0.0, %entry ], [ %more, %work ]
  %ends = icmp sgt i32 %c, %last
  br i1 %ends, label %end, label %work
work:
  %i = sext i32 %c to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nsw i32 %c, 1
  br label %loop
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %to
  ret void
}

; An index that is kept in bounds has a stride as it is (strides.ll).
; CHECK-NOT: @index.region.0.bounds(
define void @index(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="index" {
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %left = add nsw i32 %x, -1
  %first = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %i = sext i32 %first to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %at
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; What a comparison with the counter of a loop says for the first and the last round holds for all. A
; condition of which only a part depends on the id keeps the other one.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @tests.region.0.bounds(
; CHECK: ret { i64, i64, i64, i64 }
; CHECK-LABEL: define internal i32 @tests.region.0.interior(
; CHECK: %both = select i1 true, i1 %in.rows, i1 false
define void @tests(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %radius, i32 %n, i32 %rows) convergent "weft-kernel"="tests" {
entry:
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  %first = sub nsw i32 0, %radius
  br label %loop
loop:
  %d = phi i32 [ %first, %entry ], [ %next, %join ]
  %sum = phi float [ 0.0, %entry ], [ %after, %join ]
  %ends = icmp sgt i32 %d, %radius
  br i1 %ends, label %end, label %test
test:
  %c = add nsw i32 %x, %d
  %is.right = icmp sge i32 %c, 0
  %is.left = icmp slt i32 %c, %n
  %in.row = and i1 %is.right, %is.left
  %in.rows = icmp slt i32 %d, %rows
  %both = select i1 %in.row, i1 %in.rows, i1 false
  br i1 %both, label %work, label %join
work:
  %i = sext i32 %c to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  br label %join
join:
  %after = phi float [ %sum, %test ], [ %more, %work ]
  %next = add nsw i32 %d, 1
  br label %loop
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %to
  ret void
}

; The counter may wrap.
; CHECK-NOT: @wraps.region.0.bounds(
define void @wraps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %radius, i32 %n) convergent "weft-kernel"="wraps" {
entry:
  %id = call i64 @__weft_local_id_x()
  %x = trunc i64 %id to i32
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %next, %join ]
  %sum = phi float [ 0.0, %entry ], [ %after, %join ]
  %ends = icmp sgt i32 %d, %radius
  br i1 %ends, label %end, label %test
test:
  %c = add nsw i32 %x, %d
  %is.left = icmp slt i32 %c, %n
  br i1 %is.left, label %work, label %join
work:
  %i = sext i32 %c to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %i
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  br label %join
join:
  %after = phi float [ %sum, %test ], [ %more, %work ]
  %next = add i32 %d, 1
  br label %loop
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %sum, ptr addrspace(1) %to
  ret void
}

; A difference that saturates is one that does not wrap.
; CHECK-LABEL: define internal i32 @saturates.region.0.interior(
; CHECK: %[[FIRST:.*]] = sub nuw i64 %{{.*}}, 1
; CHECK: phi i64 [ %[[FIRST]], %{{.*}} ]
define void @saturates(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="saturates" {
entry:
  %id = call i64 @__weft_local_id_x()
  %first = call i64 @llvm.usub.sat.i64(i64 %id, i64 1)
  %last = add i64 %id, 2
  br label %loop
loop:
  %c = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i64 %c
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add i64 %c, 1
  %again = icmp ult i64 %next, %last
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %more, ptr addrspace(1) %to
  ret void
}
