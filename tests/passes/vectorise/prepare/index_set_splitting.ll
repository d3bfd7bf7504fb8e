; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-regions,weft-index-set-splitting %s 2>&1 | FileCheck --check-prefix=ALONE %s

; A comparison of the local id with a uniform value has one outcome in an interval of the x range. The
; unmasked version for this interior has no masks. Where the guard keeps all out, nothing runs.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier(i32) convergent

; ALONE-LABEL: define internal { i64, i64, i64, i64 } @guard.region.0.bounds(
; ALONE-LABEL: define internal i32 @guard.region.0.interior(
; ALONE-NOT: br i1
; ALONE: store float
; ALONE: ret i32 0
; ALONE-NOT: @wraps.region.0.bounds(

; CHECK-LABEL: define internal { i64, i64, i64, i64 } @guard.region.0.bounds(
; CHECK: %[[LIMIT:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 4611686018427387904)
; CHECK: %[[LAST:.*]] = sub i64 %[[LIMIT]], 0
; CHECK: insertvalue { i64, i64, i64, i64 } { i64 0, {{.*}} }, i64 %[[LAST]], 1
; CHECK: ret { i64, i64, i64, i64 }
; CHECK-LABEL: define internal i32 @guard.region.0.unmasked(
; CHECK-NOT: <4 x i1>
; CHECK: store <4 x float>
; CHECK: ret i32 0
define void @guard(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="guard" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in = icmp ult i64 %id, %n
  br i1 %in, label %work, label %end
work:
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; From the second work-item on, the condition has one outcome.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @first.region.0.bounds(
; CHECK: %[[EARLY:.*]] = icmp slt i64 0
; CHECK: select i1 %[[EARLY]], i64 1, i64 0
; CHECK-LABEL: define internal i32 @first.region.0.unmasked(
; CHECK-NOT: <4 x i1>
; CHECK: ret i32 0
define void @first(ptr addrspace(1) %data) convergent "weft-kernel"="first" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %is = icmp eq i64 %id, 0
  br i1 %is, label %end, label %work
work:
  %left = getelementptr float, ptr addrspace(1) %at, i64 -1
  %w = load float, ptr addrspace(1) %left
  %sum = fadd float %v, %w
  br label %end
end:
  %r = phi float [ %v, %entry ], [ %sum, %work ]
  store float %r, ptr addrspace(1) %at
  ret void
}

; A branch that a region decides by a constant is no guard.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @twice.region.1.bounds(
; CHECK-LABEL: define internal i32 @twice.region.1.unmasked(
; CHECK: store <4 x float>
define void @twice(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="twice" {
entry:
  br label %loop
loop:
  %more = phi i1 [ true, %entry ], [ false, %again ]
  br i1 %more, label %again, label %test
again:
  call void @__weft_barrier(i32 1) convergent
  br label %loop
test:
  %id = call i64 @__weft_local_id_x()
  %in = icmp ult i64 %id, %n
  br i1 %in, label %work, label %end
work:
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; What is short and passes values on in local memory also runs for single work-items, where at most
; half a gang is left behind the whole ones; inside of the bounds they test nothing.
; CHECK-LABEL: define internal i32 @exchange.region.0.interior.scalar.tail(
; CHECK-NOT: br i1
; CHECK: load float, ptr addrspace(3)
; CHECK: ret i32
; CHECK-LABEL: define internal i32 @exchange.region.0.scalar.tail(
; CHECK: br i1
; CHECK: load float, ptr addrspace(3)
; CHECK-LABEL: define internal void @kernel_exchange(
; CHECK: %[[DECIDED:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 %[[END:.*]]
; CHECK: %[[LEFT:.*]] = sub i64 %{{.*}}, %[[END]]
; CHECK: %[[FEW:.*]] = icmp ule i64 %[[LEFT]], 2
; CHECK: br i1 %[[FEW]], label %x.few, label %x.part
; CHECK: {{^}}x.interior:
; CHECK: phi i64 [ %[[END]], %x.few ]
; CHECK: call i32 @exchange.region.0.interior.scalar.tail(
; CHECK: {{^}}x.scalar.tail:
; CHECK: phi i64 [ %[[DECIDED]], %x.interior.end ]
; CHECK: call i32 @exchange.region.0.scalar.tail(
define void @exchange(ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="exchange" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in = icmp ult i64 %id, %n
  br i1 %in, label %work, label %end
work:
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %id
  %other = getelementptr float, ptr addrspace(3) %at, i64 %n
  %v = load float, ptr addrspace(3) %at
  %w = load float, ptr addrspace(3) %other
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(3) %at
  br label %end
end:
  ret void
}

; Sums that may wrap, and conditions on data, decide nothing.
; CHECK-NOT: @wraps.region.0.bounds
; CHECK-LABEL: define internal i32 @wraps.region.0.unmasked(
; CHECK: <4 x i1>
define void @wraps(ptr addrspace(1) %data, i64 %n, i64 %from) convergent "weft-kernel"="wraps" {
entry:
  %id = call i64 @__weft_local_id_x()
  %i = add i64 %id, %from
  %in = icmp ult i64 %i, %n
  br i1 %in, label %work, label %end
work:
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; What one work-item does alone is all that there is to do in the row, where its branch is reached:
; else the other guard counts. Whole gangs know that they do not have that work-item.
; CHECK-LABEL: define internal { i64, i64, i64, i64 } @alone.region.0.bounds(
; CHECK: %[[DONE:.*]] = freeze i1
; CHECK: %[[HERE:.*]] = and i1 true, %[[DONE]]
; CHECK: select i1 %[[HERE]], i64 1, i64 %[[SIZE:.*]]
; CHECK: %[[NOT:.*]] = xor i1 %[[DONE]], true
; CHECK: %[[THERE:.*]] = and i1 true, %[[NOT]]
; CHECK: select i1 %[[THERE]], i64 %{{.*}}, i64 %[[SIZE]]
; CHECK: ret { i64, i64, i64, i64 }
; CHECK-LABEL: define internal i32 @alone.region.0.unmasked(
; CHECK-NOT: load float
; CHECK: load <4 x float>
; CHECK: store <4 x float>
; CHECK-NOT: load float
; CHECK: ret i32 0
define void @alone(ptr addrspace(1) %data, ptr addrspace(1) %sum, i64 %n) convergent "weft-kernel"="alone" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %done = icmp eq i64 %n, 0
  br i1 %done, label %last, label %more
last:
  %is = icmp eq i64 %id, 0
  br i1 %is, label %work, label %end
work:
  %s = load float, ptr addrspace(1) %at
  store float %s, ptr addrspace(1) %sum
  br label %end
more:
  %in = icmp ult i64 %id, %n
  br i1 %in, label %add, label %end
add:
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
