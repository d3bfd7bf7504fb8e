; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>&1 | FileCheck %s

; Where each iteration of a loop is one chain of operations, whole gangs have more lanes as long as
; there are work-items for them; what is left of a row runs in those of fewer lanes, and the end under
; a mask. A loop with as much to do as to wait for has no wide gangs; those of a kernel with values
; in the context array stay inside of its blocks. All gangs have twice the lanes where the address of a
; load waits for what the previous iteration loaded, but not where it is that of a counter. Where each
; lane loads by itself, there is as much to do as there are lanes. Iterations that do not wait for each
; other, but are long chains, take turns with those of as many gangs as registers have room for; where
; there is no loop, two gangs take turns.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier(i32) convergent

; CHECK-DAG: remark: {{.*}}waits.region.0: vectorised, VF 4, 16 for wide gangs
; CHECK-DAG: remark: {{.*}}busy.region.0: vectorised, VF 4{{$}}
; CHECK-DAG: remark: {{.*}}keeps.region.0: vectorised, VF 4, 16 for wide gangs
; CHECK-DAG: remark: {{.*}}streams.region.0: vectorised, VF 4, 16 for wide gangs
; CHECK-DAG: remark: {{.*}}wholes.region.0: vectorised, VF 4, 8 for wide gangs
; CHECK-DAG: remark: {{.*}}fills.region.0: vectorised, VF 4
; CHECK-DAG: remark: {{.*}}counts.region.0: vectorised, VF 4, 16 for wide gangs
; CHECK-DAG: remark: {{.*}}counts_much.region.0: vectorised, VF 4
; CHECK-DAG: remark: {{.*}}searches.region.0: vectorised, VF 8,
; CHECK-DAG: remark: {{.*}}counts_on.region.0: vectorised, VF 4{{$|,}}
; CHECK-DAG: remark: {{.*}}scatters.region.0: vectorised, VF 4{{$}}
; CHECK-DAG: remark: {{.*}}chains.region.0: vectorised, VF 4, 16 for wide gangs
; CHECK-DAG: remark: {{.*}}chains_much.region.0: vectorised, VF 4, 8 for wide gangs
; CHECK-DAG: remark: {{.*}}writes_chains.region.0: vectorised, VF 4{{$}}
; CHECK-DAG: remark: {{.*}}straight_chain.region.0: vectorised, VF 4, 8 for wide gangs
; CHECK-DAG: remark: {{.*}}straight_work.region.0: vectorised, VF 4{{$}}
; CHECK-DAG: remark: {{.*}}waits_with_array.region.0: vectorised, VF 4, 8 for wide gangs
; CHECK-DAG: remark: {{.*}}leaves.region.0: vectorised, VF 8, 16 for wide gangs
; CHECK-LABEL: define internal i32 @waits.region.0.wide(
; CHECK: fmul <16 x float>
; CHECK-NOT: @busy.region.0.wide(
define void @waits(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="waits" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %more, %loop ]
  %more = fmul float %x, %v
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %at
  ret void
}
; CHECK-LABEL: define internal void @kernel_waits(
; CHECK: x.wide:
; CHECK: call i32 @waits.region.0.wide(
; CHECK: add nuw nsw i64 %{{.*}}, 16
; CHECK: x.gang:
; CHECK: call i32 @waits.region.0.unmasked(
; CHECK: add nuw nsw i64 %{{.*}}, 4
; CHECK: call i32 @waits.region.0.predicated({{.*}}, <4 x i1>

define void @busy(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="busy" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0 = phi float [ %v, %entry ], [ %more0, %loop ]
  %x1 = phi float [ %v, %entry ], [ %more1, %loop ]
  %x2 = phi float [ %v, %entry ], [ %more2, %loop ]
  %x3 = phi float [ %v, %entry ], [ %more3, %loop ]
  %x4 = phi float [ %v, %entry ], [ %more4, %loop ]
  %x5 = phi float [ %v, %entry ], [ %more5, %loop ]
  %x6 = phi float [ %v, %entry ], [ %more6, %loop ]
  %x7 = phi float [ %v, %entry ], [ %more7, %loop ]
  %x8 = phi float [ %v, %entry ], [ %more8, %loop ]
  %x9 = phi float [ %v, %entry ], [ %more9, %loop ]
  %more0 = fmul float %x0, %v
  %more1 = fadd float %x1, 3.0
  %more2 = fsub float %x2, %v
  %more3 = fmul float %x3, 5.0
  %more4 = fadd float %x4, %v
  %more5 = fsub float %x5, 7.0
  %more6 = fmul float %x6, %v
  %more7 = fadd float %x7, 9.0
  %more8 = fsub float %x8, %v
  %more9 = fmul float %x9, 11.0
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %sum1 = fadd float %more0, %more1
  %sum2 = fadd float %sum1, %more2
  %sum3 = fadd float %sum2, %more3
  %sum4 = fadd float %sum3, %more4
  %sum5 = fadd float %sum4, %more5
  %sum6 = fadd float %sum5, %more6
  %sum7 = fadd float %sum6, %more7
  %sum8 = fadd float %sum7, %more8
  %sum9 = fadd float %sum8, %more9
  store float %sum9, ptr addrspace(1) %at
  ret void
}

define void @keeps(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="keeps" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %more, %loop ]
  %more = fmul float %x, %v
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  call void @__weft_barrier(i32 1)
  store float %more, ptr addrspace(1) %at
  ret void
}


; A short pass over global memory reads for several gangs before it writes; half as many of them
; where each work-item has a vector of its own. Local memory is not streamed.
; CHECK-LABEL: define internal i32 @streams.region.0.wide(
; CHECK: load <16 x float>
; CHECK: load <16 x float>
; CHECK: store <16 x float>
define void @streams(ptr addrspace(1) %from, ptr addrspace(1) %to) convergent "weft-kernel"="streams" {
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %out = getelementptr float, ptr addrspace(1) %to, i64 %id
  %a = load float, ptr addrspace(1) %in
  %b = load float, ptr addrspace(1) %out
  %sum = fadd float %a, %b
  store float %sum, ptr addrspace(1) %out
  ret void
}

define void @wholes(ptr addrspace(1) %from, ptr addrspace(1) %to) convergent "weft-kernel"="wholes" {
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr <2 x float>, ptr addrspace(1) %from, i64 %id
  %out = getelementptr <2 x float>, ptr addrspace(1) %to, i64 %id
  %a = load <2 x float>, ptr addrspace(1) %in
  %sum = fadd <2 x float> %a, splat (float 1.0)
  store <2 x float> %sum, ptr addrspace(1) %out
  ret void
}

; CHECK-NOT: @fills.region.0.wide(
define void @fills(ptr addrspace(1) %from, ptr addrspace(3) %tile) convergent "weft-kernel"="fills" {
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %out = getelementptr float, ptr addrspace(3) %tile, i64 %id
  %a = load float, ptr addrspace(1) %in
  store float %a, ptr addrspace(3) %out
  ret void
}

; All lanes of a gang share an update; where there is much else to do, that does not matter.
; CHECK: atomicrmw add ptr addrspace(1) %counter, i32 16 monotonic
; CHECK-NOT: @counts_much.region.0.wide(
define void @counts(ptr addrspace(1) %to, ptr addrspace(1) %counter) convergent "weft-kernel"="counts" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %to, i64 %id
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  store i32 %old, ptr addrspace(1) %at
  ret void
}

define void @counts_much(ptr addrspace(1) %to, ptr addrspace(1) %counter, i32 %n) convergent "weft-kernel"="counts_much" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %to, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %v, %entry ], [ %x6, %loop ]
  %x0 = xor i32 %v, %i
  %x1 = add i32 %x0, %v
  %x2 = or i32 %x1, %i
  %x3 = sub i32 %v, %x2
  %x4 = xor i32 %x3, 9
  %x5 = and i32 %x4, %v
  %x6 = add i32 %x, %x5
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %old = atomicrmw add ptr addrspace(1) %counter, i32 %x6 monotonic
  store i32 %old, ptr addrspace(1) %at
  ret void
}

define void @searches(ptr addrspace(1) %sorted, ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="searches" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  br label %loop
loop:
  %first = phi i64 [ 0, %entry ], [ %first.next, %loop ]
  %count = phi i64 [ %n, %entry ], [ %half, %loop ]
  %half = lshr i64 %count, 1
  %middle = add i64 %first, %half
  %at.middle = getelementptr float, ptr addrspace(1) %sorted, i64 %middle
  %found = load float, ptr addrspace(1) %at.middle
  %less = fcmp olt float %found, %v
  %first.next = select i1 %less, i64 %middle, i64 %first
  %again = icmp ugt i64 %half, 1
  br i1 %again, label %loop, label %end
end:
  %value = sitofp i64 %first.next to float
  store float %value, ptr addrspace(1) %at
  ret void
}

define void @counts_on(ptr addrspace(1) %table, ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="counts_on" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %begin = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %least = phi float [ 0.0, %entry ], [ %least.next, %loop ]
  %at.i = getelementptr float, ptr addrspace(1) %table, i64 %i
  %found = load float, ptr addrspace(1) %at.i
  %x0 = fmul float %found, %found
  %x1 = fadd float %x0, 1.0
  %x2 = fmul float %x1, %found
  %x3 = fadd float %x2, 2.0
  %x4 = fdiv float %x3, %found
  %x5 = fadd float %x4, 3.0
  %x6 = fdiv float %x5, %x1
  %less = fcmp olt float %x6, %least
  %least.next = select i1 %less, float %x6, float %least
  %next = add i64 %i, 3
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  store float %least.next, ptr addrspace(1) %at
  ret void
}

define void @scatters(ptr addrspace(1) %data, i64 %n) convergent "weft-kernel"="scatters" {
entry:
  %id = call i64 @__weft_local_id_x()
  %start = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ 1.0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %i
  %at = getelementptr float, ptr addrspace(1) %data, i64 %index
  %v = load float, ptr addrspace(1) %at
  %half = fmul float %v, 0.5
  %less = fsub float %half, 1.0
  %more = fadd float %x, %less
  %next = add i64 %i, 2
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %data, i64 %id
  %y0 = fmul float %more, 0.5
  %y1 = fmul float %y0, 0.25
  %y2 = fmul float %y1, 2.0
  %y3 = fmul float %y2, 4.0
  %y4 = fmul float %y3, 0.5
  %y5 = fmul float %y4, 0.25
  %y6 = fmul float %y5, 2.0
  %y7 = fmul float %y6, 4.0
  store float %y7, ptr addrspace(1) %to
  ret void
}

define void @chains(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) convergent "weft-kernel"="chains" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %at = getelementptr float, ptr addrspace(1) %to, i64 %id
  %v = load float, ptr addrspace(1) %in
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum0 = phi float [ 0.0, %entry ], [ %more0, %loop ]
  %other.at = getelementptr float, ptr addrspace(1) %from, i64 %i
  %other = load float, ptr addrspace(1) %other.at
  %d0 = fsub float %other, %v
  %d1 = fmul float %d0, %other
  %d2 = fmul float %d1, %other
  %d3 = fmul float %d2, %other
  %d4 = fmul float %d3, %other
  %root = call float @llvm.sqrt.f32(float %d4)
  %ratio = fdiv float 1.0, %root
  %weight = fmul float %ratio, %ratio
  %more0 = fadd float %sum0, %weight
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more0, ptr addrspace(1) %at
  ret void
}

define void @chains_much(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) convergent "weft-kernel"="chains_much" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %at = getelementptr float, ptr addrspace(1) %to, i64 %id
  %v = load float, ptr addrspace(1) %in
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum0 = phi float [ 0.0, %entry ], [ %more0, %loop ]
  %sum1 = phi float [ 1.0, %entry ], [ %more1, %loop ]
  %sum2 = phi float [ 2.0, %entry ], [ %more2, %loop ]
  %sum3 = phi float [ 3.0, %entry ], [ %more3, %loop ]
  %other.at = getelementptr float, ptr addrspace(1) %from, i64 %i
  %other = load float, ptr addrspace(1) %other.at
  %d0 = fsub float %other, %v
  %d1 = fmul float %d0, %other
  %d2 = fmul float %d1, %other
  %d3 = fmul float %d2, %other
  %d4 = fmul float %d3, %other
  %root = call float @llvm.sqrt.f32(float %d4)
  %ratio = fdiv float 1.0, %root
  %weight = fmul float %ratio, %ratio
  %more0 = fadd float %sum0, %weight
  %more1 = fadd float %sum1, %d1
  %more2 = fadd float %sum2, %d2
  %more3 = fadd float %sum3, %d3
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %total1 = fadd float %more0, %more1
  %total2 = fadd float %total1, %more2
  %total3 = fadd float %total2, %more3
  store float %total3, ptr addrspace(1) %at
  ret void
}

define void @writes_chains(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) convergent "weft-kernel"="writes_chains" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %at = getelementptr float, ptr addrspace(1) %to, i64 %id
  %v = load float, ptr addrspace(1) %in
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum0 = phi float [ 0.0, %entry ], [ %more0, %loop ]
  %other.at = getelementptr float, ptr addrspace(1) %from, i64 %i
  %other = load float, ptr addrspace(1) %other.at
  %d0 = fsub float %other, %v
  %d1 = fmul float %d0, %other
  %d2 = fmul float %d1, %other
  %d3 = fmul float %d2, %other
  %d4 = fmul float %d3, %other
  %root = call float @llvm.sqrt.f32(float %d4)
  %ratio = fdiv float 1.0, %root
  %weight = fmul float %ratio, %ratio
  %more0 = fadd float %sum0, %weight
  %here = getelementptr float, ptr addrspace(1) %at, i64 %i
  store float %more0, ptr addrspace(1) %here
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more0, ptr addrspace(1) %at
  ret void
}

define void @straight_chain(ptr addrspace(1) %from, ptr addrspace(1) %to) convergent "weft-kernel"="straight_chain" {
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %x0 = load float, ptr addrspace(1) %in
  %x1 = fadd float %x0, 1.0
  %x2 = fadd float %x1, 2.0
  %x3 = fadd float %x2, 3.0
  %x4 = fadd float %x3, 4.0
  %x5 = fadd float %x4, 5.0
  %x6 = fadd float %x5, 6.0
  %x7 = fadd float %x6, 7.0
  %x8 = fadd float %x7, 8.0
  %x9 = fadd float %x8, 9.0
  %x10 = fadd float %x9, 10.0
  %x11 = fadd float %x10, 11.0
  %x12 = fadd float %x11, 12.0
  %out = getelementptr float, ptr addrspace(1) %to, i64 %id
  store float %x12, ptr addrspace(1) %out
  ret void
}

define void @straight_work(ptr addrspace(1) %from, ptr addrspace(1) %to) convergent "weft-kernel"="straight_work" {
  %id = call i64 @__weft_local_id_x()
  %in = getelementptr float, ptr addrspace(1) %from, i64 %id
  %x0 = load float, ptr addrspace(1) %in
  %t1_0 = fmul float %x0, 10.0
  %t1_1 = fmul float %x0, 11.0
  %t1_2 = fmul float %x0, 12.0
  %t1_3 = fmul float %x0, 13.0
  %u1_0 = fadd float %t1_0, %t1_1
  %u1_1 = fadd float %t1_2, %t1_3
  %v1 = fadd float %u1_0, %u1_1
  %x1 = fadd float %x0, %v1
  %t2_0 = fmul float %x0, 20.0
  %t2_1 = fmul float %x0, 21.0
  %t2_2 = fmul float %x0, 22.0
  %t2_3 = fmul float %x0, 23.0
  %u2_0 = fadd float %t2_0, %t2_1
  %u2_1 = fadd float %t2_2, %t2_3
  %v2 = fadd float %u2_0, %u2_1
  %x2 = fadd float %x1, %v2
  %t3_0 = fmul float %x0, 30.0
  %t3_1 = fmul float %x0, 31.0
  %t3_2 = fmul float %x0, 32.0
  %t3_3 = fmul float %x0, 33.0
  %u3_0 = fadd float %t3_0, %t3_1
  %u3_1 = fadd float %t3_2, %t3_3
  %v3 = fadd float %u3_0, %u3_1
  %x3 = fadd float %x2, %v3
  %t4_0 = fmul float %x0, 40.0
  %t4_1 = fmul float %x0, 41.0
  %t4_2 = fmul float %x0, 42.0
  %t4_3 = fmul float %x0, 43.0
  %u4_0 = fadd float %t4_0, %t4_1
  %u4_1 = fadd float %t4_2, %t4_3
  %v4 = fadd float %u4_0, %u4_1
  %x4 = fadd float %x3, %v4
  %t5_0 = fmul float %x0, 50.0
  %t5_1 = fmul float %x0, 51.0
  %t5_2 = fmul float %x0, 52.0
  %t5_3 = fmul float %x0, 53.0
  %u5_0 = fadd float %t5_0, %t5_1
  %u5_1 = fadd float %t5_2, %t5_3
  %v5 = fadd float %u5_0, %u5_1
  %x5 = fadd float %x4, %v5
  %t6_0 = fmul float %x0, 60.0
  %t6_1 = fmul float %x0, 61.0
  %t6_2 = fmul float %x0, 62.0
  %t6_3 = fmul float %x0, 63.0
  %u6_0 = fadd float %t6_0, %t6_1
  %u6_1 = fadd float %t6_2, %t6_3
  %v6 = fadd float %u6_0, %u6_1
  %x6 = fadd float %x5, %v6
  %t7_0 = fmul float %x0, 70.0
  %t7_1 = fmul float %x0, 71.0
  %t7_2 = fmul float %x0, 72.0
  %t7_3 = fmul float %x0, 73.0
  %u7_0 = fadd float %t7_0, %t7_1
  %u7_1 = fadd float %t7_2, %t7_3
  %v7 = fadd float %u7_0, %u7_1
  %x7 = fadd float %x6, %v7
  %t8_0 = fmul float %x0, 80.0
  %t8_1 = fmul float %x0, 81.0
  %t8_2 = fmul float %x0, 82.0
  %t8_3 = fmul float %x0, 83.0
  %u8_0 = fadd float %t8_0, %t8_1
  %u8_1 = fadd float %t8_2, %t8_3
  %v8 = fadd float %u8_0, %u8_1
  %x8 = fadd float %x7, %v8
  %t9_0 = fmul float %x0, 90.0
  %t9_1 = fmul float %x0, 91.0
  %t9_2 = fmul float %x0, 92.0
  %t9_3 = fmul float %x0, 93.0
  %u9_0 = fadd float %t9_0, %t9_1
  %u9_1 = fadd float %t9_2, %t9_3
  %v9 = fadd float %u9_0, %u9_1
  %x9 = fadd float %x8, %v9
  %t10_0 = fmul float %x0, 100.0
  %t10_1 = fmul float %x0, 101.0
  %t10_2 = fmul float %x0, 102.0
  %t10_3 = fmul float %x0, 103.0
  %u10_0 = fadd float %t10_0, %t10_1
  %u10_1 = fadd float %t10_2, %t10_3
  %v10 = fadd float %u10_0, %u10_1
  %x10 = fadd float %x9, %v10
  %t11_0 = fmul float %x0, 110.0
  %t11_1 = fmul float %x0, 111.0
  %t11_2 = fmul float %x0, 112.0
  %t11_3 = fmul float %x0, 113.0
  %u11_0 = fadd float %t11_0, %t11_1
  %u11_1 = fadd float %t11_2, %t11_3
  %v11 = fadd float %u11_0, %u11_1
  %x11 = fadd float %x10, %v11
  %t12_0 = fmul float %x0, 120.0
  %t12_1 = fmul float %x0, 121.0
  %t12_2 = fmul float %x0, 122.0
  %t12_3 = fmul float %x0, 123.0
  %u12_0 = fadd float %t12_0, %t12_1
  %u12_1 = fadd float %t12_2, %t12_3
  %v12 = fadd float %u12_0, %u12_1
  %x12 = fadd float %x11, %v12
  %out = getelementptr float, ptr addrspace(1) %to, i64 %id
  store float %x12, ptr addrspace(1) %out
  ret void
}

; The elements of a private array need registers, too: four gangs have none for them.
define void @waits_with_array(ptr addrspace(1) %data, i32 %n) convergent "weft-kernel"="waits_with_array" {
entry:
  %values = alloca [6 x float]
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  store float %v, ptr %values
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %v, %entry ], [ %more, %loop ]
  %index = and i32 %i, 3
  %element = getelementptr float, ptr %values, i32 %index
  %old = load float, ptr %element
  %product = fmul float %x, %old
  %more = fadd float %product, %v
  store float %more, ptr %element
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %at
  ret void
}

; Lanes leave this loop at different times; two gangs take turns.
define void @leaves(ptr addrspace(1) %data) convergent "weft-kernel"="leaves" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %x = phi i32 [ %v, %entry ], [ %half, %loop ]
  %steps = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = lshr i32 %x, 1
  %next = add i32 %steps, 1
  %again = icmp ne i32 %half, 0
  br i1 %again, label %loop, label %end
end:
  store i32 %next, ptr addrspace(1) %at
  ret void
}
