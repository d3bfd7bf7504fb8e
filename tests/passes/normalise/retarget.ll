; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-retarget %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=znver3 -passes=weft-retarget %s 2>&1 | FileCheck --check-prefix=AVOIDED %s

; Code leaves out instructions that are slow beside AVX.
; AVOIDED: "target-cpu"="znver3" "target-features"="{{.*}}-sse4a{{[",]}}

; Events, images and samplers become numbers in every signature, functions named like C's are renamed, convergent stays where a region may end, and variables are where a
; debugger of the host finds them.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: {{spir(64|_)}}
; CHECK: target triple = "{{[a-z0-9_]+}}-{{.*}}linux

declare spir_func void @__weft_barrier() convergent
declare spir_func i64 @__weft_event_value(target("spirv.Event"))

; CHECK: define {{.*}}float @sinf.program(float %x)
define spir_func float @sinf(float %x) convergent {
  ret float %x
}

; CHECK: define i64 @chain(i64 %e, i1 %c) #[[PLAIN:[0-9]+]]
define spir_func target("spirv.Event") @chain(target("spirv.Event") %e, i1 %c) convergent {
  ; CHECK: %slot = alloca [2 x i64]
  %slot = alloca [2 x target("spirv.Event")]
  ; CHECK: getelementptr [2 x i64], ptr %slot
  %p = getelementptr [2 x target("spirv.Event")], ptr %slot, i64 0, i64 1
  ; CHECK: store i64 %e
  store target("spirv.Event") %e, ptr %p
  ; CHECK: load i64
  %l = load target("spirv.Event"), ptr %p
  ; CHECK: select i1 %c, i64 %l, i64 0
  %s = select i1 %c, target("spirv.Event") %l, target("spirv.Event") zeroinitializer
  ret target("spirv.Event") %s
}

; A sampler of the program has no limit to the levels of mipmaps. Parameters say what they were.
; CHECK: define i32 @sampled(i64 "weft-opaque"="spirv.Sampler" %s)
define spir_func i32 @sampled(target("spirv.Sampler") %s) {
  ; CHECK: store i64 -281474976710639
  %slot = alloca target("spirv.Sampler")
  %made = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 17)
  store target("spirv.Sampler") %made, ptr %slot
  ret i32 0
}

declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)

; CHECK: define i64 @image(i64 "weft-opaque"="spirv.Image" %image, i64 "weft-opaque"="spirv.Image" %other, i1 %c)
define spir_func i64 @image(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other, i1 %c) {
  ; CHECK-NEXT: %one = select i1 %c, i64 %image, i64 %other
  ; CHECK-NEXT: call <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %one, i64 0, i32 17, <2 x i32> zeroinitializer)
  ; CHECK-NEXT: ret i64 %one
  %one = select i1 %c, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %other
  %number = call spir_func i64 @_Z18__weft_image_value14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %one)
  %texel = call spir_func <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64 %number, i64 0, i32 17, <2 x i32> zeroinitializer)
  ret i64 %number
}

declare spir_func i64 @_Z18__weft_image_value14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
; CHECK: declare <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>) #[[READ:[0-9]+]]
declare spir_func <4 x i32> @_Z17__weft_image_readmmjDv2_j(i64, i64, i32, <2 x i32>)

; CHECK: define i32 @seen(i32 %value)
define spir_func i32 @seen(i32 %value) !dbg !4 {
  %place = alloca i32
  ; CHECK: #dbg_declare(ptr %place, !{{[0-9]+}}, !DIExpression(), !
  #dbg_declare(ptr %place, !6, !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !7)
  ; CHECK: #dbg_value(i32 %value, !{{[0-9]+}}, !DIExpression(DW_OP_constu, 3, DW_OP_plus, DW_OP_stack_value), !
  #dbg_value(i32 %value, !6, !DIExpression(DW_OP_constu, 3, DW_OP_plus, DW_OP_stack_value), !7)
  ret i32 %value
}

; CHECK: define void @k(ptr addrspace(1) %out) #[[KERNEL:[0-9]+]]
define spir_kernel void @k(ptr addrspace(1) %out) convergent {
  %a = call spir_func float @sinf(float 1.0)
  store float %a, ptr addrspace(1) %out
  ; CHECK: %e = call i64 @chain(i64 0, i1 true)
  %e = call spir_func target("spirv.Event") @chain(target("spirv.Event") zeroinitializer, i1 true)
  ; CHECK-NEXT: store i64 %e
  %n = call spir_func i64 @__weft_event_value(target("spirv.Event") %e)
  store i64 %n, ptr addrspace(1) %out
  call spir_func void @__weft_barrier()
  ret void
}
; CHECK: attributes #[[PLAIN]] = { nounwind {{.*}}"target-cpu"
; CHECK: attributes #[[KERNEL]] = { convergent nounwind {{.*}}"target-cpu"={{.*}}"weft-kernel"="k"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !DISubroutineType(types: !3)
!3 = !{null}
!4 = distinct !DISubprogram(name: "seen", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "value", scope: !4, file: !1, line: 1, type: !5)
!7 = !DILocation(line: 1, scope: !4)
!8 = !{i32 2, !"Debug Info Version", i32 3}
