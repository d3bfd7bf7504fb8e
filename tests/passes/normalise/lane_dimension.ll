; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=print<weft-lane-dimension>' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHOICE
; RUN: weft-opt -cpu=%baseline -passes=weft-lane-dimension %s | FileCheck %s --check-prefix=AUTO
; RUN: weft-opt -cpu=%baseline '-passes=weft-lane-dimension<vectorise=off>' %s | FileCheck %s --check-prefix=OFF
; RUN: weft-opt -cpu=%baseline '-passes=weft-lane-dimension<vectorise=off;lane-dimension=2>' %s | FileCheck %s --check-prefix=GIVEN
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-lane-dimension,weft-regions' %s | FileCheck %s --check-prefix=REGION

; The lanes of a kernel run along the dimension whose neighbours access neighbouring memory.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() nounwind willreturn memory(none)
declare i64 @__weft_local_id_y() nounwind willreturn memory(none)
declare i64 @__weft_local_id_z() nounwind willreturn memory(none)
declare i64 @__weft_local_size_x() nounwind willreturn memory(none)
declare i64 @__weft_local_size_y() nounwind willreturn memory(none)
declare i64 @__weft_group_id_y() nounwind willreturn memory(none)

; Neighbours along dimension 1 write neighbouring elements.
; CHOICE-LABEL: for function 'rows':
; CHOICE-NEXT:    dimension 0: 8
; CHOICE-NEXT:    dimension 1: 1
; CHOICE-NEXT:    dimension 2: not queried
; CHOICE-NEXT:    lanes along dimension 1
; AUTO: define void @rows({{.*}} #[[ONE:[0-9]+]]
; OFF: define void @rows({{.*}} #[[NONE:[0-9]+]]
; GIVEN: define void @rows({{.*}} #[[TWO:[0-9]+]]
; REGION: call {{.*}} @rows.region.0
define void @rows(ptr addrspace(1) %out, i64 %n) "weft-kernel"="rows" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  ret void
}

; All is at its best along dimension 0: the others are not looked at.
; CHOICE-LABEL: for function 'columns':
; CHOICE-NEXT:    dimension 0: 2
; CHOICE-NEXT:    dimension 1: not queried
; CHOICE-NEXT:    dimension 2: not queried
; CHOICE-NEXT:    lanes along dimension 0
; AUTO: define void @columns({{.*}} #[[NONE:[0-9]+]]
define void @columns(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) "weft-kernel"="columns" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %y
  %value = load float, ptr addrspace(1) %from
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %value, ptr addrspace(1) %at
  ret void
}

; Where one access likes one dimension and one the other, it stays dimension 0.
; CHOICE-LABEL: for function 'transpose':
; CHOICE-NEXT:    dimension 0: 9
; CHOICE-NEXT:    dimension 1: 9
; CHOICE:         lanes along dimension 0
define void @transpose(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) "weft-kernel"="transpose" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %column = mul i64 %x, %n
  %j = add i64 %column, %y
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %at = getelementptr float, ptr addrspace(1) %out, i64 %j
  store float %value, ptr addrspace(1) %at
  ret void
}

; A loop weighs more than what is outside: b[k * n + x] against out[x * n + y].
; CHOICE-LABEL: for function 'loop':
; CHOICE-NEXT:    dimension 0: 16
; CHOICE-NEXT:    dimension 1: 65
; CHOICE:         lanes along dimension 0
define void @loop(ptr addrspace(1) %out, ptr addrspace(1) %b, i64 %n) "weft-kernel"="loop" {
entry:
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %shift = mul i64 %y, %n
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %row = mul i64 %k, %n
  %j = add i64 %row, %x
  %jj = add i64 %j, %shift
  %from = getelementptr float, ptr addrspace(1) %b, i64 %jj
  %value = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %value
  %next = add i64 %k, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %end, label %body
end:
  %column = mul i64 %x, %n
  %i = add i64 %column, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %more, ptr addrspace(1) %at
  ret void
}

; A dimension whose ids nobody asks for gives lanes nothing to differ in.
; CHOICE-LABEL: for function 'last_only':
; CHOICE-NEXT:    dimension 0: not queried
; CHOICE-NEXT:    dimension 1: not queried
; CHOICE-NEXT:    dimension 2: 1
; CHOICE-NEXT:    lanes along dimension 2
define void @last_only(ptr addrspace(1) %out) "weft-kernel"="last_only" {
  %z = call i64 @__weft_local_id_z()
  %at = getelementptr float, ptr addrspace(1) %out, i64 %z
  store float 1.0, ptr addrspace(1) %at
  ret void
}

; What is merely uniform along a dimension does not win lanes.
; CHOICE-LABEL: for function 'uniform':
; CHOICE-NEXT:    dimension 0: 8
; CHOICE-NEXT:    dimension 1: 1
; CHOICE:         lanes along dimension 0
define void @uniform(ptr addrspace(1) %in, i64 %n) "weft-kernel"="uniform" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %at = getelementptr i64, ptr addrspace(1) %in, i64 %row
  %value = load i64, ptr addrspace(1) %at
  ret void
}

; Nor do they differ where they store to one address.
; CHOICE-LABEL: for function 'one_address':
; CHOICE-NEXT:    dimension 0: 8
; CHOICE-NEXT:    dimension 1: 1
; CHOICE:         lanes along dimension 1
define void @one_address(ptr addrspace(1) %out) "weft-kernel"="one_address" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %first = icmp eq i64 %x, 0
  br i1 %first, label %store, label %end
