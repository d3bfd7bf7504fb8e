; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>&1 | FileCheck %s

; A region gets a vector version where that is estimated to pay, and a remark says so. A region whose
; work must run lane by lane stays scalar; where the CPU gathers, lanes at fixed distances from one base
; are no such work. Where the source is known, remarks name it and vector code
; keeps its lines.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-DAG: remark: {{.*}}pays.region.0: vectorised, VF 4
; CHECK-DAG: remark: {{.*}}loses.region.0: scalar: too much would be replicated for each lane
; CHECK-DAG: remark: k.cl:7: debugged.region.0: vectorised, VF 4
; CHECK-DAG: remark: {{.*}}gathers.region.0: vectorised, VF 4
; CHECK-DAG: remark: {{.*}}collects.region.0: scalar: too much would be replicated for each lane
; CHECK: define internal i32 @pays.region.0.unmasked(
; CHECK-NOT: define {{.*}}@loses.region.0.unmasked(
; CHECK: define internal i32 @gathers.region.0.unmasked(
; CHECK: %[[FAR:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, <4 x i64> <i64 0, i64 68, i64 136, i64 204>
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %[[FAR]]
; CHECK: define internal i32 @debugged.region.0.unmasked(
; CHECK: fmul <4 x float> {{.*}}, !dbg
define void @pays(ptr addrspace(1) %data) convergent "weft-kernel"="pays" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %at
  ret void
}

define void @loses(ptr addrspace(1) %data) convergent "weft-kernel"="loses" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %a = atomicrmw add ptr addrspace(1) %at, i32 1 monotonic
  %b = atomicrmw xor ptr addrspace(1) %at, i32 %a monotonic
  %c = atomicrmw add ptr addrspace(1) %at, i32 %b monotonic
  ret void
}

define void @gathers(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="gathers" "prefer-vector-width"="128" "target-features"="+avx,+avx512vl" {
  %id = call i64 @__weft_local_id_x()
  %from = mul i64 %id, 17
  %at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %at
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %v, ptr addrspace(1) %out.at
  ret void
}

define void @collects(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="collects" "target-features"="+avx" {
  %id = call i64 @__weft_local_id_x()
  %from = mul i64 %id, 17
  %at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %at
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %v, ptr addrspace(1) %out.at
  ret void
}

define void @debugged(ptr addrspace(1) %data) convergent "weft-kernel"="debugged" !dbg !4 {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %at
  %square = fmul float %v, %v, !dbg !7
  store float %square, ptr addrspace(1) %at
  ret void
}

!llvm.module.flags = !{!1}
!llvm.dbg.cu = !{!3}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "k.cl", directory: "")
!3 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!4 = distinct !DISubprogram(name: "debugged", file: !2, line: 1, type: !5, unit: !3, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 7, scope: !4)
