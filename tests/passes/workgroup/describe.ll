; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-kernel-arguments,weft-work-group,weft-describe %s 2>&1 | FileCheck %s

; The program exports its table and nothing else: names and types come from Clang's metadata, memory
; needs and flags from the passes before.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

define void @free(ptr addrspace(1) %p, i32 %n) convergent "weft-kernel"="free" !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 !kernel_arg_name !4 {
  store i32 %n, ptr addrspace(1) %p
  ret void
}

define void @grouped(ptr addrspace(1) %p) convergent "weft-kernel"="grouped" !reqd_work_group_size !5 {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %v = load i64, ptr addrspace(1) %at
  call void @__weft_barrier()
  store i64 %v, ptr addrspace(1) %at
  ret void
}

; CHECK-DAG: @[[FREE:.*]] = internal constant {{.*}} c"free\00"
; CHECK-DAG: @[[GROUPED:.*]] = internal constant {{.*}} c"grouped\00"
; CHECK-DAG: @[[DATA:.*]] = internal constant {{.*}} c"data\00"
; CHECK-DAG: @[[POINTER:.*]] = internal constant {{.*}} c"int*\00"
; CHECK-DAG: @[[LENGTH:.*]] = internal constant {{.*}} c"length\00"
; Kind, address, access and type qualifiers, offset, size, two numbers of images: a global pointer, a const value.
; CHECK-DAG: ptr @[[DATA]], ptr @[[POINTER]], i32 1, i32 4507, i32 4515, i32 0, i32 0, i32 8, i32 0, i32 0 }
; CHECK-DAG: ptr @[[LENGTH]], ptr @{{.*}}, i32 0, i32 4510, i32 4515, i32 1, i32 8, i32 4, i32 0, i32 0 }
; CHECK-DAG: c"reqd_work_group_size(8,4,1)\00"
; Two arguments in 12 bytes; no context array. One in 8; a context array of 8 bytes for each work-item, that size.
; CHECK-DAG: ptr @[[FREE]], ptr @kernel_free, ptr @{{.*}}, i32 2, i32 12, i64 0, i64 0, i64 0,
; CHECK-DAG: ptr @[[GROUPED]], ptr @kernel_grouped, ptr @{{.*}}, i32 1, i32 8, i64 0, i64 0, i64 8, i64 0, i64 0, i32 8, i32 4, i32 1,
; CHECK: @weft_program_v1 = weak constant {{.*}}@weft.kernels
; CHECK-NOT: define void
; CHECK: define internal void @kernel_free(
; CHECK: define internal void @kernel_grouped(

!0 = !{i32 1, i32 0}
!1 = !{!"none", !"none"}
!2 = !{!"int*", !"int"}
!3 = !{!"", !"const"}
!4 = !{!"data", !"length"}
!5 = !{i32 8, i32 4, i32 1}
