; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes='print<weft-affine>' %s -o /dev/null 2>&1 | FileCheck %s

; How values change from lane to lane, each class of them, and what that makes of memory accesses.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_lane() memory(none) "weft-lane-parameter"
declare i64 @__weft_vf() nounwind willreturn memory(none)

; Integers. Steps go through sums, constant factors, shifts, and what InstCombine makes of extensions.
; CHECK-LABEL: for function 'integers':
; CHECK-NEXT:    i64 %id
; CHECK-NEXT:    -->  {lane0(%id),+,1}
; CHECK-NEXT:    i64 %n
; CHECK-NEXT:    -->  uniform
; CHECK:       %twice = mul i64 %id, 2
; CHECK-NEXT:    -->  {mul(lane0(%id), 2),+,2}
; CHECK:       %swapped_twice = mul i64 2, %id
; CHECK-NEXT:    -->  {mul(2, lane0(%id)),+,2}
; CHECK:       %sum = add i64 %twice, %n
; CHECK-NEXT:    -->  {add(lane0(%twice), %n),+,2}
; CHECK:       %down = sub i64 %n, %twice
; CHECK-NEXT:    -->  {sub(%n, lane0(%twice)),+,-2}
; CHECK:       %shifted = shl i64 %id, 3
; CHECK-NEXT:    -->  {shl(lane0(%id), 3),+,8}
; CHECK:       %complement = xor i64 %twice, -1
; CHECK-NEXT:    -->  {xor(lane0(%twice), -1),+,-2}
; CHECK:       %swapped_complement = xor i64 -1, %twice
; CHECK-NEXT:    -->  {xor(-1, lane0(%twice)),+,-2}
; CHECK:       %low_complement = xor i32 %narrow, -1
; CHECK-NEXT:    -->  {xor(lane0(%narrow), -1),+,-1}
; CHECK:       %wide_complement = sext i32 %low_complement to i64
; CHECK-NEXT:    -->  {-1 * lane0(%id) + -1,+,-1}
; CHECK:       %swapped_low = xor i32 -1, %narrow
; CHECK-NEXT:    -->  {xor(-1, lane0(%narrow)),+,-1}
; CHECK:       %wide_swapped = sext i32 %swapped_low to i64
; CHECK-NEXT:    -->  {-1 * lane0(%id) + -1,+,-1}
; CHECK:       %disjoint = or disjoint i64 %shifted, 5
; CHECK-NEXT:    -->  {or(lane0(%shifted), 5),+,8}
; CHECK:       %half = lshr i64 %shifted, 1
; CHECK-NEXT:    -->  {lshr(lane0(%shifted), 1),+,4} if {lane0(%shifted),+,8}<nuw i64>
; CHECK:       %low = trunc i64 %sum to i32
; CHECK-NEXT:    -->  {trunc(lane0(%sum)),+,2}
; CHECK:       %product = mul i64 %id, %n
; CHECK-NEXT:    -->  divergent
; CHECK:       %odd = lshr i64 %id, 1
; CHECK-NEXT:    -->  divergent
; CHECK:       %square = mul i64 %n, %n
; CHECK-NEXT:    -->  uniform
define i32 @integers(i64 "weft-lane-parameter" %id, i64 %n) {
  %twice = mul i64 %id, 2
  %swapped_twice = mul i64 2, %id
  %sum = add i64 %twice, %n
  %down = sub i64 %n, %twice
  %shifted = shl i64 %id, 3
  %complement = xor i64 %twice, -1
  %swapped_complement = xor i64 -1, %twice
  %narrow = trunc nsw i64 %id to i32
  %low_complement = xor i32 %narrow, -1
  %wide_complement = sext i32 %low_complement to i64
  %swapped_low = xor i32 -1, %narrow
  %wide_swapped = sext i32 %swapped_low to i64
  %disjoint = or disjoint i64 %shifted, 5
  %half = lshr i64 %shifted, 1
  %low = trunc i64 %sum to i32
  %product = mul i64 %id, %n
  %odd = lshr i64 %id, 1
  %square = mul i64 %n, %n
  ret i32 0
}

