; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64 -passes=weft-mask-forms %s 2>&1 | FileCheck %s

; Masks that outlive their block are as wide as what is compared and chosen: their phis, logic and
; tests too. Within its block a comparison stays as it is.

; CHECK-LABEL: @loop
; CHECK: loop:
; CHECK: %[[MASK:.*]] = phi <8 x i32> [ splat (i32 -1), %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[BITS:.*]] = icmp slt <8 x i32> %[[MASK]], zeroinitializer
; CHECK: %more = fcmp olt <8 x float> %y, %limit
; CHECK: %[[MORE:.*]] = sext <8 x i1> %more to <8 x i32>
; CHECK: %[[SURE:.*]] = freeze <8 x i32> %[[MORE]]
; CHECK: %[[NEXT]] = and <8 x i32> %[[MASK]], %[[SURE]]
; CHECK: select <8 x i1> %[[BITS]], <8 x float> %y, <8 x float> %x
; CHECK: %[[SIGNS:.*]] = icmp slt <8 x i32> %[[NEXT]], zeroinitializer
; CHECK: %[[ANY:.*]] = bitcast <8 x i1> %[[SIGNS]] to i8
; CHECK: icmp ne i8 %[[ANY]], 0
; CHECK: ret
define <8 x float> @loop(<8 x float> %from, <8 x float> %limit) #0 {
entry:
  br label %loop
loop:
  %x = phi <8 x float> [ %from, %entry ], [ %chosen, %loop ]
  %mask = phi <8 x i1> [ splat (i1 true), %entry ], [ %next, %loop ]
  %y = fadd <8 x float> %x, splat (float 1.0)
  %more = fcmp olt <8 x float> %y, %limit
  %next = select <8 x i1> %mask, <8 x i1> %more, <8 x i1> zeroinitializer
  %chosen = select <8 x i1> %mask, <8 x float> %y, <8 x float> %x
  %bits = bitcast <8 x i1> %next to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <8 x float> %chosen
}

; Tests join registers before they look at signs, and signs of 16 bits are looked at as bytes.
; CHECK-LABEL: @tests
; CHECK: %[[MASK:.*]] = sext <16 x i1> %small to <16 x i16>
; CHECK: next:
; CHECK-DAG: %[[SIGNS:.*]] = icmp slt <16 x i16> %[[MASK]], zeroinitializer
; CHECK-DAG: %[[BYTES:.*]] = bitcast <16 x i16> %[[MASK]] to <32 x i8>
; CHECK: %[[HIGH:.*]] = icmp slt <32 x i8> %[[BYTES]], zeroinitializer
; CHECK: %[[ALL:.*]] = bitcast <32 x i1> %[[HIGH]] to i32
; CHECK: icmp eq i32 %[[ALL]], -1
; CHECK: select <16 x i1> %[[SIGNS]]
define <16 x i16> @tests(<16 x i16> %x) #0 {
  %small = icmp ult <16 x i16> %x, splat (i16 9)
  br label %next
next:
  %bits = bitcast <16 x i1> %small to i16
  %all = icmp eq i16 %bits, -1
  %r = select <16 x i1> %small, <16 x i16> zeroinitializer, <16 x i16> %x
  br i1 %all, label %done, label %end
done:
  ret <16 x i16> zeroinitializer
end:
  ret <16 x i16> %r
}

; CHECK-LABEL: @halves
; CHECK: %[[LOW:.*]] = shufflevector <8 x i64> %[[MASK:.*]], <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[HIGH:.*]] = shufflevector <8 x i64> %[[MASK]], <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: or <4 x i64> %[[LOW]], %[[HIGH]]
; CHECK: bitcast <4 x i1> %{{.*}} to i4
define <8 x double> @halves(<8 x double> %x, <8 x i1> %given) #0 {
  %small = fcmp olt <8 x double> %x, splat (double 9.0)
  %both = or <8 x i1> %small, %given
  br label %next
next:
  %bits = bitcast <8 x i1> %both to i8
  %none = icmp eq i8 %bits, 0
  br i1 %none, label %done, label %end
done:
  ret <8 x double> zeroinitializer
end:
  %r = select <8 x i1> %both, <8 x double> zeroinitializer, <8 x double> %x
  ret <8 x double> %r
}

; What stays in its block stays narrow, and so does everything where masks have registers.
; CHECK-LABEL: @stays
; CHECK-NOT: sext
; CHECK: ret
define <8 x float> @stays(<8 x float> %x) #0 {
  %small = fcmp olt <8 x float> %x, splat (float 9.0)
  %r = select <8 x i1> %small, <8 x float> zeroinitializer, <8 x float> %x
  ret <8 x float> %r
}

; CHECK-LABEL: @registers
; CHECK-NOT: sext
; CHECK: ret
define <8 x float> @registers(<8 x float> %x) #1 {
  %small = fcmp olt <8 x float> %x, splat (float 9.0)
  br label %next
next:
  %r = select <8 x i1> %small, <8 x float> zeroinitializer, <8 x float> %x
  ret <8 x float> %r
}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl" }
