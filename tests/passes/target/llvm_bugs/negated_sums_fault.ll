; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM's own instruction selection. Fails when LLVM is mended: then negated_sums.h has no use.
; REQUIRES: aarch64-registered-target
; RUN: llc -mtriple=aarch64 < %s | FileCheck %s
; RUN: weft-opt -cpu=neoverse-n1 -passes=weft-float-workarounds %s | llc -mtriple=aarch64 | FileCheck --check-prefix=MENDED %s

; The sum of -0 and +0 is +0, and its negation -0; `fnmadd` gives +0.
; CHECK-LABEL: negated:
; CHECK: fnmadd
; MENDED-LABEL: negated:
; MENDED: fmadd
; MENDED: fneg
define double @negated(double %a, double %b, double %c) {
  %sum = call double @llvm.fma.f64(double %a, double %b, double %c)
  %r = fneg double %sum
  ret double %r
}
