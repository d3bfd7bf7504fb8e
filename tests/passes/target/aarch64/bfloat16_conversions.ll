; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: aarch64-registered-target
; RUN: weft-opt -cpu=neoverse-v1 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=neoverse-n1 -passes=weft-target-arithmetic %s 2>&1 | FileCheck --check-prefix=NONE %s
; NONE: @library
; NONE-NOT: fptrunc

; As the kernel library does it, in registers of 128 bits.
; CHECK-LABEL: @library
; CHECK: %[[LOW:.*]] = shufflevector <8 x float> %x, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: %[[B:.*]] = fptrunc <4 x float> %[[LOW]] to <4 x bfloat>
; CHECK-NEXT: bitcast <4 x bfloat> %[[B]] to <4 x i16>
; CHECK: fptrunc <4 x float>
; CHECK-NOT: select
define <8 x i16> @library(<8 x float> %x) {
  %bits = bitcast <8 x float> %x to <8 x i32>
  %half = add <8 x i32> %bits, splat (i32 32767)
  %upper = lshr <8 x i32> %bits, splat (i32 16)
  %odd = and <8 x i32> %upper, splat (i32 1)
  %rounded = add <8 x i32> %half, %odd
  %quiet = or <8 x i32> %bits, splat (i32 4194304)
  %isnan = fcmp uno <8 x float> %x, zeroinitializer
  %chosen = select <8 x i1> %isnan, <8 x i32> %quiet, <8 x i32> %rounded
  %shifted = lshr <8 x i32> %chosen, splat (i32 16)
  %r = trunc nuw <8 x i32> %shifted to <8 x i16>
  ret <8 x i16> %r
}

; Bits that come as an integer, a comparison of integers, and the other order of the sum.
; CHECK-LABEL: @integers
; CHECK: %[[F:.*]] = bitcast i32 %bits to float
; CHECK-NEXT: fptrunc float %[[F]] to bfloat
define i16 @integers(i32 %bits) {
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %odd, 32767
  %rounded = add i32 %bits, %half
  %quiet = or i32 %bits, 4194304
  %magnitude = and i32 %bits, 2147483647
  %isnan = icmp ugt i32 %magnitude, 2139095040
  %chosen = select i1 %isnan, i32 %quiet, i32 %rounded
  %shifted = lshr i32 %chosen, 16
  %r = trunc i32 %shifted to i16
  ret i16 %r
}

; The opposite comparison.
; CHECK-LABEL: @ordered
; CHECK: fptrunc float %x to bfloat
define i16 @ordered(float %x) {
  %bits = bitcast float %x to i32
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %bits, %odd
  %rounded = add i32 %half, 32767
  %quiet = or i32 %bits, 4194304
  %isnumber = fcmp ord float %x, 0.0
  %chosen = select i1 %isnumber, i32 %rounded, i32 %quiet
  %shifted = lshr i32 %chosen, 16
  %r = trunc i32 %shifted to i16
  ret i16 %r
}

; Not the same for NaNs; another float is tested; half of another place is added.
; CHECK-LABEL: @others
; CHECK-NOT: fptrunc
define i16 @others(float %x, float %y) {
  %bits = bitcast float %x to i32
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %bits, %odd
  %rounded = add i32 %half, 32767
  %quiet = or i32 %bits, 4194304
  %isnan = fcmp uno float %y, 0.0
  %chosen = select i1 %isnan, i32 %quiet, i32 %rounded
  %shifted = lshr i32 %chosen, 16
  %a = trunc i32 %shifted to i16
  %shifted.plain = lshr i32 %rounded, 16
  %b = trunc i32 %shifted.plain to i16
  %rounded.less = add i32 %half, 32766
  %isnan.x = fcmp uno float %x, 0.0
  %chosen.less = select i1 %isnan.x, i32 %quiet, i32 %rounded.less
  %shifted.less = lshr i32 %chosen.less, 16
  %c = trunc i32 %shifted.less to i16
  %ab = xor i16 %a, %b
  %abc = xor i16 %ab, %c
  ret i16 %abc
}
