; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes='weft-kernel-arguments,weft-regions,function(weft-canonical-form,print<weft-affine>,print<weft-masks>)' %s -o /dev/null 2>&1 | FileCheck %s

; The analyses of a whole region: a kernel with a loop that work-items leave at different times.
;   kernel void shrink(global float *pairs, global const float *in, float limit) {
;     int i = get_local_id(0);
;     float x = in[i];
;     while (x > limit)
;       x *= 0.5f;
;     pairs[2 * i] = x;
;   }
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: Printing analysis 'weft-affine' for function 'shrink.region.0':
; CHECK:         -->  {lane0(%[[ID:[0-9]+]]),+,1}
; CHECK:       %region.entry:
; CHECK:         %in.at = getelementptr float, ptr addrspace(1) %in, i64 %[[ID]]
; CHECK-NEXT:    -->  {gep(%in, lane0(%[[ID]])),+,4 bytes}
; CHECK-NEXT:    ==   %in + 4 * %[[ID]]
; CHECK-NEXT:    %start = load float, ptr addrspace(1) %in.at
; CHECK-NEXT:    -->  divergent
; CHECK-NEXT:    -->  access: contiguous
; CHECK:         %half = fmul float
; CHECK-NEXT:    -->  divergent
; CHECK:         %index = shl {{.*}}i64 %[[ID]], 1
; CHECK-NEXT:    -->  {shl(lane0(%[[ID]]), 1),+,2}
; CHECK-NEXT:    ==   2 * %[[ID]]
; CHECK-NEXT:    %pairs.at = getelementptr float, ptr addrspace(1) %pairs, i64 %index
; CHECK-NEXT:    -->  {gep(%pairs, lane0(%index)),+,8 bytes}
; CHECK-NEXT:    ==   %pairs + 8 * %[[ID]]
; CHECK-NEXT:    store float %{{.*}}, ptr addrspace(1) %pairs.at
; CHECK-NEXT:    -->  access: interleaved, 1 of each 2

; CHECK-LABEL: Printing analysis 'weft-masks' for function 'shrink.region.0':
; CHECK-NEXT:  %region.entry:
; CHECK-NEXT:    mask: entry
; CHECK-NEXT:    divergent branch, next: %[[BEFORE:.*]]
; CHECK-NEXT:  %[[BEFORE]]:
; CHECK-NEXT:    mask: variable
; CHECK-NEXT:    guarded: without lanes to %[[END:.*]]
; CHECK-NEXT:    pending: %[[END]]
; CHECK-NEXT:    next: %[[BODY:.*]]
; CHECK-NEXT:  %[[BODY]]: header of a divergent loop
; CHECK-NEXT:    mask: variable
; CHECK-NEXT:    pending: %[[EXIT:.*]], %[[END]]
; CHECK-NEXT:    latch, loops while any lane is active, then: %[[EXIT]]
; CHECK-NEXT:  %[[EXIT]]:
; CHECK-NEXT:    mask: that of %[[BEFORE]], which it always follows
; CHECK-NEXT:    pending: %[[END]]
; CHECK-NEXT:    next: %[[END]]
; CHECK-NEXT:  %[[END]]:
; CHECK-NEXT:    mask: that of %region.entry, which it always follows
; CHECK-NEXT:    return
define void @shrink(ptr addrspace(1) %pairs, ptr addrspace(1) %in, float %limit) convergent "weft-kernel"="shrink" {
entry:
  %id = call i64 @__weft_local_id_x()
  %in.at = getelementptr float, ptr addrspace(1) %in, i64 %id
  %start = load float, ptr addrspace(1) %in.at
  br label %test
test:
  %x = phi float [ %start, %entry ], [ %half, %body ]
  %above = fcmp ogt float %x, %limit
  br i1 %above, label %body, label %end
body:
  %half = fmul float %x, 5.0e-1
  br label %test
end:
  %index = shl i64 %id, 1
  %pairs.at = getelementptr float, ptr addrspace(1) %pairs, i64 %index
  store float %x, ptr addrspace(1) %pairs.at
  ret void
}
