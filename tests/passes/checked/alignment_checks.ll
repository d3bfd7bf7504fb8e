; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-alignment-checks %s 2>&1 | FileCheck %s

; An access through a pointer of a smaller type is compared, and promises no more than is known.
; CHECK-LABEL: define void @cast(
define void @cast(ptr addrspace(1) align 4 %out, i64 %i) "weft-kernel"="cast" "weft-user-code" {
  ; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %here to i64
  ; CHECK: %[[REST:.*]] = and i64 %[[ADDRESS]], 7
  ; CHECK: %aligned = icmp eq i64 %[[REST]], 0
  ; CHECK: %[[ALL:.*]] = call i1 @__weft_all_lanes(i1 %aligned)
  ; CHECK: br i1 %[[ALL]], label %[[NEXT:.*]], label %[[COLD:.*]], !prof
  ; CHECK: [[COLD]]:
  ; CHECK: br i1 %aligned, label %[[NEXT]], label %misaligned
  ; CHECK: misaligned:
  ; CHECK: call void @__weft_rare_report(
  ; CHECK: [[NEXT]]:
  ; CHECK-NEXT: store <2 x i32> zeroinitializer, ptr addrspace(1) %here, align 4
  %here = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store <2 x i32> zeroinitializer, ptr addrspace(1) %here, align 8
  ret void
}

; Steps of a loop keep the alignment, and so do vectors of a vector's pointer.
; CHECK-LABEL: define void @known(
; CHECK-NOT: __weft_all_lanes
; CHECK: ret void
define void @known(ptr addrspace(1) align 8 %out, i64 %n) "weft-kernel"="known" "weft-user-code" {
entry:
  br label %loop
loop:
  %here = phi ptr addrspace(1) [ %out, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  store <2 x i32> zeroinitializer, ptr addrspace(1) %here, align 8
  %next = getelementptr <2 x i32>, ptr addrspace(1) %here, i64 1
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
