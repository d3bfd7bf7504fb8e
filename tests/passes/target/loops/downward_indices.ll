; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 -passes=weft-downward-indices %s 2>&1 | FileCheck %s

; Where all bits of an index are among those of the constant, an address in a loop has their
; difference. The complement stays, and so does what is no index, or may have other bits.

; CHECK-LABEL: @mirrored
; CHECK: entry:
; CHECK: xor i64 %whole, -17
; CHECK: loop:
; CHECK: xor i64 %i, -1
; CHECK: %[[SECOND:.*]] = sub i64 -17, %i
; CHECK: getelementptr float, ptr %p, i64 %[[SECOND]]
; CHECK: xor i64 %i, -9
; CHECK: xor i64 %i, -33
; CHECK: ret void
define void @mirrored(ptr %p, i64 %n) {
entry:
  %whole = and i64 %n, -32
  %outside = xor i64 %whole, -17
  %at0 = getelementptr float, ptr %p, i64 %outside
  store float 1.0, ptr %at0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = xor i64 %i, -1
  %at1 = getelementptr float, ptr %p, i64 %first
  store float 1.0, ptr %at1
  %second = xor i64 %i, -17
  %at2 = getelementptr float, ptr %p, i64 %second
  store float 1.0, ptr %at2
  %number = xor i64 %i, -9
  store i64 %number, ptr %at2
  %other = xor i64 %i, -33
  %at3 = getelementptr float, ptr %p, i64 %other
  store float 1.0, ptr %at3
  %next = add i64 %i, 32
  %done = icmp eq i64 %next, %whole
  br i1 %done, label %end, label %loop
end:
  ret void
}
