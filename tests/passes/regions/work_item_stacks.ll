; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-regions %s 2>&1 | FileCheck %s

; For a debugger the kernel is one function with all its regions, which a work-item calls once. At a
; barrier and at its end it leaves the number of the split and switches to the stack of the group.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare void @__weft_barrier() convergent
declare i64 @__weft_local_id_x()
declare i64 @__weft_local_id_y()
declare i64 @__weft_group_id_y()
declare ptr addrspace(2) @__weft_launch()

; CHECK: define internal void @weft_switch_work_item(ptr %0, ptr %1) #[[NAKED:[0-9]+]]
; CHECK-LABEL: define internal void @k.item(ptr %0)
; CHECK: %value = alloca i64
; CHECK: #dbg_declare(ptr %__work_item.address, ![[RECORD:[0-9]+]], !DIExpression(DW_OP_deref)
; CHECK: #dbg_declare(ptr %value,
; CHECK: store i64 1, ptr
; CHECK: call void @weft_switch_work_item(
; CHECK: load i64, ptr %value
; CHECK: store i64 0, ptr
; CHECK: call void @weft_end_work_item(
; CHECK: unreachable

; A region function makes the record, whose kernel arguments follow what all records have, then
; starts the work-item, which runs to the next split.
; CHECK-LABEL: define internal i32 @k.region.0(
; CHECK: call void @weft_start_work_item(ptr %{{[0-9]+}}, ptr @k.item)
; CHECK: %[[NEXT:[0-9]+]] = load i64
; CHECK: %[[NUMBER:[0-9]+]] = trunc i64 %[[NEXT]] to i32
; CHECK: ret i32 %[[NUMBER]]
; CHECK-LABEL: define internal i32 @k.region.1(
; CHECK-NOT: @k.item
; CHECK: call void @weft_switch_work_item(

; Without barriers work-items have one record in turn, and its first one stores what is the same for
; the group. None waits.
; CHECK-LABEL: define internal void @plain.item(ptr %0)
; The record has global ids.
; CHECK: %[[PLACE:[0-9]+]] = getelementptr inbounds i8, ptr %0, i64 8
; CHECK-NEXT: %[[GLOBAL:[0-9]+]] = load i64, ptr %[[PLACE]]
; CHECK-NEXT: store i64 %[[GLOBAL]]
; CHECK-NOT: store i64 0
; CHECK: call void @weft_end_work_item(
; CHECK-LABEL: define internal i32 @plain.region.0(
; CHECK: br i1 %{{.*}}, label %first, label %each
; CHECK: first:
; CHECK: store ptr addrspace(2) %0
; CHECK: each:
; CHECK-NOT: store ptr
; CHECK: call void @weft_start_work_item(ptr %{{[0-9]+}}, ptr @plain.item)
; CHECK-NEXT: ret i32 0
; CHECK: attributes #[[NAKED]] = { naked noinline nounwind }

define void @k(ptr addrspace(1) %out) "weft-kernel"="k" "weft-debugged" !dbg !3 !weft.arguments !8 {
  %value = alloca i64
  %id = call i64 @__weft_local_id_x()
  store i64 %id, ptr %value
    #dbg_declare(ptr %value, !9, !DIExpression(), !7)
  call void @__weft_barrier() convergent, !dbg !7
  %kept = load i64, ptr %value
  store i64 %kept, ptr addrspace(1) %out
  ret void, !dbg !7
}

define void @plain(ptr addrspace(1) %out) "weft-kernel"="plain" "weft-debugged" !dbg !11 !weft.arguments !8 {
  %group = call i64 @__weft_group_id_y()
  %launch = call ptr addrspace(2) @__weft_launch()
  %size.place = getelementptr i8, ptr addrspace(2) %launch, i64 64
  %size = load i64, ptr addrspace(2) %size.place
  %first = mul i64 %group, %size
  %local = call i64 @__weft_local_id_y()
  %sum = add i64 %first, %local
  %offset.place = getelementptr i8, ptr addrspace(2) %launch, i64 16
  %offset = load i64, ptr addrspace(2) %offset.place
  %id = add i64 %sum, %offset
  store i64 %id, ptr addrspace(1) %out
  ret void, !dbg !12
}

; CHECK: ![[RECORD]] = !DILocalVariable(name: "__work_item"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DILocation(line: 3, scope: !3)
!8 = !{i32 8, !10}
!9 = !DILocalVariable(name: "value", scope: !3, file: !1, line: 2, type: !6)
!10 = !{i32 1, i32 1, i32 0, i32 8}
!11 = distinct !DISubprogram(name: "plain", scope: !1, file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 6, scope: !11)
