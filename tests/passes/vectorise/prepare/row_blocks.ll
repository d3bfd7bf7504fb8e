; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' -stats %s -o /dev/null 2>&1 | FileCheck --check-prefix=COUNT %s

; COUNT: 3 weft-row-blocks {{.*}}Regions that run several rows at a time

declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)

; CHECK-DAG: remark: {{.*}}product.region.0: vectorised, VF 8, 32 for wide gangs, row blocks{{$}}
; CHECK-DAG: remark: {{.*}}outer.region.0: vectorised, VF 8, {{.*}}row blocks{{$}}
; CHECK-DAG: remark: {{.*}}contiguous.region.0: vectorised, VF 8{{(, [0-9]+ for wide gangs)?$}}
; CHECK-DAG: remark: {{.*}}own.region.0: vectorised, VF 8, 32 for wide gangs{{$}}
; CHECK-DAG: remark: {{.*}}writes.region.0: vectorised, VF 8, 16 for wide gangs{{$}}
; CHECK-DAG: remark: {{.*}}uneven.region.0: vectorised, VF 8, 32 for wide gangs{{$}}
; CHECK-DAG: remark: {{.*}}in_groups.region.0: vectorised, VF 8, 32 for wide gangs{{$}}
; CHECK-DAG: remark: {{.*}}guarded.region.0: vectorised, VF 8, 32 for wide gangs, row blocks, index set split{{$}}

