; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v2 '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck %s --check-prefixes=CHECK,V2
; RUN: weft-opt -cpu=skylake '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck %s --check-prefixes=CHECK,SKYLAKE
; RUN: weft-opt -cpu=x86-64-v4 '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck %s --check-prefixes=CHECK,V4

; The cost model answers for the CPU. TargetTransformInfo takes Skylake's gathers; the model does not.
; CHECK: Costs in function 'steps':
; V2: registers: 128 bits
; V2: i8:{{$}}
; V2: i32:{{$}}
; V2: double:{{$}}
; SKYLAKE: registers: 256 bits
; SKYLAKE: i8:{{$}}
; SKYLAKE: i32: masked access{{$}}
; SKYLAKE: double: masked access{{$}}
; V4: registers: 256 bits
; V4: i8: masked access, cheap masked stores{{$}}
; V4: i32: masked access, cheap masked stores, gather, scatter{{$}}
; V4: double: masked access, cheap masked stores, gather, scatter{{$}}

declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)

; An address that a scalar access would fold is an instruction in lanes; a load, an integer division
; and a root cost what vectors pay for them. Loops weigh 8 times as much for each level. What writes
; memory, or may read where no lane does, is never speculated.
; CHECK: %entry: weight 1, speculated 5
; CHECK-NEXT: 1, latency 0, work 0: {{.*}} getelementptr
; CHECK-NEXT: 3, latency 6, work 1: {{.*}} load
; CHECK-NEXT: 1, latency 1, work 1: {{.*}} add i32
; CHECK: %loop: weight 8, speculated 46
; CHECK: -, latency 0, work 0: {{.*}} phi
; CHECK: 40, latency 12, work 12: {{.*}} udiv
; CHECK: 6, latency {{[0-9]+}}, work {{[0-9]+}}: {{.*}} @llvm.sqrt.f32
; CHECK: %inner: weight 64, speculated
; CHECK: 1, latency 8, work 2: {{.*}} mul
; V2: 10, latency 4, work 1: {{.*}} @llvm.fma.f32
; SKYLAKE: 2, latency 4, work 1: {{.*}} @llvm.fma.f32
; V4: 2, latency 4, work 1: {{.*}} @llvm.fma.f32
; CHECK: %end: weight 1, never speculated
; CHECK: -, latency {{[0-9]+}}, work 1: {{.*}}store
define void @steps(ptr addrspace(1) dereferenceable(64) align 4 %data, i32 %n, float %x) {
entry:
  %at = getelementptr i32, ptr addrspace(1) %data, i64 1
  %v = load i32, ptr addrspace(1) %at, align 4
  %w = add i32 %v, 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %q = udiv i32 %w, 7
  %r = call float @llvm.sqrt.f32(float %x)
  br label %inner
inner:
  %j = phi i32 [ %i, %loop ], [ %m, %inner ]
  %m = mul i32 %j, %q
  %f = call float @llvm.fma.f32(float %x, float %r, float %x)
  %again = icmp ult i32 %m, %n
  br i1 %again, label %inner, label %latch
latch:
  %more = icmp ult i32 %m, 100
  br i1 %more, label %loop, label %end
end:
  store float %f, ptr addrspace(1) %data, align 4
  ret void
}
