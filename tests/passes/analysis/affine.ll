; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes='print<weft-affine>' %s -o /dev/null 2>&1 | FileCheck %s

; The affine forms that explain strides: over uniform values and where strides begin.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

; Sums, products with constants, shifts and complements; terms that occur twice are added up, and
; those that cancel out are gone.
; CHECK-LABEL: for function 'sums':
; CHECK:       %twice = shl i64 %id, 1
; CHECK-NEXT:    -->  {shl(lane0(%id), 1),+,2}
; CHECK-NEXT:    ==   2 * %id
; CHECK:       %both = add i64 %twice, %id
; CHECK:         ==   3 * %id{{$}}
; CHECK:       %down = sub i64 %n, %both
; CHECK:         ==   %n + -3 * %id{{$}}
; CHECK:       %complement = xor i64 %down, -1
; CHECK:         ==   -1 * %n + 3 * %id + -1{{$}}
; CHECK:       %rest = sub i64 %both, %twice
; CHECK:         ==   %id{{$}}
; CHECK:       %scaled = mul i64 %rest, -4
; CHECK:         ==   -4 * %id{{$}}
; CHECK:       %disjoint = or disjoint i64 %twice, 1
; CHECK:         ==   2 * %id + 1{{$}}
define void @sums(i64 "weft-lane-parameter" %id, i64 %n) {
  %twice = shl i64 %id, 1
  %both = add i64 %twice, %id
  %down = sub i64 %n, %both
  %complement = xor i64 %down, -1
  %rest = sub i64 %both, %twice
  %scaled = mul i64 %rest, -4
  %disjoint = or disjoint i64 %twice, 1
  ret void
}

; Extensions, in all forms that InstCombine gives them. Where the extended value may wrap, the form
; says so.
; CHECK-LABEL: for function 'extensions':
; CHECK:       %exact = sext i32 %bounded to i64
; CHECK:         ==   %id + 5{{$}}
; CHECK:       %wraps = sext i32 %sum to i64
; CHECK:         ==   %id + 5 if %wraps keeps its operand{{$}}
; CHECK:       %masked = and i64 %wide, 4294967295
; CHECK:         ==   %base + 2 * %long if %masked keeps its operand{{$}}
; CHECK:       %four = ashr i64 %up, 30
; CHECK:         ==   4 * %base + 8 * %long if %four keeps its operand{{$}}
; CHECK:       %unsigned = zext i32 %id to i64
; CHECK:         ==   zext %id{{$}}
define void @extensions(i32 "weft-lane-parameter" %id, i64 "weft-lane-parameter" %long, i64 %base) {
  %bounded = add nsw i32 %id, 5
  %exact = sext i32 %bounded to i64
  %sum = add i32 %id, 5
  %wraps = sext i32 %sum to i64
  %twice = shl i64 %long, 1
  %wide = add i64 %base, %twice
  %masked = and i64 %wide, 4294967295
  %up = shl i64 %wide, 32
  %four = ashr i64 %up, 30
  %unsigned = zext i32 %id to i64
  ret void
}

; Addresses, in bytes.
; CHECK-LABEL: for function 'addresses':
; CHECK:       %member = getelementptr
; CHECK:         ==   %in + 12 * %id + 8{{$}}
; CHECK:       %next = getelementptr
; CHECK:         ==   %in + 12 * %id + 4 * %after + 8{{$}}
define void @addresses(i64 "weft-lane-parameter" %id, i64 %n, ptr %in) {
  %member = getelementptr {i32, i32, i32}, ptr %in, i64 %id, i32 2
  %after = add i64 %n, 1
  %next = getelementptr i32, ptr %member, i64 %after
  ret void
}