; Extensions. Flags show that no lane wraps; elsewhere the code tests that, and all that is made of
; the value depends on the test. A bound must not change any lane.
; CHECK-LABEL: for function 'extensions':
; CHECK:       %exact = sext i32 %bounded to i64
; CHECK-NEXT:    -->  {lane0(%id) + %n,+,1}
; CHECK:       %tested = sext i32 %any to i64
; CHECK-NEXT:    -->  {sext(lane0(%any)),+,1} if {lane0(%any),+,1}<nsw i32>
; CHECK:       %masked = and i64 %sum, 4294967295
; CHECK-NEXT:    -->  {and(lane0(%sum), 4294967295),+,1} if {lane0(%sum),+,1}<nuw i32>
; CHECK:       %positive = and i64 %sum, 2147483647
; CHECK-NEXT:    -->  {and(lane0(%sum), 2147483647),+,1} if {lane0(%sum),+,1}<nuw i31>
; CHECK:       %more = add i64 %tested, %masked
; CHECK-NEXT:    -->  {add(lane0(%tested), lane0(%masked)),+,2} if as %tested and as %masked
; CHECK:       %most = call i32 @llvm.smin.i32(i32 %low, i32 %n)
; CHECK-NEXT:    -->  divergent
; CHECK:       %inside = sext i32 %most to i64
; CHECK-NEXT:    -->  {lane0(%id),+,1} if %most in bounds
; CHECK:       %above = sext i32 %least to i64
; CHECK-NEXT:    -->  {lane0(%id),+,1} if %least in bounds
define i32 @extensions(i64 "weft-lane-parameter" %id, i32 %n, i64 %m) {
  %low = trunc nsw i64 %id to i32
  %bounded = add nsw i32 %low, %n
  %exact = sext i32 %bounded to i64
  %any = add i32 %low, %n
  %tested = sext i32 %any to i64
  %sum = add i64 %id, %m
  %masked = and i64 %sum, 4294967295
  %positive = and i64 %sum, 2147483647
  %more = add i64 %tested, %masked
  %most = call i32 @llvm.smin.i32(i32 %low, i32 %n)
  %inside = sext i32 %most to i64
  %least = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %above = sext i32 %least to i64
  ret i32 0
}

; Memory accesses.
; CHECK-LABEL: for function 'accesses':
; CHECK:       %at = getelementptr float, ptr %p, i64 %id
; CHECK-NEXT:    -->  {gep(%p, lane0(%id)),+,4 bytes}
; CHECK:       %same = load float, ptr %p
; CHECK-NEXT:    -->  uniform
; CHECK-NEXT:    -->  access: uniform
; CHECK:       %next = load float, ptr %at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: contiguous
; CHECK:       %window = load <2 x float>, ptr %at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: overlapping, 2 of each 1
; CHECK:       %third = load float, ptr %third.at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: interleaved, 1 of each 3
; CHECK:       %last = load float, ptr %last.at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: contiguous, reversed
; CHECK:       %field = getelementptr inbounds { i32, [4 x i32] }, ptr %p, i64 %id, i32 1, i64 2
; CHECK-NEXT:    -->  {gep(%p, lane0(%id), 1, 2),+,20 bytes}
; CHECK:       %far = load i32, ptr %field
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: scattered
; CHECK:       %found = load float, ptr %found.at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: scattered
; CHECK:       %bits = load i24, ptr %at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: one per lane
; CHECK:       store float %next, ptr %p
; CHECK-NEXT:    -->  access: uniform
; CHECK-NEXT:  store float %next, ptr %third.at
; CHECK-NEXT:    -->  access: interleaved, 1 of each 3
define i32 @accesses(i64 "weft-lane-parameter" %id, ptr %p) {
  %at = getelementptr float, ptr %p, i64 %id
  %same = load float, ptr %p
  %next = load float, ptr %at
  %window = load <2 x float>, ptr %at
  %third.index = mul i64 %id, 3
  %third.at = getelementptr float, ptr %p, i64 %third.index
  %third = load float, ptr %third.at
  %down = sub i64 100, %id
  %last.at = getelementptr float, ptr %p, i64 %down
  %last = load float, ptr %last.at
  %field = getelementptr inbounds { i32, [4 x i32] }, ptr %p, i64 %id, i32 1, i64 2
  %far = load i32, ptr %field
  %word = sext i32 %far to i64
  %found.at = getelementptr float, ptr %p, i64 %word
  %found = load float, ptr %found.at
  %bits = load i24, ptr %at
  store float %next, ptr %p
  store float %next, ptr %third.at
  ret i32 0
}

