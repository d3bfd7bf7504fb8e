; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-debugged-kernels %s 2>&1 | FileCheck %s

; Functions with lines are marked, and their accesses volatile. A kernel takes over the body that
; Clang calls, with its name for debuggers and without that of the linker.

; CHECK: define void @k(i32 %x) #[[DEBUGGED:[0-9]+]] !dbg ![[K:[0-9]+]]
; CHECK-NEXT: %x.addr = alloca i32
; CHECK-NEXT: #dbg_declare(
; CHECK-NEXT: store volatile i32 %x, ptr %x.addr
; CHECK-NEXT: ret void
define void @k(i32 %x) "weft-kernel"="k" !dbg !3 {
  call void @__clang_ocl_kern_imp_k(i32 %x), !dbg !8
  ret void, !dbg !8
}

; CHECK-NOT: @__clang_ocl_kern_imp_k
define void @__clang_ocl_kern_imp_k(i32 %x) !dbg !4 {
  %x.addr = alloca i32
  #dbg_declare(ptr %x.addr, !18, !DIExpression(), !9)
  store i32 %x, ptr %x.addr
  ret void, !dbg !9
}

; Another kernel calls the body of this one, which both have.
; CHECK: define void @called(i32 %x) #[[CALLED:[0-9]+]] !dbg
; CHECK-NEXT: %y = alloca i32
define void @called(i32 %x) "weft-kernel"="called" !dbg !10 {
  call void @__clang_ocl_kern_imp_called(i32 %x), !dbg !12
  ret void, !dbg !12
}

; CHECK: define void @__clang_ocl_kern_imp_called(
define void @__clang_ocl_kern_imp_called(i32 %x) !dbg !11 {
  %y = alloca i32
  ret void
}

define void @caller() "weft-kernel"="caller" !dbg !13 {
  call void @__clang_ocl_kern_imp_called(i32 1), !dbg !14
  ret void
}

; A variable without accesses has a use, and what is no variable can become a value.
; CHECK: define void @helper(ptr %p, ptr %q) #[[HELPER:[0-9]+]] !dbg
; CHECK-NEXT: %unused = alloca i32
; CHECK-NEXT: %temporary = alloca i32
; CHECK-NEXT: #dbg_declare(ptr %unused,
; CHECK-NEXT: call void (...) @llvm.fake.use(ptr %unused)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 true)
; CHECK-NEXT: load atomic i32, ptr %p monotonic
; CHECK-NEXT: store i32 1, ptr %temporary
; CHECK-NEXT: store volatile i32 1, ptr %q
define void @helper(ptr %p, ptr %q) !dbg !5 {
  %unused = alloca i32
  %temporary = alloca i32
  #dbg_declare(ptr %unused, !15, !DIExpression(), !17)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  %a = load atomic i32, ptr %p monotonic, align 4
  store i32 1, ptr %temporary
  store i32 1, ptr %q
  ret void
}

; One of the library has none.
; CHECK: define void @library() {
define void @library() {
  ret void
}

; CHECK: define void @meets() #[[MEETS:[0-9]+]] !dbg
define void @meets() "weft-kernel"="meets" "weft-uses-sub-groups" !dbg !6 {
  ret void
}

; CHECK: attributes #[[DEBUGGED]] = {{.*}}"frame-pointer"="all" "weft-debugged"
; CHECK: attributes #[[CALLED]] = {{.*}}"weft-kernel"="called"
; CHECK: attributes #[[HELPER]] = {{.*}}"weft-debugged"
; CHECK: attributes #[[MEETS]] = {{.*}}"weft-debugged"
; CHECK: ![[K]] = distinct !DISubprogram(name: "k", scope
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "k", linkageName: "__clang_ocl_kern_imp_k", scope: !1, file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "helper", scope: !1, file: !1, line: 5, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "meets", scope: !1, file: !1, line: 7, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !{})
!8 = !DILocation(line: 1, scope: !3)
!9 = !DILocation(line: 2, scope: !4)
!10 = distinct !DISubprogram(name: "called", scope: !1, file: !1, line: 9, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "called", linkageName: "__clang_ocl_kern_imp_called", scope: !1, file: !1, line: 9, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 9, scope: !10)
!13 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 11, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 11, scope: !13)
!15 = !DILocalVariable(name: "unused", scope: !5, file: !1, line: 6, type: !16)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !DILocation(line: 6, scope: !5)
!18 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !16)
