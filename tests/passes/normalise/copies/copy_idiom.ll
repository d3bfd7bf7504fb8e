; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 '-passes=weft-copy-idiom,function(weft-step-barriers)' %s 2>&1 | FileCheck %s

; A copy that the work-items make in turns is one step of the group, and its barrier goes with it
; where no other way needs it.

declare i64 @__weft_local_id_x() memory(none) nounwind willreturn
declare i64 @__weft_local_id_y() memory(none) nounwind willreturn
declare i64 @__weft_local_size_x() memory(none) nounwind willreturn
declare i64 @__weft_local_size_y() memory(none) nounwind willreturn
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
  ; CHECK: %[[WIDE:.*]] = sext i32 %n to i64
  ; CHECK: %[[COUNT:.*]] = call i64 @llvm.smax.i64(i64 %[[WIDE]], i64 0)
  ; CHECK: %[[BYTES:.*]] = mul i64 %[[COUNT]], 4
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

; One arm copies, the other one writes for itself, and needs the barrier.
; CHECK-LABEL: define void @one_arm(
define void @one_arm(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %copies) convergent "weft-kernel"="one_arm" {
entry:
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK: call void @__weft_barrier
  %id = call i64 @__weft_local_id_x()
  br i1 %copies, label %copy, label %own
copy:
  br label %head
head:
  %i = phi i64 [ %id, %copy ], [ %next, %body ]
  %more = icmp ult i64 %i, 64
  br i1 %more, label %body, label %end
body:
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %target
  %size = call i64 @__weft_local_size_x()
  %next = add i64 %i, %size
  br label %head
own:
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %id
  store float 1.0, ptr addrspace(3) %place
  br label %end
end:
  call void @__weft_barrier()
  ret void
}

; Both arms copy, one of them in a block that its condition leads to right away: no way needs the
; barrier. A value that only one arm gives arrives.
; CHECK-LABEL: define void @both_arms(
define void @both_arms(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %copies, ptr addrspace(1) %to) convergent "weft-kernel"="both_arms" {
entry:
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK-NOT: __weft_barrier
  ; CHECK: phi i32 [ 1, %{{.*}} ], [ 2, %{{.*}} ]
  ; CHECK-NOT: __weft_barrier
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  br i1 %copies, label %head, label %other
head:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, 64
  br i1 %more, label %body, label %end
body:
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %target
  %next = add i64 %i, %size
  br label %head
other:
  br label %head2
head2:
  %i2 = phi i64 [ %id, %other ], [ %next2, %body2 ]
  %more2 = icmp ult i64 %i2, 32
  br i1 %more2, label %body2, label %end
body2:
  %source2 = getelementptr float, ptr addrspace(1) %from, i64 %i2
  %value2 = load float, ptr addrspace(1) %source2
  %target2 = getelementptr float, ptr addrspace(3) %tile, i64 %i2
  store float %value2, ptr addrspace(3) %target2
  %next2 = add i64 %i2, %size
  br label %head2
end:
  %number = phi i32 [ 1, %head ], [ 2, %head2 ]
  call void @__weft_barrier()
  %place = getelementptr i32, ptr addrspace(1) %to, i64 %id
  store i32 %number, ptr addrspace(1) %place
  ret void
}

; The loop leads back to the head of an outer one, whose barriers have another way to them.
; CHECK-LABEL: define void @around(
define void @around(ptr addrspace(1) %from, ptr addrspace(3) %tile, i32 %n) convergent "weft-kernel"="around" {
entry:
  ; CHECK: %left = phi i32
  ; CHECK: call void @__weft_barrier
  ; CHECK: call void @__weft_barrier
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  br label %outer
outer:
  %left = phi i32 [ %n, %entry ], [ %fewer, %head ]
  call void @__weft_barrier()
  %fewer = add i32 %left, -1
  %last = icmp eq i32 %left, 0
  br i1 %last, label %end, label %again
again:
  call void @__weft_barrier()
  br label %head
head:
  %i = phi i64 [ %id, %again ], [ %next, %body ]
  %more = icmp ult i64 %i, 64
  br i1 %more, label %body, label %outer
body:
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %target
  %size = call i64 @__weft_local_size_x()
  %next = add i64 %i, %size
  br label %head
end:
  ret void
}

; As Clang makes it of `for (int i = get_local_id(0); i < n; i += get_local_size(0))
; tile[i + 2] = from[b + i + 4];`: local memory is too small for an index that wraps, and the other
; sum has a sign and does not.
; CHECK-LABEL: define void @int_counter(
define void @int_counter(ptr addrspace(1) %from, ptr addrspace(3) %tile, i32 %n, i32 %b) convergent "weft-kernel"="int_counter" {
entry:
  ; CHECK-NOT: wraps
  ; CHECK: %[[TO:.*]] = getelementptr i8, ptr addrspace(3) %tile, i64 8
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %[[TO]],
  ; CHECK-NOT: __weft_barrier
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  br label %head
head:
  %in = phi i64 [ %id, %entry ], [ %next, %body ]
  %i = trunc i64 %in to i32
  %more = icmp sgt i32 %n, %i
  br i1 %more, label %body, label %end
body:
  %sum = add nsw i32 %b, %i
  %sum4 = add nsw i32 %sum, 4
  %index = sext i32 %sum4 to i64
  %source = getelementptr inbounds i32, ptr addrspace(1) %from, i64 %index
  %value = load i32, ptr addrspace(1) %source
  %upper = shl i64 %in, 32
  %upper2 = add i64 %upper, 8589934592
  %offset = ashr exact i64 %upper2, 30
  %target = getelementptr inbounds i8, ptr addrspace(3) %tile, i64 %offset
  store i32 %value, ptr addrspace(3) %target
  %size = call i64 @__weft_local_size_x()
  %wide = ashr exact i64 %upper, 32
  %next = add i64 %wide, %size
  br label %head
end:
  call void @__weft_barrier()
  ret void
}

; `uint` sums wrap: what lies behind that is copied apart, 2^32 elements further down. A bound may be
; copied as well.
; CHECK-LABEL: define void @uint_counter(
define void @uint_counter(ptr addrspace(1) %from, ptr addrspace(3) %tile, i32 %n, i32 %b) convergent "weft-kernel"="uint_counter" {
entry:
  ; CHECK: %[[LAST:.*]] = zext i32 %n to i64
  ; CHECK: %[[COUNT:.*]] = add i64 %[[LAST]], 1
  ; CHECK: %[[FIRST:.*]] = freeze i64 %
  ; CHECK: %[[ROOM:.*]] = sub i64 4294967295, %[[FIRST]]
  ; CHECK: %wraps = icmp ugt i64 %[[COUNT]],
  ; CHECK: %[[STRAIGHT:.*]] = call i64 @llvm.umin.i64(i64 %[[COUNT]],
  ; CHECK: mul i64 %[[STRAIGHT]], 2
  ; CHECK: %[[OFFSET:.*]] = mul i64 %[[STRAIGHT]], 2
  ; CHECK: sub i64 %[[OFFSET]], 8589934592
  ; CHECK: sub i64 %[[COUNT]], %[[STRAIGHT]]
  ; CHECK: call void @__weft_group_step_copy_to_local
  ; CHECK: %[[BYTES:.*]] = mul i64 %[[STRAIGHT]], 2
  ; CHECK: call void @__weft_group_step_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %{{.*}}, i64 %[[BYTES]],
  ; CHECK-NOT: __weft_barrier
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  br label %head
head:
  %in = phi i64 [ %id, %entry ], [ %next, %body ]
  %i = trunc i64 %in to i32
  %done = icmp ult i32 %n, %i
  br i1 %done, label %end, label %body
body:
  %sum = add i32 %b, %i
  %index = zext i32 %sum to i64
  %source = getelementptr inbounds i16, ptr addrspace(1) %from, i64 %index
  %value = load i16, ptr addrspace(1) %source
  %wide = and i64 %in, 4294967295
  %target = getelementptr inbounds i16, ptr addrspace(3) %tile, i64 %wide
  store i16 %value, ptr addrspace(3) %target
  %size = call i64 @__weft_local_size_x()
  %next = add i64 %wide, %size
  br label %head
end:
  call void @__weft_barrier()
  ret void
}

; By linear ids, out of local memory, with the offset of a group that is computed in the loop.
; CHECK-LABEL: define void @linear(
define void @linear(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 %n) convergent "weft-kernel"="linear" {
entry:
  ; CHECK: call void @__weft_group_step_copy_to_global
  ; CHECK: ret void
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %width = call i64 @__weft_local_size_x()
  %row = mul i64 %y, %width
  %id = add i64 %row, %x
  %id32 = trunc i64 %id to i32
  br label %head
head:
  %i = phi i32 [ %id32, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, 256
  br i1 %more, label %body, label %end
body:
  %wide = zext i32 %i to i64
  %source = getelementptr i64, ptr addrspace(3) %tile, i64 %wide
  %value = load i64, ptr addrspace(3) %source
  %group = mul i32 %n, 256
  %offset = sext i32 %group to i64
  %start = getelementptr i64, ptr addrspace(1) %to, i64 %wide
  %target = getelementptr i64, ptr addrspace(1) %start, i64 %offset
  store i64 %value, ptr addrspace(1) %target
  %height = call i64 @__weft_local_size_y()
  %items = mul i64 %height, %width
  %items32 = trunc i64 %items to i32
  %next = add i32 %i, %items32
  br label %head
end:
  call void @__weft_barrier()
  ret void
}

; Steps of one row do not reach what the work-items begin with; nor may a narrow index wrap within
; local memory.
; CHECK-LABEL: define void @other_shares(
define void @other_shares(ptr addrspace(1) %from, ptr addrspace(3) %tile, i16 %b) convergent "weft-kernel"="other_shares" {
entry:
  ; CHECK-NOT: group_step
  ; CHECK: ret void
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %width = call i64 @__weft_local_size_x()
  %row = mul i64 %y, %width
  %id = add i64 %row, %x
  br label %head
head:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, 256
  br i1 %more, label %body, label %between
body:
  %source = getelementptr i8, ptr addrspace(1) %from, i64 %i
  %value = load i8, ptr addrspace(1) %source
  %target = getelementptr i8, ptr addrspace(3) %tile, i64 %i
  store i8 %value, ptr addrspace(3) %target
  %next = add i64 %i, %width
  br label %head
between:
  call void @__weft_barrier()
  br label %head2
head2:
  %i2 = phi i64 [ %x, %between ], [ %next2, %body2 ]
  %more2 = icmp ult i64 %i2, 256
  br i1 %more2, label %body2, label %end
body2:
  %source2 = getelementptr i8, ptr addrspace(1) %from, i64 %i2
  %value2 = load i8, ptr addrspace(1) %source2
  %narrow2 = trunc i64 %i2 to i16
  %sum2 = add i16 %narrow2, %b
  %wide2 = zext i16 %sum2 to i64
  %target2 = getelementptr i8, ptr addrspace(3) %tile, i64 %wide2
  store i8 %value2, ptr addrspace(3) %target2
  %next2 = add i64 %i2, %width
  br label %head2
end:
  call void @__weft_barrier()
  ret void
}

; A way without a barrier, one with an access before it, and a bound of each work-item's own.
; CHECK-LABEL: define void @other_ways(
define void @other_ways(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %waits) convergent "weft-kernel"="other_ways" {
entry:
  ; CHECK-NOT: group_step
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  br label %head
head:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, 64
  br i1 %more, label %body, label %fork
body:
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %target
  %next = add i64 %i, %size
  br label %head
fork:
  br i1 %waits, label %meet, label %end
meet:
  call void @__weft_barrier()
  br label %head2
head2:
  %i2 = phi i64 [ %id, %meet ], [ %next2, %body2 ]
  %more2 = icmp ult i64 %i2, 64
  br i1 %more2, label %body2, label %touch
body2:
  %source2 = getelementptr float, ptr addrspace(1) %from, i64 %i2
  %value2 = load float, ptr addrspace(1) %source2
  %target2 = getelementptr float, ptr addrspace(3) %tile, i64 %i2
  store float %value2, ptr addrspace(3) %target2
  %next2 = add i64 %i2, %size
  br label %head2
touch:
  store float 1.0, ptr addrspace(1) %from
  call void @__weft_barrier()
  br label %head3
head3:
  %i3 = phi i64 [ %id, %touch ], [ %next3, %body3 ]
  %bound3 = add i64 %id, 64
  %more3 = icmp ult i64 %i3, %bound3
  br i1 %more3, label %body3, label %meet2
body3:
  %source3 = getelementptr float, ptr addrspace(1) %from, i64 %i3
  %value3 = load float, ptr addrspace(1) %source3
  %target3 = getelementptr float, ptr addrspace(3) %tile, i64 %i3
  store float %value3, ptr addrspace(3) %target3
  %next3 = add i64 %i3, %size
  br label %head3
meet2:
  call void @__weft_barrier()
  br label %end
end:
  ret void
}

; Where one way lets some return, those that come to the loop are not all, though no branch before
; it on every way parts them.
; CHECK-LABEL: define void @some_on_one_way(
define void @some_on_one_way(ptr addrspace(1) %from, ptr addrspace(3) %tile, i1 %parts) convergent "weft-kernel"="some_on_one_way" {
entry:
  ; CHECK-NOT: group_step
  ; CHECK: ret void
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  br i1 %parts, label %fork, label %stay
fork:
  %goes = icmp ugt i64 %id, 3
  br i1 %goes, label %gone, label %stay
gone:
  ret void
stay:
  br label %head
head:
  %i = phi i64 [ %id, %stay ], [ %next, %body ]
  %more = icmp ult i64 %i, 64
  br i1 %more, label %body, label %end
body:
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i
  %value = load float, ptr addrspace(1) %source
  %target = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store float %value, ptr addrspace(3) %target
  %next = add i64 %i, %size
  br label %head
end:
  call void @__weft_barrier()
  ret void
}
