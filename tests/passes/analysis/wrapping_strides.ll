; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes='print<weft-affine>' %s -o /dev/null 2>&1 | FileCheck %s

; Strides of divisions and masks, and their conditions.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

; CHECK-LABEL: for function 'divisions':
; CHECK: %column = srem i32 %i, %n
; CHECK-NEXT: -->  {srem(lane0(%i), %n),+,1} if %column in one period
; CHECK: %row = sdiv i32 %i, %n
; CHECK-NEXT: -->  {sdiv(lane0(%i), %n),+,0} if %row in one period
; CHECK: %start = mul i32 %row, %n
; CHECK-NEXT: -->  {mul(lane0(%row), %n),+,0} if as %row
; CHECK: %place = add i32 %start, %column
; CHECK-NEXT: -->  {add(lane0(%start), lane0(%column)),+,1} if as %start and as %column
; CHECK: %wide = sext i32 %column to i64
; CHECK-NEXT: -->  {zext lane0(%column),+,1} if as %column
; CHECK: %plain = urem i32 %i, 100
; CHECK-NEXT: -->  {urem(lane0(%i), 100),+,1} if %plain in one period
; CHECK: %short = urem i32 %i, 31
; CHECK-NEXT: -->  divergent
; CHECK: %quarter = udiv i64 %id, 4096
; CHECK-NEXT: -->  {udiv(lane0(%id), 4096),+,0} if %quarter in one period
define i32 @divisions(i64 "weft-lane-parameter" %id, i32 %n, i32 %divergent) {
  %i = trunc i64 %id to i32
  %column = srem i32 %i, %n
  %row = sdiv i32 %i, %n
  %start = mul i32 %row, %n
  %place = add i32 %start, %column
  %wide = sext i32 %column to i64
  %plain = urem i32 %i, 100
  %short = urem i32 %i, 31
  %quarter = udiv i64 %id, 4096
  ret i32 %place
}

; What safe_division.h puts beside divisions of 0 and -1, also where it was moved behind a sum.
; CHECK-LABEL: for function 'guards':
; CHECK: %guarded = select i1 %isMinusOne, i32 %negative, i32 %row
; CHECK-NEXT: -->  {lane0(%row),+,0} if as %row and not %isMinusOne
; CHECK: %both = select i1 %isZero, i32 -1, i32 %guarded
; CHECK-NEXT: -->  {lane0(%guarded),+,0} if as %guarded and not %isZero
; CHECK: %rest = select i1 %isZero, i32 %next.i, i32 %next.column
; CHECK-NEXT: -->  {lane0(%next.column),+,1} if as %next.column and not %isZero
; CHECK: %other = select i1 %isOther, i32 5, i32 %next.column
; CHECK-NEXT: -->  divergent
define i32 @guards(i64 "weft-lane-parameter" %id, i32 %n, i32 %m) {
  %i = trunc i64 %id to i32
  %next = add i32 %n, 1
  %isUnsafe = icmp ult i32 %next, 2
  %safe = select i1 %isUnsafe, i32 1, i32 %n
  %column = srem i32 %i, %safe
  %row = sdiv i32 %i, %safe
  %isMinusOne = icmp eq i32 %n, -1
  %negative = sub i32 0, %i
  %guarded = select i1 %isMinusOne, i32 %negative, i32 %row
  %isZero = icmp eq i32 %n, 0
  %both = select i1 %isZero, i32 -1, i32 %guarded
  %next.i = add i32 %i, 1
  %next.column = add i32 %column, 1
  %rest = select i1 %isZero, i32 %next.i, i32 %next.column
  %isOther = icmp ult i32 %m, 7
  %other = select i1 %isOther, i32 5, i32 %next.column
  ret i32 %rest
}

; CHECK-LABEL: for function 'masks':
; CHECK: %ring = and i32 %i, %n
; CHECK-NEXT: -->  {and(lane0(%i), %n),+,1} if %ring in one period
; CHECK: %constant = and i32 %n, %i
; CHECK-NEXT: -->  {and(%n, lane0(%i)),+,1} if %constant in one period
; CHECK: %known = and i32 %i, 255
; CHECK-NEXT: -->  {and(lane0(%i), 255),+,1} if %known in one period
; CHECK: %up = and i32 %down, 255
; CHECK-NEXT: -->  {and(lane0(%down), 255),+,-1} if %up in one period
; CHECK: %few = and i32 %i, 15
; CHECK-NEXT: -->  divergent
; CHECK: %holes = and i32 %i, 254
; CHECK-NEXT: -->  divergent
define i32 @masks(i64 "weft-lane-parameter" %id, i32 %n) {
  %i = trunc i64 %id to i32
  %ring = and i32 %i, %n
  %constant = and i32 %n, %i
  %known = and i32 %i, 255
  %down = sub i32 0, %i
  %up = and i32 %down, 255
  %few = and i32 %i, 15
  %holes = and i32 %i, 254
  ret i32 %ring
}

; One address for all lanes only on the conditions of the index.
; CHECK-LABEL: for function 'addresses':
; CHECK: %place = getelementptr i32, ptr %p, i32 %row
; CHECK-NEXT: --> {gep(%p, lane0(%row)),+,0 bytes} if as %row
; CHECK: %wide = zext i32 %row to i64
; CHECK-NEXT: --> {zext lane0(%row),+,0} if as %row
; CHECK: %same = getelementptr i32, ptr %p, i64 %wide
; CHECK-NEXT: --> {gep(%p, lane0(%wide)),+,0 bytes} if as %wide
; CHECK: %next = getelementptr i32, ptr %p, i32 %column
; CHECK-NEXT: --> {gep(%p, lane0(%column)),+,4 bytes} if as %column and {lane0(%column),+,1}<nsw i32>
define ptr @addresses(i64 "weft-lane-parameter" %id, i32 %n, ptr %p) {
  %i = trunc i64 %id to i32
  %row = udiv i32 %i, %n
  %place = getelementptr i32, ptr %p, i32 %row
  %wide = zext i32 %row to i64
  %same = getelementptr i32, ptr %p, i64 %wide
  %column = urem i32 %i, %n
  %next = getelementptr i32, ptr %p, i32 %column
  ret ptr %place
}

; Steps that span the type have no conditions that could hold.
; CHECK-LABEL: for function 'wide':
; CHECK: %column = urem i32 %steps, %n
; CHECK-NEXT: --> divergent
; CHECK: %ring = and i64 %leaps, %m
; CHECK-NEXT: --> divergent
define i32 @wide(i64 "weft-lane-parameter" %id, i32 %n, i64 %m) {
  %i = trunc i64 %id to i32
  %steps = mul i32 %i, 1073741824
  %column = urem i32 %steps, %n
  %leaps = mul i64 %id, 4611686018427387904
  %ring = and i64 %leaps, %m
  ret i32 %column
}
