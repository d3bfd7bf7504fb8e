; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-single-lanes %s 2>&1 | FileCheck %s

; One work-item agrees with itself.

; CHECK-LABEL: define i1 @agreement(
define i1 @agreement(i1 %a) {
  ; CHECK-NEXT: ret i1 %a
  %all = call i1 @__weft_all_lanes(i1 %a)
  ret i1 %all
}

declare i1 @__weft_all_lanes(i1)
