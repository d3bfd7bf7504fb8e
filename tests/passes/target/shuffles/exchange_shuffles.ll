; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-exchange-shuffles %s | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-exchange-shuffles %s | FileCheck --check-prefix=LESS %s

; Both halves of an exchange are one shuffle of the two vectors, and the shuffle between is gone.
; CHECK-LABEL: @exchange
; CHECK-DAG: shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK-DAG: shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
; LESS-LABEL: @exchange
; LESS-COUNT-2: shufflevector
; LESS-NOT: shufflevector
; LESS-LABEL: @moves
define <4 x i32> @exchange(<4 x i32> %a, <4 x i32> %b) {
  %given = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
  %low = shufflevector <4 x i32> %a, <4 x i32> %given, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %high = shufflevector <4 x i32> %given, <4 x i32> %b, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %sum = sub <4 x i32> %low, %high
  ret <4 x i32> %sum
}

; Lanes that move by more than a bit may take several instructions.
; CHECK-LABEL: @moves
; CHECK: %given = shufflevector
; CHECK: shufflevector <4 x i32> %a, <4 x i32> %given
define <4 x i32> @moves(<4 x i32> %a, <4 x i32> %b) {
  %given = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 7, i32 6, i32 5, i32 4>
  %low = shufflevector <4 x i32> %a, <4 x i32> %given, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  ret <4 x i32> %low
}

; The shuffle between stays where something else uses it, so a blend is all that is left to do.
; CHECK-LABEL: @used
; CHECK: %given = shufflevector
; CHECK: shufflevector <4 x i32> %a, <4 x i32> %given
define <4 x i32> @used(<4 x i32> %a, <4 x i32> %b, ptr %p) {
  %given = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
  store <4 x i32> %given, ptr %p
  %low = shufflevector <4 x i32> %a, <4 x i32> %given, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  ret <4 x i32> %low
}
