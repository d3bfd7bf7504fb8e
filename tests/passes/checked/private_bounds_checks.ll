; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-private-bounds-checks %s 2>&1 | FileCheck %s

; Constant indices outside of a private array are reported before LLVM concludes anything from them.
; Other accesses come later.

; CHECK-LABEL: define void @outside(
define void @outside(ptr addrspace(1) %to) "weft-kernel"="outside" "weft-user-code" {
  ; CHECK: %a = alloca [4 x i32]
  ; CHECK: br i1 %{{.*}}, label %.inside, label %.outside
  ; CHECK: call void @__weft_rare_report({{.*}}, i64 16, i64 16, {{.*}})
  ; CHECK: .checked:
  ; CHECK-NEXT: phi i32 [ %{{.*}}, %.inside ], [ %{{.*}}, %access.end ]
  ; CHECK-NEXT: store i32 %{{.*}}, ptr addrspace(1) %to
  ; CHECK-NEXT: ret void
  %a = alloca [4 x i32]
  %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 4
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) %to
  ret void
}
