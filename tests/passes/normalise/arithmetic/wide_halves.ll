; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-wide-halves %s 2>&1 | FileCheck %s

; Sums and products that may keep more bits are float's; what is stored is rounded, behind the loop.

; CHECK-LABEL: @loose
define void @loose(ptr %a, ptr %r, i64 %n) #0 {
entry:
  br label %loop
; CHECK: loop:
loop:
  ; CHECK: %[[SUM:.*]] = phi float [ 0.000000e+00, %entry ], [ %[[MORE:.*]], %loop ]
  ; CHECK-NOT: phi half
  %sum = phi half [ 0.0, %entry ], [ %more, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr half, ptr %a, i64 %i
  %x = load half, ptr %p
  ; CHECK: %[[X:.*]] = fpext half %x to float
  ; CHECK: %[[SQUARE:.*]] = fmul reassoc contract float %[[X]]
  %square = fmul reassoc contract half %x, %x
  ; CHECK: %[[MORE]] = fadd reassoc contract float %[[SUM]], %[[SQUARE]]
  %more = fadd reassoc contract half %sum, %square
  %next = add i64 %i, 1
  ; CHECK-NOT: fptrunc
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
; CHECK: done:
done:
  ; CHECK: %[[RESULT:.*]] = fptrunc float %[[MORE]] to half
  ; CHECK: store half %[[RESULT]], ptr %r
  store half %more, ptr %r
  ret void
}

; Lanes of vectors alike.
; CHECK-LABEL: @shuffled
define <4 x half> @shuffled(<4 x half> %a, <4 x half> %b) #0 {
  ; CHECK: %[[SUM:.*]] = fadd reassoc contract <4 x float>
  %sum = fadd reassoc contract <4 x half> %a, %b
  ; CHECK: %[[SWAPPED:.*]] = shufflevector <4 x float> %[[SUM]], <4 x float> poison
  %swapped = shufflevector <4 x half> %sum, <4 x half> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  ; CHECK: %[[MORE:.*]] = fadd reassoc contract <4 x float> %[[SUM]], %[[SWAPPED]]
  %more = fadd reassoc contract <4 x half> %sum, %swapped
  ; CHECK: fptrunc <4 x float> %[[MORE]] to <4 x half>
  ret <4 x half> %more
}

; What must be rounded is.
; CHECK-LABEL: @strict
define half @strict(half %a, half %b) #0 {
  ; CHECK: fadd contract half
  %sum = fadd contract half %a, %b
  ; CHECK: fadd half
  %more = fadd half %sum, %b
  ret half %more
}

; CHECK-LABEL: @with_instructions
define half @with_instructions(half %a, half %b) #1 {
  ; CHECK: fadd fast half
  %sum = fadd fast half %a, %b
  ret half %sum
}

attributes #0 = { "target-features"="+avx,+f16c" }
attributes #1 = { "target-features"="+avx,+avx512fp16" }
