; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-target-arithmetic %s 2>&1 | FileCheck %s

; Vectors of 64-bit integers over one variable: the inverse is computed before the loop, from a
; divisor that may be 0 there, and each division is a product.

; CHECK-LABEL: @in_loops
; CHECK: entry:
; CHECK-NEXT: br
; CHECK: outer:
; CHECK: %[[DIVISOR:.*]] = load i64
; CHECK: %[[KNOWN:.*]] = freeze i64 %[[DIVISOR]]
; CHECK-NEXT: %[[SAFE:.*]] = call i64 @llvm.umax.i64(i64 %[[KNOWN]], i64 1)
; CHECK: call i64 @llvm.ctlz.i64(i64 %[[SAFE]], i1 false)
; CHECK-COUNT-1: udiv i32
; CHECK-NOT: udiv
; CHECK: br label %inner
; CHECK: inner:
; CHECK-NOT: div
; CHECK-COUNT-9: mul <4 x i64>
; CHECK-NEXT: sub <4 x i64>
; CHECK-NOT: mul
; CHECK: ret void
define void @in_loops(ptr %p, ptr %divisors) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %at = getelementptr i64, ptr %divisors, i64 %k
  %d = load i64, ptr %at
  %one = insertelement <4 x i64> poison, i64 %d, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %place = getelementptr <4 x i64>, ptr %p, i64 %i
  %x = load <4 x i64>, ptr %place
  %q = udiv <4 x i64> %x, %all
  %r = urem <4 x i64> %x, %all
  %sum = xor <4 x i64> %q, %r
  store <4 x i64> %sum, ptr %place
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %inner, label %latch
latch:
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 100
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; Magnitudes are divided, and need no step for dividends above 2^63.
; CHECK-LABEL: @signed
; CHECK: call i64 @llvm.abs.i64
; CHECK: %[[SIGNS:.*]] = ashr <8 x i64> %x, splat (i64 63)
; CHECK: %[[DIGITS:.*]] = xor <8 x i64> %x, %[[SIGNS]]
; CHECK-NEXT: %[[SIZE:.*]] = sub <8 x i64> %[[DIGITS]], %[[SIGNS]]
; CHECK-NOT: div
; CHECK: %[[SUM:.*]] = add <8 x i64> %{{.*}}, %[[SIZE]]
; CHECK: lshr <8 x i64> %[[SUM]],
; CHECK: ret <8 x i64>
define <8 x i64> @signed(<8 x i64> %x, i64 %d) {
  %one = insertelement <8 x i64> poison, i64 %d, i64 0
  %all = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  %q = sdiv <8 x i64> %x, %all
  ret <8 x i64> %q
}

; The inverse takes longer than a few divisions, unless a loop repeats them.
; CHECK-LABEL: @few
; CHECK: udiv <4 x i64> %x, %all
define <4 x i64> @few(<4 x i64> %x, i64 %d) {
  %one = insertelement <4 x i64> poison, i64 %d, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %q = udiv <4 x i64> %x, %all
  ret <4 x i64> %q
}

; Each lane has its own divisor.
; CHECK-LABEL: @varying
; CHECK: udiv <8 x i64> %x, %d
define <8 x i64> @varying(<8 x i64> %x, <8 x i64> %d) {
  %q = udiv <8 x i64> %x, %d
  ret <8 x i64> %q
}
