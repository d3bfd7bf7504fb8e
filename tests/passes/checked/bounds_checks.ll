; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-bounds-checks %s 2>&1 | FileCheck %s

; An access to an argument's object is compared with its extent, and reported if it lies outside, or
; made and reported if the object's flags forbid it. The two accesses of a block have one check.

; CHECK: @weft.site = private constant {{.*}} i32 2, i32 5, i32 0, i32 4, i32 0, i32 1, i32 0, i32 0 }, align 8
; CHECK-LABEL: define void @copy(
define void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %i) "weft-kernel"="copy" "weft-user-code" !dbg !4 {
  ; CHECK: call ptr addrspace(2) @__weft_launch()
  ; CHECK: mul i64 %i, 4
  ; CHECK: %[[LIMIT:.*]] = call i64 @llvm.usub.sat.i64(i64 %{{.*}}, i64 3)
  ; CHECK: %inside = icmp ult i64 %{{.*}}, %[[LIMIT]]
  ; CHECK: %[[BOTH:.*]] = and i1 %inside, %
  ; CHECK: %[[ALL:.*]] = call i1 @__weft_all_lanes(i1 %[[BOTH]])
  ; CHECK: br i1 %[[ALL]], label %.inside, label %.outside, {{.*}}!prof
  %a = getelementptr inbounds i32, ptr addrspace(1) %from, i64 %i
  %v = load i32, ptr addrspace(1) %a, !dbg !5
  %b = getelementptr inbounds i32, ptr addrspace(1) %to, i64 %i
  store i32 %v, ptr addrspace(1) %b, !dbg !6
  ; CHECK: .inside:
  ; CHECK-NEXT: %v = load
  ; CHECK-NOT: call
  ; CHECK: store i32 %v
  ; CHECK: br label %.checked
  ; CHECK: .outside:
  ; CHECK: %[[IN:inside[0-9]*]] = icmp ult i64
  ; CHECK: %[[PERMITTED:.*]] = icmp eq i64
  ; CHECK: %[[RIGHT:.*]] = and i1 %[[IN]], %[[PERMITTED]]
  ; CHECK: br i1 %[[RIGHT]], label %[[ACCESS:inside[0-9]*]], label %outside
  ; CHECK: outside:
  ; CHECK: call void @__weft_rare_report(ptr %{{.*}}, ptr %{{.*}}, ptr @weft.site, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
  ; CHECK: br i1 %[[IN]], label %[[ACCESS]], label %access.end
  ; CHECK: phi i32 [ %{{.*}}, %inside{{.*}} ], [ 0, %outside{{.*}} ]
  ret void
}

; Known places need no check, and memory of the launch has none.
; CHECK-LABEL: define i64 @known(
define i64 @known(ptr addrspace(1) %to) "weft-kernel"="known" "weft-user-code" {
  ; CHECK-NOT: __weft_all_lanes
  ; CHECK: ret i64
  %array = alloca [4 x i32]
  %last = getelementptr i32, ptr %array, i64 3
  store i32 1, ptr %last
  %launch = call ptr addrspace(2) @__weft_launch()
  %size = load i64, ptr addrspace(2) %launch
  ret i64 %size
}

; The offset of a pointer that walks through a buffer walks beside it; a pointer that was loaded has the
; object that the driver finds.
; CHECK-LABEL: define void @walk(
define void @walk(ptr addrspace(1) %from, ptr addrspace(1) %pointers) "weft-kernel"="walk" "weft-user-code" {
entry:
  br label %loop

loop:
  ; CHECK: %offset = phi i64
  ; CHECK: %p = phi ptr addrspace(1)
  %p = phi ptr addrspace(1) [ %from, %entry ], [ %next, %loop ]
  %v = load i32, ptr addrspace(1) %p
  %next = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %again = icmp ne i32 %v, 0
  br i1 %again, label %loop, label %end

end:
  ; CHECK: %q{{.*}} = phi ptr addrspace(1)
  ; CHECK: call i64 @__weft_call_look_up(ptr %{{.*}}, ptr %{{.*}}, i64 %[[ADDRESS:.*]], i32 0)
  ; CHECK: call i64 @__weft_call_look_up(ptr %{{.*}}, ptr %{{.*}}, i64 %[[ADDRESS]], i32 1)
  %q = load ptr addrspace(1), ptr addrspace(1) %pointers
  store i32 1, ptr addrspace(1) %q
  ret void
}

; What does not depend on accesses has no copy in the cold code, and no phi behind it.
; CHECK-LABEL: define i64 @behind(
define i64 @behind(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %i) "weft-kernel"="behind" "weft-user-code" {
  ; CHECK: %more = add i64 %i, 7
  ; CHECK: br i1 %{{.*}}, label %.inside, label %.outside
  ; CHECK-NOT: phi i64
  ; CHECK: ret i64 %more
  %a = getelementptr i32, ptr addrspace(1) %from, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %more = add i64 %i, 7
  %b = getelementptr i32, ptr addrspace(1) %to, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret i64 %more
}

declare ptr addrspace(2) @__weft_launch()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "copy", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 5, scope: !4)
!6 = !DILocation(line: 3, column: 5, scope: !4)