; Where strides begin: a private array has a copy for each lane; one that is laid out for lanes, and
; is one for the gang, has elements of all lanes side by side. Results of atomics are divergent.
; CHECK-LABEL: for function 'roots':
; CHECK:       %array = alloca [5 x i32]
; CHECK-NEXT:    -->  {lane0(%array),+,20 bytes}
; CHECK:       %laid = alloca [8 x i8]
; CHECK-NEXT:    -->  uniform
; CHECK:       %lane = call i64 @__weft_lane()
; CHECK-NEXT:    -->  {0,+,1}
; CHECK:       %vf = call i64 @__weft_vf()
; CHECK-NEXT:    -->  uniform
; CHECK:       %at = getelementptr i32, ptr %laid, i64 %index
; CHECK-NEXT:    -->  {gep(%laid, lane0(%index)),+,4 bytes}
; CHECK:       %old = atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NEXT:    -->  divergent
define i32 @roots(i64 "weft-lane-parameter" %id, ptr %p, i64 %n) {
  %array = alloca [5 x i32]
  %laid = alloca [8 x i8], !weft.lane.array !0
  %lane = call i64 @__weft_lane()
  %vf = call i64 @__weft_vf()
  %row = mul i64 %vf, %n
  %index = add i64 %row, %lane
  %at = getelementptr i32, ptr %laid, i64 %index
  %old = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 0
}

; Without the stage only the roots are known.
; CHECK-LABEL: for function 'withoutStage':
; CHECK:         -->  {lane0(%id),+,1}
; CHECK:       %twice = mul i64 %id, 2
; CHECK-NEXT:    -->  divergent
define i32 @withoutStage(i64 "weft-lane-parameter" %id) "weft-without"="strides" {
  %twice = mul i64 %id, 2
  ret i32 0
}

; A kernel before it is split: the primitive is the lane's id.
; CHECK-LABEL: for function 'kernel':
; CHECK:       %id = call i64 @__weft_local_id_x()
; CHECK-NEXT:    -->  {lane0(%id),+,1}
; CHECK:       store i32 0, ptr addrspace(1) %at
; CHECK-NEXT:    -->  access: contiguous
define void @kernel(ptr addrspace(1) %data) convergent "weft-kernel"="kernel" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  store i32 0, ptr addrspace(1) %at
  ret void
}

; A region function: the parameters that a gang's lanes count up.
; CHECK-LABEL: for function 'region':
; CHECK-NEXT:    i64 %id
; CHECK-NEXT:    -->  {lane0(%id),+,1}
; CHECK-NEXT:    i64 %y
; CHECK-NEXT:    -->  uniform
define i32 @region(i64 "weft-region-parameter"="8" %id, i64 "weft-region-parameter"="9" %y) "weft-region" {
  ret i32 0
}

; Steps have 64 bits: wider integers have none.
; CHECK-LABEL: for function 'wide':
; CHECK:       %next = add i128 %whole, 1
; CHECK-NEXT:    -->  divergent
; CHECK:       %low = trunc i128 %next to i64
; CHECK-NEXT:    -->  divergent
define void @wide(i64 "weft-lane-parameter" %id) {
  %whole = zext i64 %id to i128
  %next = add i128 %whole, 1
  %low = trunc i128 %next to i64
  ret void
}

!0 = !{}
