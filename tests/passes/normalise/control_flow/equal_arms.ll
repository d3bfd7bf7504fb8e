; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -passes=weft-equal-arms %s 2>&1 | FileCheck %s

; Both ways compute one address: it is computed before they part, with the flags that both have.
; CHECK-LABEL: define void @joined(
; CHECK: %[[WIDE:.*]] = sext i32 %i to i64
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr i32, ptr addrspace(1) %out, i64 %[[WIDE]]
; CHECK-NEXT: br i1 %c
; CHECK: %value = phi i32
; CHECK-NOT: phi
; CHECK: store i32 %value, ptr addrspace(1) %[[PLACE]]
define void @joined(ptr addrspace(1) %out, i32 %i, i32 %x, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %a = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %a
  br label %end
right:
  %b = sext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %b
  %y = add i32 %x, 1
  br label %end
end:
  %value = phi i32 [ 0, %left ], [ %y, %right ]
  %place = phi ptr addrspace(1) [ %p, %left ], [ %q, %right ]
  store i32 %value, ptr addrspace(1) %place
  ret void
}

; Other operands, what may trap, and loops stay.
; CHECK-LABEL: define i32 @different(
; CHECK: phi i32 [ %a, %left ], [ %b, %right ]
; CHECK: phi i32 [ %d, %left ], [ %e, %right ]
; CHECK: phi i32 [ %f, %end ], [ %g, %loop ]
define i32 @different(i32 %x, i32 %y, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %a = add i32 %x, 1
  %d = udiv i32 %x, %y
  br label %end
right:
  %b = add i32 %y, 1
  %e = udiv i32 %x, %y
  br label %end
end:
  %one = phi i32 [ %a, %left ], [ %b, %right ]
  %two = phi i32 [ %d, %left ], [ %e, %right ]
  %f = mul i32 %x, %y
  br label %loop
loop:
  %three = phi i32 [ %f, %end ], [ %g, %loop ]
  %g = mul i32 %x, %y
  %more = icmp ult i32 %three, %one
  br i1 %more, label %loop, label %done
done:
  %sum = add i32 %two, %three
  ret i32 %sum
}
