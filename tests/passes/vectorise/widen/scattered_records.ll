; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v4 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,GATHERS
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=8>' %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,SINGLE

; Scattered records of 4 or 8 bytes are words: gathered and scattered where the CPU can, or stored
; one by one.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal i32 @bytes.region.0.unmasked(
; GATHERS: [[WORDS:%.*]] = call <8 x i32> @llvm.masked.gather.v8i32{{.*}}(<8 x ptr addrspace(1)> align 1
; GATHERS: bitcast <8 x i32> [[WORDS]] to <32 x i8>
; SINGLE-COUNT-8: load <4 x i8>
; CHECK: [[WRITTEN:%.*]] = bitcast <32 x i8> {{.*}} to <8 x i32>
; GATHERS: call void @llvm.masked.scatter.v8i32{{.*}}(<8 x i32> [[WRITTEN]], <8 x ptr addrspace(1)> align 1
; SINGLE: [[LAST:%.*]] = extractelement <8 x i32> [[WRITTEN]], i64 7
; SINGLE: store i32 [[LAST]], ptr addrspace(1) {{.*}}, align 1
; CHECK: ret i32 0
define void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %places) convergent "weft-kernel"="bytes" {
  %id = call i64 @__weft_local_id_x()
  %at.place = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %at.place
  %at = getelementptr <4 x i8>, ptr addrspace(1) %p, i64 %place
  %v = load <4 x i8>, ptr addrspace(1) %at, align 1
  %turned = shufflevector <4 x i8> %v, <4 x i8> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %to = getelementptr i8, ptr addrspace(1) %at, i64 4096
  store <4 x i8> %turned, ptr addrspace(1) %to, align 1
  ret void
}

; Larger ones are loaded and stored as vectors.
; CHECK-LABEL: define internal i32 @large.region.0.unmasked(
; CHECK-COUNT-8: load <4 x i32>, ptr
; CHECK-COUNT-8: store <4 x i32>
; CHECK: ret i32 0
define void @large(ptr addrspace(1) %p, ptr addrspace(1) %places) convergent "weft-kernel"="large" {
  %id = call i64 @__weft_local_id_x()
  %at.place = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %at.place
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i64 %place
  %v = load <4 x i32>, ptr addrspace(1) %at, align 4
  %turned = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %to = getelementptr i8, ptr addrspace(1) %at, i64 4096
  store <4 x i32> %turned, ptr addrspace(1) %to, align 4
  ret void
}
