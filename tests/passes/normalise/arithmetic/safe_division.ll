; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-safe-division %s 2>&1 | FileCheck %s

; A divisor that may be zero, or minus one of signed numbers, becomes one. By zero the quotient is all ones, and the
; remainder the dividend.

; CHECK-LABEL: @unsigned
define i32 @unsigned(i32 %a, i32 %b) {
  ; CHECK: %divisor = freeze i32 %b
  ; CHECK: %[[ZERO:.*]] = icmp eq i32 %divisor, 0
  ; CHECK: %[[SAFE:.*]] = select i1 %[[ZERO]], i32 1, i32 %divisor
  ; CHECK: udiv i32 %a, %[[SAFE]]
  ; CHECK: select i1 %[[ZERO]], i32 -1, i32 %q
  %q = udiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @signed
define <2 x i8> @signed(<2 x i8> %a, <2 x i8> %b) {
  ; CHECK: %divisor = freeze <2 x i8> %b
  ; CHECK: %[[IS_ZERO:.*]] = icmp eq <2 x i8> %divisor, zeroinitializer
  ; CHECK: %[[NEXT:.*]] = add <2 x i8> %divisor, splat (i8 1)
  ; CHECK: %[[UNSAFE:.*]] = icmp ult <2 x i8> %[[NEXT]], splat (i8 2)
  ; CHECK: %[[SAFE:.*]] = select <2 x i1> %[[UNSAFE]], <2 x i8> splat (i8 1), <2 x i8> %divisor
  ; CHECK: %r = srem <2 x i8> %a, %[[SAFE]]
  ; CHECK: %[[R:.*]] = select <2 x i1> %[[IS_ZERO]], <2 x i8> %a, <2 x i8> %r
  ; CHECK: ret <2 x i8> %[[R]]
  %r = srem <2 x i8> %a, %b
  ret <2 x i8> %r
}

; CHECK-LABEL: @quotient
define i32 @quotient(i32 %a, i32 %b) {
  ; CHECK: %[[IS_ZERO:.*]] = icmp eq i32 %divisor, 0
  ; CHECK: %q = sdiv i32 %a, %{{.*}}
  ; CHECK: %[[NEGATIVE:.*]] = sub i32 0, %a
  ; CHECK: %[[MINUS_ONE:.*]] = icmp eq i32 %divisor, -1
  ; CHECK: %[[REST:.*]] = select i1 %[[MINUS_ONE]], i32 %[[NEGATIVE]], i32 %q
  ; CHECK: %[[Q:.*]] = select i1 %[[IS_ZERO]], i32 -1, i32 %[[REST]]
  ; CHECK: add i32 %[[Q]], %[[Q]]
  %q = sdiv i32 %a, %b
  %twice = add i32 %q, %q
  ret i32 %twice
}

; CHECK-LABEL: @harmless
; CHECK-NEXT: sdiv i32 %a, 7
define i32 @harmless(i32 %a) {
  %q = sdiv i32 %a, 7
  ret i32 %q
}

