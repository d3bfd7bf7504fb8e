; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=auto>' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>&1 | FileCheck --check-prefix=ASKED %s

; Work-items that permute a vector of a whole register stay single: gangs would take the records apart
; and put them together. Neither have gangs anything to gain where whole registers stay as they lie in
; memory. Gangs are better where components are combined with each other, where few components leave the
; register empty, and where each operation of a loop waits for the one before: a gang has as many such
; chains as components.
declare i64 @__weft_local_id_x() memory(none)

; CHECK: remark: permutes.region.0: scalar: work-items fill registers with their vector types (a gang of 8 costs
; CHECK-NOT: @permutes.region.0.unmasked
; CHECK: remark: combines.region.0: vectorised, VF 8
; CHECK: remark: permutes_pairs.region.0: vectorised, VF 8
; CHECK: remark: in_sequence.region.0: vectorised, VF 8
; CHECK: remark: full_sequence.region.0: scalar: work-items fill registers
; CHECK: remark: branches.region.0: vectorised, VF 8
; CHECK: remark: waits.region.0: vectorised, VF 8
; ASKED: remark: permutes.region.0: vectorised, VF 8
define void @permutes(ptr addrspace(1) %p) convergent "weft-kernel"="permutes" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %at, align 4
  %m = shufflevector <8 x float> %v, <8 x float> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %s = fadd <8 x float> %v, %m
  store <8 x float> %s, ptr addrspace(1) %at, align 4
  ret void
}

define void @combines(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent "weft-kernel"="combines" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %at, align 4
  %x = extractelement <4 x float> %v, i64 0
  %y = extractelement <4 x float> %v, i64 1
  %z = extractelement <4 x float> %v, i64 2
  %w = extractelement <4 x float> %v, i64 3
  %a = fadd float %x, %y
  %b = fadd float %a, %z
  %c = fadd float %b, %w
  %to = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %c, ptr addrspace(1) %to, align 4
  ret void
}

define void @permutes_pairs(ptr addrspace(1) %p) convergent "weft-kernel"="permutes_pairs" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <2 x float>, ptr addrspace(1) %at, align 4
  %m = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %s = fadd <2 x float> %v, %m
  store <2 x float> %s, ptr addrspace(1) %at, align 4
  ret void
}

define void @in_sequence(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent "weft-kernel"="in_sequence" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %at, align 4
  %s = fadd <4 x float> %v, splat (float 1.0)
  %to = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %id
  store <4 x float> %s, ptr addrspace(1) %to, align 4
  ret void
}

define void @full_sequence(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent "weft-kernel"="full_sequence" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %at, align 4
  %s = fadd <8 x float> %v, splat (float 1.0)
  %to = getelementptr <8 x float>, ptr addrspace(1) %q, i64 %id
  store <8 x float> %s, ptr addrspace(1) %to, align 4
  ret void
}

; A branch that the CPU cannot foresee takes as long as many operations.
define void @branches(ptr addrspace(1) %p) convergent "weft-kernel"="branches" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x i32>, ptr addrspace(1) %at, align 4
  %x = extractelement <4 x i32> %v, i64 0
  %is = icmp slt i32 %x, 0
  br i1 %is, label %then, label %end

then:
  %s = sub <4 x i32> splat (i32 9), %v
  store <4 x i32> %s, ptr addrspace(1) %at, align 4
  br label %end

end:
  ret void
}

define void @waits(ptr addrspace(1) %p, i32 %n) convergent "weft-kernel"="waits" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %first = load float, ptr addrspace(1) %at, align 4
  %one = insertelement <8 x float> poison, float %first, i64 0
  %all = shufflevector <8 x float> %one, <8 x float> poison, <8 x i32> zeroinitializer
  %start = fadd <8 x float> %all, <float 0.0, float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0>
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <8 x float> [ %start, %entry ], [ %w, %loop ]
  %c = fmul <8 x float> %v, splat (float 0.5)
  %d = fsub <8 x float> splat (float 3.0), %c
  %e = fmul <8 x float> %d, %v
  %f = fmul <8 x float> %e, splat (float 0.25)
  %g = fsub <8 x float> splat (float 2.0), %f
  %w = fmul <8 x float> %g, %e
  %next = add i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop

end:
  %m = shufflevector <8 x float> %w, <8 x float> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %x = extractelement <8 x float> %w, i64 0
  %y = extractelement <8 x float> %m, i64 3
  %sum = fadd float %x, %y
  store float %sum, ptr addrspace(1) %at, align 4
  ret void
}