store:
  %at = getelementptr float, ptr addrspace(1) %out, i64 %y
  store float 1.0, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; A required work-group size says how many lanes a dimension fills: along dimension 1 there is one.
; CHOICE-LABEL: for function 'required':
; CHOICE-NEXT:    dimension 0: 8
; CHOICE-NEXT:    dimension 1: not queried
; CHOICE:         lanes along dimension 0
define void @required(ptr addrspace(1) %out, i64 %n) "weft-kernel"="required" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  ret void
}

; In private memory the lanes have their own; what crosses barriers there would take much memory
; where the group is small along the lanes.
; CHOICE-LABEL: for function 'private_memory':
; CHOICE:         lanes along dimension 0
; CHOICE-LABEL: for function 'large_private_memory':
; CHOICE-NEXT:    dimension 0: not queried
; CHOICE:         lanes along dimension 0
define void @private_memory(i64 %n) "weft-kernel"="private_memory" {
  %array = alloca [16 x float]
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  ret void
}
define void @large_private_memory(ptr addrspace(1) %out, i64 %n) "weft-kernel"="large_private_memory" {
  %array = alloca [16384 x float]
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  ret void
}

; A kernel that prints keeps the order of its lines, whatever an option says.
; AUTO: define void @prints({{.*}} #[[PRINTS:[0-9]+]]
; GIVEN: define void @prints({{.*}} #[[PRINTS:[0-9]+]]
define void @prints(ptr addrspace(1) %out, i64 %n) "weft-kernel"="prints" "weft-uses-printf" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  ret void
}

; From regions on, the dimension of the lanes comes first: parameters 4 and on are the group's ids, its
; sizes and the work-item's ids. What is read in the launch keeps the order of the range, and so does
; the required size.
; REGION-LABEL: define internal i32 @ids.region.0(
; REGION-SAME: ptr addrspace(1) %out, i64 %n,
; REGION-SAME: i64 "weft-group-pitch"="4" "weft-region-parameter"="2" %[[GROUP1:[0-9]+]],
; REGION-SAME: i64 "weft-group-pitch"="1" "weft-region-parameter"="3" %{{[0-9]+}},
; REGION-SAME: i64 "weft-region-parameter"="5" %[[SIZE1:[0-9]+]],
; REGION-SAME: i64 "weft-region-parameter"="6" %[[SIZE0:[0-9]+]],
; REGION-SAME: i64 "weft-region-parameter"="8" %[[ID1:[0-9]+]],
; REGION-SAME: i64 "weft-region-parameter"="9" %[[ID0:[0-9]+]],
; REGION: mul i64 %[[ID0]], %n
; REGION: add i64 %{{.*}}, %[[ID1]]
; REGION: store i64 %[[SIZE0]]
; REGION: store i64 %[[SIZE1]]
; REGION: store i64 %[[GROUP1]]
; REGION-LABEL: define internal void @kernel_ids(
; REGION-DAG: %[[SIZE1:.*]] = getelementptr {{.*}}i8, ptr addrspace(2) %{{.*}}, i64 40
; REGION-DAG: %global.size.0 = load i64, ptr addrspace(2) %[[SIZE1]]
; REGION-DAG: %[[COUNT0:.*]] = getelementptr {{.*}}i8, ptr addrspace(2) %{{.*}}, i64 80
; REGION-DAG: %group.count.1 = load i64, ptr addrspace(2) %[[COUNT0]]
define void @ids(ptr addrspace(1) %out, i64 %n) "weft-kernel"="ids" !reqd_work_group_size !1 {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %i = add i64 %row, %y
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %i
  %sx = call i64 @__weft_local_size_x()
  store i64 %sx, ptr addrspace(1) %at
  %sy = call i64 @__weft_local_size_y()
  store i64 %sy, ptr addrspace(1) %at
  %gy = call i64 @__weft_group_id_y()
  store i64 %gy, ptr addrspace(1) %at
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 1, i32 4, i32 1}

; AUTO-DAG: attributes #[[ONE]] = { {{.*}}"weft-lane-dimension"="1"
; AUTO-DAG: attributes #[[NONE]] = { "weft-kernel"="columns" }
; AUTO-DAG: attributes #[[PRINTS]] = { "weft-kernel"="prints" "weft-uses-printf" }
; OFF-NOT: weft-lane-dimension
; GIVEN-DAG: attributes #[[TWO]] = { "weft-kernel"="rows" "weft-lane-dimension"="2" }
; GIVEN-DAG: attributes #[[PRINTS]] = { "weft-kernel"="prints" "weft-uses-printf" }

; A loop that begins near the id, but not in front of the data, reads neighbouring elements for neighbours.
; CHOICE-LABEL: for function 'window':
; CHOICE-NEXT:    dimension 0: 72
; CHOICE-NEXT:    dimension 1: 9
; CHOICE-NEXT:    dimension 2: not queried
; CHOICE-NEXT:    lanes along dimension 1
define internal i64 @max(i64 %a, i64 %b) {
  %result = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %result
}
define void @window(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) "weft-kernel"="window" {
entry:
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = mul i64 %x, %n
  %left = sub i64 %y, 1
  %start = call i64 @max(i64 %left, i64 0)
  br label %loop
loop:
  %c = phi i64 [ %start, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = add i64 %row, %c
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %more = fadd float %sum, %value
  %next = add i64 %c, 1
  %again = icmp sle i64 %next, %y
  br i1 %again, label %loop, label %end
end:
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float %more, ptr addrspace(1) %at
  ret void
}
