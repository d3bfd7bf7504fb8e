; A divisor that may be zero, or minus one under the most negative dividend, becomes one.

; CHECK-LABEL: @unsigned
define i32 @unsigned(i32 %a, i32 %b) {
  ; CHECK: %divisor = freeze i32 %b
  ; CHECK: %[[ZERO:.*]] = icmp eq i32 %divisor, 0
  ; CHECK: %[[SAFE:.*]] = select i1 %[[ZERO]], i32 1, i32 %divisor
  ; CHECK: udiv i32 %a, %[[SAFE]]
  %q = udiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @signed
define <2 x i8> @signed(<2 x i8> %a, <2 x i8> %b) {
  ; CHECK-DAG: icmp eq <2 x i8> %dividend, splat (i8 -128)
  ; CHECK-DAG: icmp eq <2 x i8> %divisor, splat (i8 -1)
  ; CHECK: srem <2 x i8> %dividend
  %r = srem <2 x i8> %a, %b
  ret <2 x i8> %r
}

; CHECK-LABEL: @harmless
; CHECK-NEXT: sdiv i32 %a, 7
define i32 @harmless(i32 %a) {
  %q = sdiv i32 %a, 7
  ret i32 %q
}

