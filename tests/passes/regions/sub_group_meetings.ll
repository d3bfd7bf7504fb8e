; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-regions %s 2>&1 | FileCheck %s

; For a debugger work-items have stacks, and wait at operations of sub-groups for those that come to
; the same place: the number of the loop, its round, the number of the operation.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i32 @__weft_sub_group_lane()
declare i32 @__weft_sub_group_reduce_add_u32(i32) convergent memory(none)
declare i32 @__weft_sub_group_shuffle_i32(i32, i32) convergent memory(none)

; Work-items wait at the start, which is line 1; then the lane is a number of the record.
; CHECK: @work.item.lines = private constant [3 x i32] [i32 1, i32 3, i32 4]
; CHECK-LABEL: define internal void @k.item(ptr %0)
; CHECK: %round = alloca i64
; CHECK: call void @weft_switch_work_item(
; CHECK: and i64 %{{[0-9]+}}, 7
; CHECK: store i64 0, ptr %round
; CHECK: loop:
; CHECK: %[[ROUND:[0-9]+]] = load i64, ptr %round
; CHECK: %[[NEXT:[0-9]+]] = add i64 %[[ROUND]], 1
; CHECK: store i64 %[[NEXT]], ptr %round
; CHECK: store ptr @weft_meeting___weft_sub_group_reduce_add_u32.8
; CHECK: store i64 [[LOOP:[0-9]+]], ptr
; CHECK: load i64, ptr %round
; CHECK: call void @weft_switch_work_item(
; Behind the loop: a path that is shorter.
; CHECK: store ptr null
; CHECK: store i64 0, ptr
; CHECK: store i64 0, ptr
; CHECK: call void @weft_switch_work_item(

; The operation has an element for each lane; inactive ones count for nothing.
; CHECK-LABEL: define internal void @weft_meeting___weft_sub_group_reduce_add_u32.8(ptr %0)
; CHECK: %[[VALUES:[0-9]+]] = load <8 x i64>
; CHECK: %[[ACTIVE:[0-9]+]] = bitcast i8 %{{[0-9]+}} to <8 x i1>
; CHECK: %[[NUMBERS:[0-9]+]] = trunc <8 x i64> %[[VALUES]] to <8 x i32>
; CHECK: select <8 x i1> %[[ACTIVE]], <8 x i32> %[[NUMBERS]], <8 x i32> zeroinitializer
; CHECK: store <8 x i64>

; The first region makes records; in the second one a work-item runs with its sub-group, unless it has.
; CHECK-LABEL: define internal i32 @k.region.0(
; CHECK: call void @weft_start_work_item(
; CHECK-LABEL: define internal i32 @k.region.1(
; CHECK: br i1 %{{[0-9]+}}, label %then, label %after
; CHECK: call void @weft_run_sub_group(
; CHECK-LABEL: define internal void @weft_run_sub_group(

define void @k(ptr addrspace(1) %out) "weft-kernel"="k" "weft-debugged" "weft-uses-sub-groups" "weft-sub-group-size"="8" !dbg !3 !weft.arguments !8 {
  %lane = call i32 @__weft_sub_group_lane(), !dbg !7
  br label %loop, !dbg !7
loop:
  %sum = call i32 @__weft_sub_group_reduce_add_u32(i32 %lane) convergent, !dbg !9
  %more = icmp ult i32 %sum, %lane, !dbg !9
  br i1 %more, label %loop, label %end, !dbg !9
end:
  %other = call i32 @__weft_sub_group_shuffle_i32(i32 %sum, i32 %lane) convergent, !dbg !11
  store i32 %other, ptr addrspace(1) %out, !dbg !11
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 2, scope: !3)
!8 = !{i32 8, !10}
!9 = !DILocation(line: 3, scope: !3)
!10 = !{i32 1, i32 1, i32 0, i32 8}
!11 = !DILocation(line: 4, scope: !3)
