; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefix=NATIVE %s

; Without an instruction for it, each half becomes the fraction of a double.

; CHECK-LABEL: @with_signs
; CHECK: %[[HALVES:.*]] = bitcast <4 x i64> %x to <8 x i32>
; CHECK: %[[BELOW:.*]] = shufflevector <8 x i32> %[[HALVES]], <8 x i32> splat (i32 1127219200), <8 x i32> <i32 0, i32 8, i32 2, i32 8, i32 4, i32 8, i32 6, i32 8>
; CHECK: %[[LOW:.*]] = bitcast <8 x i32> %[[BELOW]] to <4 x double>
; CHECK: %[[UPPER:.*]] = lshr <4 x i64> %x, splat (i64 32)
; CHECK: %[[BITS:.*]] = xor <4 x i64> %[[UPPER]], splat (i64 4985484789646622720)
; CHECK: %[[HIGH:.*]] = bitcast <4 x i64> %[[BITS]] to <4 x double>
; CHECK: %[[EXACT:.*]] = fsub <4 x double> %[[HIGH]], splat (double 0x4530000080100000)
; CHECK: fadd <4 x double> %[[EXACT]], %[[LOW]]
; CHECK-NOT: itofp
; NATIVE-LABEL: @with_signs
; NATIVE: sitofp
define <4 x double> @with_signs(<4 x i64> %x) {
  %result = sitofp <4 x i64> %x to <4 x double>
  ret <4 x double> %result
}

; LLVM takes the conversion with signs for what is not negative.
; CHECK-LABEL: @not_negative
; CHECK-NOT: uitofp
; CHECK: ret
define <2 x double> @not_negative(<2 x i64> %x) {
  %result = uitofp nneg <2 x i64> %x to <2 x double>
  ret <2 x double> %result
}

; LLVM has a sequence for the others, and a single work-item an instruction. A float would be
; rounded twice.
; CHECK-LABEL: @others
; CHECK: uitofp <4 x i64>
; CHECK: sitofp i64
; CHECK: sitofp <4 x i64> %x to <4 x float>
; CHECK: sitofp <4 x i32>
define void @others(<4 x i64> %x, i64 %y, <4 x i32> %z, ptr %out) {
  %a = uitofp <4 x i64> %x to <4 x double>
  store volatile <4 x double> %a, ptr %out
  %b = sitofp i64 %y to double
  store volatile double %b, ptr %out
  %c = sitofp <4 x i64> %x to <4 x float>
  store volatile <4 x float> %c, ptr %out
  %d = sitofp <4 x i32> %z to <4 x double>
  store volatile <4 x double> %d, ptr %out
  ret void
}
