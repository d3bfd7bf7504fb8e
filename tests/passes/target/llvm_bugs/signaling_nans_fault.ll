; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own instruction selection. Fails when LLVM is mended: then signaling_nans.h needs no fences.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64 < %s | FileCheck %s
; RUN: weft-opt -cpu=neoverse-n1 -passes=weft-float-workarounds %s | llc -mtriple=aarch64 | FileCheck --check-prefix=MENDED %s

; Lanes of %x below 0 are lost where %y has a signaling NaN.
; CHECK-LABEL: below:
; CHECK: fminnm
; MENDED-LABEL: below:
; MENDED: fminnm v[[X:[0-9]+]].4s, v[[X]].4s, v[[X]].4s
define <4 x i1> @below(<4 x float> %x, <4 x float> %y) {
  %a = fcmp olt <4 x float> %x, zeroinitializer
  %b = fcmp olt <4 x float> %y, zeroinitializer
  %r = or <4 x i1> %a, %b
  ret <4 x i1> %r
}

; No NaN is less than 255. `fminnm` of a signaling NaN is a NaN.
; CHECK-LABEL: least:
; CHECK: fminnm
; MENDED-LABEL: least:
; MENDED-NOT: fminnm
; MENDED: fcsel
define double @least(double %x) {
  %less = fcmp olt double %x, 2.55e+02
  %r = select i1 %less, double %x, double 2.55e+02
  ret double %r
}
