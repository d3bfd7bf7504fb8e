; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-divergent-barriers %s 2>&1 | FileCheck %s

; A barrier in a branch that differs, and one in a uniform branch below it.
; CHECK: k.cl:3: k: barrier that some work-items of a group may not reach: the condition in line 2 may differ between them
; CHECK: k.cl:4: k: barrier that some work-items of a group may not reach: the condition in line 2 may differ between them
; Behind both ways of the branch all meet again.
; CHECK-NOT: k.cl:5
define void @k(i64 %n) "weft-kernel"="k" "weft-user-code" !dbg !4 {
  %id = call i64 @__weft_local_id_x()
  %less = icmp ult i64 %id, %n
  br i1 %less, label %then, label %end, !dbg !5
then:
  call void @__weft_barrier(), !dbg !6
  %large = icmp ugt i64 %n, 7
  br i1 %large, label %inner, label %end
inner:
  call void @__weft_barrier(), !dbg !7
  br label %end
end:
  call void @__weft_barrier(), !dbg !8
  ret void
}

; The number of rounds is the same for all.
; CHECK-NOT: uniform:
define void @uniform(i64 %n) "weft-kernel"="uniform" "weft-user-code" !dbg !9 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @__weft_barrier()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 5, scope: !4)
!6 = !DILocation(line: 3, column: 5, scope: !4)
!7 = !DILocation(line: 4, column: 5, scope: !4)
!8 = !DILocation(line: 5, column: 5, scope: !4)
!9 = distinct !DISubprogram(name: "uniform", file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
