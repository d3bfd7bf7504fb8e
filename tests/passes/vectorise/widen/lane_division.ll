; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=znver5 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=16>' %s 2>&1 | FileCheck %s --check-prefixes=CHECK,DOUBLE
; RUN: weft-opt -cpu=znver3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=16>' %s 2>&1 | FileCheck %s --check-prefix=GUARDED
; RUN: weft-opt -cpu=x86-64-v4 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=16>' %s 2>&1 | FileCheck %s --check-prefixes=CHECK,FLOAT

; Numbers of 32 bits, by others of each lane: one division in double where the CPU is fast at it, or
; two steps in float. A quotient with a sign may be 2^31 and is cut off;
; where no vector of doubles becomes one of 64-bit integers, the guard against that stays.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal i32 @quotients.region.0.unmasked(
; GUARDED-LABEL: define internal i32 @quotients.region.0.unmasked(
; GUARDED: %[[REAL:.*]] = fdiv <16 x double>
; GUARDED-NEXT: %[[QUOTIENT:.*]] = fptosi <16 x double> %[[REAL]] to <16 x i32>
; DOUBLE: sitofp <16 x i32> %{{.*}} to <16 x double>
; DOUBLE: %[[REAL:.*]] = fdiv <16 x double>
; DOUBLE: %[[LONG:.*]] = fptosi <16 x double> %[[REAL]] to <16 x i64>
; DOUBLE: trunc <16 x i64> %[[LONG]] to <16 x i32>
; DOUBLE: %[[POSITIVE:.*]] = fdiv <16 x double>
; DOUBLE: %[[QUOTIENT:.*]] = fptoui <16 x double> %[[POSITIVE]] to <16 x i32>
; DOUBLE: %[[PRODUCT:.*]] = mul <16 x i32> %[[QUOTIENT]],
; DOUBLE: sub <16 x i32> %{{.*}}, %[[PRODUCT]]
; DOUBLE-NOT: icmp uge
; FLOAT-NOT: <16 x double>
; FLOAT: fdiv <16 x float>
; FLOAT: icmp uge <16 x i32>
; CHECK: ret i32 0
define void @quotients(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="quotients" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = load i32, ptr addrspace(1) %out.at
  %divisor = or i32 %v, 1
  %q = sdiv i32 %old, %divisor
  %r = urem i32 %old, %divisor
  %sum = xor i32 %q, %r
  store i32 %sum, ptr addrspace(1) %out.at
  ret void
}
