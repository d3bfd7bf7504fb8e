; RUN: weft-opt -cpu=x86-64 -passes=weft-copy-idiom %s 2>&1 | FileCheck %s

; A copy that the work-items make in turns, with its barrier, is one step of the group.

declare i64 @__weft_local_id_x() memory(none) nounwind willreturn
declare i64 @__weft_local_size_x() memory(none) nounwind willreturn
declare void @__weft_barrier() convergent nounwind
define internal void @__weft_group_step_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %bytes, i64 %groups, i64 %streams) {
  call void asm sideeffect "", "~{memory}"()
  ret void
}
define internal void @__weft_group_step_copy_to_global(ptr addrspace(1) %to, ptr addrspace(3) %from, i64 %bytes, i64 %groups, i64 %fences) {
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; Both loops before one barrier go.
; CHECK-LABEL: define void @copies(
define void @copies(ptr addrspace(1) %from, ptr addrspace(3) %tile, ptr addrspace(3) %other, i32 %n, i64 %base) convergent "weft-kernel"="copies" {
entry:
  ; CHECK: %[[COUNT:.*]] = call i32 @llvm.smax.i32(i32 %n, i32 0)
  ; CHECK: %[[WIDE:.*]] = zext i32 %[[COUNT]] to i64
  ; CHECK: %[[BYTES:.*]] = mul i64 %[[WIDE]], 4
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %{{.*}}, ptr addrspace(1) %{{.*}}, i64 %[[BYTES]], i64 %{{.*}}, i64 %{{.*}})
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK-NOT: __weft_barrier
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  %id32 = trunc i64 %id to i32
  br label %head
head:
  %i = phi i32 [ %id32, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %second
body:
  %wide = sext i32 %i to i64
  %start = getelementptr float, ptr addrspace(1) %from, i64 %base
  %source = getelementptr float, ptr addrspace(1) %start, i64 %wide
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %wide
  store float %value, ptr addrspace(3) %target
  %size = call i64 @__weft_local_size_x()
  %size32 = trunc i64 %size to i32
  %next = add i32 %i, %size32
  br label %head
second:
  br label %head2
head2:
  %i2 = phi i64 [ %id, %second ], [ %next2, %body2 ]
  %more2 = icmp ult i64 %i2, 64
  br i1 %more2, label %body2, label %end
body2:
  %sum2 = add i64 %i2, %base
  %source2 = getelementptr float, ptr addrspace(1) %from, i64 %sum2
  %value2 = load float, ptr addrspace(1) %source2
  %target2 = getelementptr float, ptr addrspace(3) %other, i64 %i2
  store float %value2, ptr addrspace(3) %target2
  %size2 = call i64 @__weft_local_size_x()
  %next2 = add i64 %i2, %size2
  br label %head2
end:
  call void @__weft_barrier()
  ret void
}

; A stride, or more than a copy: the loops stay.
; CHECK-LABEL: define void @others(
define void @others(ptr addrspace(1) %from, ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="others" {
entry:
  ; CHECK: phi i64
  ; CHECK: phi i64
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  br label %head3
head3:
  %i3 = phi i64 [ %id, %entry ], [ %next3, %body3 ]
  %more3 = icmp ult i64 %i3, %n
  br i1 %more3, label %body3, label %between
body3:
  %twice = shl i64 %i3, 1
  %source3 = getelementptr float, ptr addrspace(1) %from, i64 %twice
  %value3 = load float, ptr addrspace(1) %source3
  %target3 = getelementptr float, ptr addrspace(3) %tile, i64 %i3
  store float %value3, ptr addrspace(3) %target3
  %size3 = call i64 @__weft_local_size_x()
  %next3 = add i64 %i3, %size3
  br label %head3
between:
  call void @__weft_barrier()
  br label %head4
head4:
  %i4 = phi i64 [ %id, %between ], [ %next4, %body4 ]
  %more4 = icmp ult i64 %i4, %n
  br i1 %more4, label %body4, label %end
body4:
  %source4 = getelementptr float, ptr addrspace(1) %from, i64 %i4
  %read4 = load float, ptr addrspace(1) %source4
  %value4 = fadd float %read4, %read4
  %target4 = getelementptr float, ptr addrspace(3) %tile, i64 %i4
  store float %value4, ptr addrspace(3) %target4
  %size4 = call i64 @__weft_local_size_x()
  %next4 = add i64 %i4, %size4
  br label %head4
end:
  call void @__weft_barrier()
  ret void
}

; Work-items may have returned before: those that are left do not copy everything.
; CHECK-LABEL: define void @some(
define void @some(ptr addrspace(1) %from, ptr addrspace(3) %tile, i64 %n) convergent "weft-kernel"="some" {
entry:
  ; CHECK: phi i64
  %id = call i64 @__weft_local_id_x()
  %goes = icmp ugt i64 %id, %n
  br i1 %goes, label %gone, label %stay
gone:
  ret void
stay:
  br label %head5
head5:
  %i5 = phi i64 [ %id, %stay ], [ %next5, %body5 ]
  %more5 = icmp ult i64 %i5, %n
  br i1 %more5, label %body5, label %end
body5:
  %source5 = getelementptr float, ptr addrspace(1) %from, i64 %i5
  %value5 = load float, ptr addrspace(1) %source5
  %target5 = getelementptr float, ptr addrspace(3) %tile, i64 %i5
  store float %value5, ptr addrspace(3) %target5
  %size5 = call i64 @__weft_local_size_x()
  %next5 = add i64 %i5, %size5
  br label %head5
end:
  call void @__weft_barrier()
  ret void
}
