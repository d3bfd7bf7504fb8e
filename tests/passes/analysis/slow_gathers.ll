; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck %s

; Gathers of a machine that is slow with them do not count; its scatters do.
; CHECK: Costs in function 'quick':
; CHECK: i32: masked access, cheap masked stores, gather, scatter{{$}}
define void @quick() #0 {
  ret void
}

; CHECK: Costs in function 'slow':
; CHECK: i32: masked access, cheap masked stores, scatter{{$}}
; CHECK: double: masked access, cheap masked stores, scatter{{$}}
define void @slow() #1 {
  ret void
}

attributes #0 = { "target-cpu"="icelake-server" }
attributes #1 = { "target-cpu"="icelake-server" "target-features"="+prefer-no-gather" }
