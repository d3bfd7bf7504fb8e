; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-target-questions %s 2>&1 | FileCheck --check-prefixes=CHECK,V3 %s
; RUN: weft-opt -cpu=x86-64-v4 -passes=weft-target-questions %s 2>&1 | FileCheck --check-prefixes=CHECK,V4 %s

; AVX-512 has an instruction that scales by powers of two.
declare i32 @__weft_cpu_scales()

; CHECK-LABEL: @asks
; CHECK-NOT: call
; V3: ret i32 0
; V4: ret i32 1
define i32 @asks() {
  %answer = call i32 @__weft_cpu_scales()
  ret i32 %answer
}