; Four rows of two vectors share what they load; each has a factor of its own.
; CHECK-LABEL: define internal i32 @product.region.0.row.block(
; CHECK: loop:
; CHECK-COUNT-4: phi <16 x float>
; CHECK-NOT: phi <16 x float>
; CHECK-COUNT-4: load float, ptr addrspace(1)
; CHECK: load <16 x float>, ptr addrspace(1)
; CHECK-NOT: load <16 x float>
; CHECK-COUNT-4: fmul <16 x float>
; CHECK-COUNT-4: fadd <16 x float>
; CHECK: br i1
; CHECK-COUNT-4: store <16 x float>
; CHECK: ret i32 0

; Row blocks run as far as there are whole ones; what is left of their rows begins behind them, and
; other rows run as ever.
; CHECK-LABEL: define internal void @kernel_product(
; CHECK: %[[ROWS:.*]] = and i64 %{{.*}}, -4
; CHECK: %[[END:.*]] = and i64 %{{.*}}, -16
; CHECK: row.block:
; CHECK: x.block:
; CHECK: call i32 @product.region.0.row.block(
; CHECK: add nuw nsw i64 %{{.*}}, 16
; CHECK: add nuw nsw i64 %{{.*}}, 4
; CHECK: y:
; CHECK: %[[IS_DONE:.*]] = icmp ult i64 %y.index, %[[ROWS]]
; CHECK: %x.begin = select i1 %[[IS_DONE]], i64 %[[END]], i64 0
; CHECK: call i32 @product.region.0.wide(
; CHECK: call i32 @product.region.0.unmasked(
; CHECK: call i32 @product.region.0.predicated(
define void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="product" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %start = mul i64 %row, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = add i64 %start, %k
  %left.at = getelementptr float, ptr addrspace(1) %a, i64 %i
  %left = load float, ptr addrspace(1) %left.at
  %right.row = mul i64 %k, %n
  %j = add i64 %right.row, %column
  %right.at = getelementptr float, ptr addrspace(1) %b, i64 %j
  %right = load float, ptr addrspace(1) %right.at
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %at = add i64 %start, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %to
  ret void
}

; Rows that load nothing in common.
define void @own(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="own" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %start = mul i64 %row, %n
  %first = add i64 %start, %column
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %line = mul i64 %k, 1000
  %i = add i64 %first, %line
  %at = getelementptr float, ptr addrspace(1) %a, i64 %i
  %value = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %value
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %c, i64 %first
  store float %more, ptr addrspace(1) %to
  ret void
}

; A loop that writes memory.
define void @writes(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="writes" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %start = mul i64 %row, %n
  %first = add i64 %start, %column
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %line = mul i64 %k, 1000
  %j = add i64 %line, %column
  %at = getelementptr float, ptr addrspace(1) %b, i64 %j
  %value = load float, ptr addrspace(1) %at
  %weight = uitofp i64 %row to float
  %product = fmul float %value, %weight
  %more = fadd float %sum, %product
  %i = add i64 %line, %first
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  store float %more, ptr addrspace(1) %to
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Rows that go on for different times.
define void @uneven(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="uneven" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %line = mul i64 %k, 1000
  %j = add i64 %line, %column
  %at = getelementptr float, ptr addrspace(1) %b, i64 %j
  %value = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %value
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %row
  br i1 %again, label %loop, label %end
end:
  %start = mul i64 %row, %n
  %first = add i64 %start, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %first
  store float %more, ptr addrspace(1) %to
  ret void
}

; Groups that must run one after the other.
define void @in_groups(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="in_groups" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %start = mul i64 %row, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = add i64 %start, %k
  %left.at = getelementptr float, ptr addrspace(1) %a, i64 %i
  %left = load float, ptr addrspace(1) %left.at
  %right.row = mul i64 %k, %n
  %j = add i64 %right.row, %column
  %right.at = getelementptr float, ptr addrspace(1) %b, i64 %j
  %right = load float, ptr addrspace(1) %right.at
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %at = add i64 %start, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %to
  ret void
}

; A guard of rows and columns: row blocks run inside of it, as far as it goes in all of their rows.
; CHECK-LABEL: define internal i32 @guarded.region.0.row.block(
; CHECK: loop:
; CHECK-COUNT-4: phi <16 x float>
; CHECK: br i1
; CHECK-COUNT-4: store <16 x float>
; CHECK: ret i32 0
; CHECK-LABEL: define internal void @kernel_guarded(
; CHECK: y:
; CHECK: br i1 %{{.*}}, label %row.block, label %row.block.end
; CHECK: row.block:
; CHECK-COUNT-4: call { i64, i64, i64, i64 } @guarded.region.0.bounds(
; CHECK: %[[WHOLE:.*]] = and i64 %{{.*}}, -16
; CHECK: %[[INTERIOR:.*]] = select i1 %{{.*}}, i64 %[[WHOLE]], i64 0
; CHECK: store i64 %[[INTERIOR]], ptr %x.done
; CHECK: x.block:
; CHECK: call i32 @guarded.region.0.row.block(
; CHECK: row.block.end:
; CHECK: %[[DONE:.*]] = load i64, ptr %x.done
; CHECK: %[[BEGIN:.*]] = select i1 %{{.*}}, i64 %[[DONE]], i64 0
; CHECK: call { i64, i64, i64, i64 } @guarded.region.0.bounds(
; CHECK-COUNT-2: call i64 @llvm.smax.i64(i64 0, i64 %[[BEGIN]])
define void @guarded(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="guarded" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %row.in = icmp ult i64 %row, %n
  %column.in = icmp ult i64 %column, %n
  %in = select i1 %row.in, i1 %column.in, i1 false
  br i1 %in, label %start, label %done
start:
  %line = mul i64 %row, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %more, %loop ]
  %i = add i64 %line, %k
  %left.at = getelementptr float, ptr addrspace(1) %a, i64 %i
  %left = load float, ptr addrspace(1) %left.at
  %right.row = mul i64 %k, %n
  %j = add i64 %right.row, %column
  %right.at = getelementptr float, ptr addrspace(1) %b, i64 %j
  %right = load float, ptr addrspace(1) %right.at
  %product = fmul float %left, %right
  %more = fadd float %sum, %product
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %at = add i64 %line, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %at
  store float %more, ptr addrspace(1) %to
  br label %done
done:
  ret void
}

; No loop: four rows share what lanes load from rows of a matrix. All rows are loaded before the
; first is stored, as work-items may run in any order.
; CHECK-LABEL: define internal i32 @outer.region.0.row.block(
; CHECK-COUNT-16: load float, ptr addrspace(1) %{{[0-9]+}}, align 4
; CHECK-NOT: load float
; CHECK-COUNT-4: load <16 x float>
; CHECK-NOT: load
; CHECK-COUNT-4: store <16 x float>
; CHECK: ret i32 0
define void @outer(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="outer" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %j = mul i64 %column, %n
  %right.at = getelementptr float, ptr addrspace(1) %a, i64 %j
  %right = load float, ptr addrspace(1) %right.at
  %start = mul i64 %row, %n
  %at = add i64 %start, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %at
  %old = load float, ptr addrspace(1) %to
  %new = fsub float %old, %right
  store float %new, ptr addrspace(1) %to
  ret void
}

; What all rows load is side by side.
define void @contiguous(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) convergent "weft-kernel"="contiguous" "weft-global-ids-only" {
entry:
  %column = call i64 @__weft_local_id_x()
  %row = call i64 @__weft_local_id_y()
  %right.at = getelementptr float, ptr addrspace(1) %a, i64 %column
  %right = load float, ptr addrspace(1) %right.at
  %start = mul i64 %row, %n
  %at = add i64 %start, %column
  %to = getelementptr float, ptr addrspace(1) %c, i64 %at
  %old = load float, ptr addrspace(1) %to
  %new = fsub float %old, %right
  store float %new, ptr addrspace(1) %to
  ret void
}
