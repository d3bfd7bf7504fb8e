; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-inline-arithmetic %s 2>&1 | FileCheck %s

; Functions of one block with relaxed arithmetic are inlined, callees first.
; CHECK-LABEL: define float @caller(
; CHECK-NOT: call contract float @
; CHECK: call float @exact(
; CHECK: call float @branches(
; CHECK: call float @kept(
; CHECK: ret
define float @caller(float %a) {
  %x = call contract float @outer(float %a)
  %y = fadd contract float %a, %x
  %z = call float @exact(float %y)
  %v = call float @branches(float %z)
  %w = call float @kept(float %v)
  ret float %w
}
define float @outer(float %a) {
  %x = call contract float @inner(float %a)
  %y = fmul contract float %x, %a
  ret float %y
}
define float @inner(float %a) {
  %x = fmul contract float %a, %a
  ret float %x
}
define float @exact(float %a) {
  %x = fmul float %a, %a
  ret float %x
}
define float @branches(float %a) {
  %c = fcmp olt float %a, 0.0
  br i1 %c, label %less, label %end
less:
  %x = fmul contract float %a, %a
  ret float %x
end:
  ret float %a
}
define float @kept(float %a) noinline {
  %x = fmul contract float %a, %a
  ret float %x
}
