; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-debugged-code %s 2>&1 | FileCheck %s

; A variable stays in memory, with all accesses; Clang's temporaries become values.
; CHECK-LABEL: define i32 @variables(
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: #dbg_declare(ptr %x,
; CHECK-NEXT: store volatile i32 %a, ptr %x
; CHECK-NEXT: %b = load volatile i32, ptr %x
; CHECK-NEXT: ret i32 %b
define i32 @variables(i32 %a) "weft-debugged" !dbg !3 {
  %retval = alloca i32
  %x = alloca i32
  #dbg_declare(ptr %x, !5, !DIExpression(), !7)
  store volatile i32 %a, ptr %x, !dbg !7
  %b = load volatile i32, ptr %x, !dbg !8
  store i32 %b, ptr %retval, !dbg !8
  %c = load i32, ptr %retval, !dbg !8
  ret i32 %c, !dbg !8
}

; A branch has a place if it is alone in its block, and not behind another line's instruction.
; CHECK-LABEL: define void @branches(
; CHECK: alone:
; CHECK-NEXT: call void asm sideeffect "nop", ""(), !dbg ![[ALONE:[0-9]+]]
; CHECK-NEXT: br label %together, !dbg ![[ALONE]]
; CHECK: together:
; CHECK-NEXT: store volatile
; CHECK-NEXT: br label %behind
; CHECK: behind:
; CHECK-NEXT: store volatile
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: br label %last{{$}}
define void @branches(ptr %p) "weft-debugged" !dbg !4 {
  br label %alone
alone:
  br label %together, !dbg !9
together:
  store volatile i32 0, ptr %p, !dbg !10
  br label %behind, !dbg !10
behind:
  store volatile i32 0, ptr %p, !dbg !10
  br label %end, !dbg !9
end:
  br label %last
last:
  ret void, !dbg !10
}

; The end of a variable's life leaves no code: a brace behind it has a place.
; CHECK-LABEL: define void @lives(
; CHECK: brace:
; CHECK-NEXT: call void @llvm.lifetime.end
; CHECK-NEXT: call void asm sideeffect "nop", ""(), !dbg ![[BRACE:[0-9]+]]
; CHECK-NEXT: br label %last, !dbg ![[BRACE]]
define void @lives(i1 %c, ptr %p) "weft-debugged" !dbg !12 {
  %x = alloca i32
  #dbg_declare(ptr %x, !13, !DIExpression(), !14)
  call void @llvm.lifetime.start(ptr %x)
  store volatile i32 0, ptr %x, !dbg !14
  br i1 %c, label %then, label %brace, !dbg !14
then:
  store volatile i32 1, ptr %p, !dbg !14
  br label %brace, !dbg !14
brace:
  call void @llvm.lifetime.end(ptr %x), !dbg !15
  br label %last, !dbg !15
last:
  ret void, !dbg !14
}

; One at the function's end has not: all ways to the end come to its own place.
; CHECK-LABEL: define void @ends(
; CHECK: brace:
; CHECK-NEXT: br label %last
define void @ends(i1 %c, ptr %p) "weft-debugged" !dbg !18 {
  br i1 %c, label %brace, label %last, !dbg !19
brace:
  br label %last, !dbg !20
last:
  ret void, !dbg !20
}

; A block moves before the one that code generation will join it with.
; CHECK-LABEL: define void @joined(
; CHECK: loop:
; CHECK: body:
; CHECK: cleanup:
; CHECK-NEXT: br label %end
; CHECK: end:
define void @joined(ptr %p) "weft-debugged" !dbg !16 {
  br label %loop
loop:
  %c = load volatile i1, ptr %p, !dbg !17
  br i1 %c, label %body, label %cleanup, !dbg !17
cleanup:
  br label %end
body:
  store volatile i32 1, ptr %p, !dbg !17
  br label %loop, !dbg !17
end:
  ret void, !dbg !17
}

; Other functions stay as they are.
; CHECK-LABEL: define i32 @library(
; CHECK-NEXT: %memory = alloca i32
define i32 @library(i32 %a) {
  %memory = alloca i32
  store i32 %a, ptr %memory
  %b = load i32, ptr %memory
  ret i32 %b
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "variables", scope: !1, file: !1, line: 1, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "branches", scope: !1, file: !1, line: 11, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "x", scope: !3, file: !1, line: 2, type: !6)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 2, scope: !3)
!8 = !DILocation(line: 3, scope: !3)
!9 = !DILocation(line: 12, scope: !4)
!10 = !DILocation(line: 13, scope: !4)
!11 = !DISubroutineType(types: !{})
!12 = distinct !DISubprogram(name: "lives", scope: !1, file: !1, line: 21, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocalVariable(name: "x", scope: !12, file: !1, line: 22, type: !6)
!14 = !DILocation(line: 22, scope: !12)
!15 = !DILocation(line: 23, scope: !12)
!16 = distinct !DISubprogram(name: "joined", scope: !1, file: !1, line: 31, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!17 = !DILocation(line: 32, scope: !16)
!18 = distinct !DISubprogram(name: "ends", scope: !1, file: !1, line: 41, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!19 = !DILocation(line: 42, scope: !18)
!20 = !DILocation(line: 43, scope: !18)
