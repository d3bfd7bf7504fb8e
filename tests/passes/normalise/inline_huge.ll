; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^  REPEAT$/ { for (i = 0; i != 300; ++i) printf "  %%%%v%%d = mul i64 %%%%v%%d, 3\n", i + 1, i; next } /^  CALLS$/ { for (i = 0; i != 100; ++i) printf "  %%%%c%%d = call i64 @large(i64 %%%%c%%d)\n", i + 1, i; next } { print }' %s > %t.ll
; RUN: weft-opt -cpu=%baseline -passes=weft-inline %t.ll | FileCheck %s
; RUN: weft-opt -cpu=%baseline -passes=weft-inline -stats %t.ll -o /dev/null 2>&1 | FileCheck --check-prefix=COUNT %s

; A kernel that would have 30,000 instructions keeps calls of the large function, which gets what it
; asks for as parameters. What such functions call, small ones, those that are called once and those
; that hold a barrier are inlined as ever.
; COUNT: 1 weft-inline - Functions that take ids as parameters

@tile = internal addrspace(3) global [4 x i64] undef
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
declare void @__weft_barrier() convergent

; CHECK-NOT: define {{.*}}@item
define internal i64 @item() {
  %id = call i64 @__weft_local_id_x()
  ret i64 %id
}

; CHECK-LABEL: define internal i64 @large(
; CHECK-SAME: i64 %v0, i64 [[ID:%[^,]+]], i64 [[GROUP:%[^,]+]]) [[NOINLINE:#[0-9]+]]
; CHECK-NOT: call
; CHECK: add i64 %v300, [[ID]]
; CHECK: add i64 %sum, [[GROUP]]
define internal i64 @large(i64 %v0) {
  REPEAT
  %id = call i64 @item()
  %sum = add i64 %v300, %id
  %group = call i64 @__weft_group_id_x()
  %all = add i64 %sum, %group
  ret i64 %all
}

; CHECK-NOT: define {{.*}}@once
define internal i64 @once(i64 %v0) {
  REPEAT
  %id = call i64 @__weft_local_id_x()
  %sum = add i64 %v300, %id
  ret i64 %sum
}

; CHECK-NOT: define {{.*}}@waits
define internal i64 @waits(i64 %v0) convergent {
  REPEAT
  %id = call i64 @__weft_local_id_x()
  %sum = add i64 %v300, %id
  call void @__weft_barrier()
  ret i64 %sum
}

; CHECK-NOT: define {{.*}}@tiled
define internal void @tiled(i64 %v0) {
  REPEAT
  %at = getelementptr i64, ptr addrspace(3) @tile, i64 %v300
  store i64 1, ptr addrspace(3) %at
  ret void
}

; CHECK-LABEL: define void @k(
; CHECK: [[X:%.*]] = call i64 @__weft_local_id_x()
; CHECK: [[Y:%.*]] = call i64 @__weft_group_id_x()
; CHECK: %c1 = call i64 @large(i64 %c0, i64 [[X]], i64 [[Y]])
; CHECK: %c100 = call i64 @large(i64 %c99,
; CHECK-NOT: call i64 @once
; CHECK-NOT: call i64 @waits
; CHECK-NOT: call i64 @tiled
; CHECK: ret void
define void @k(ptr addrspace(1) %p, i64 %c0) convergent "weft-kernel"="k" {
  CALLS
  %o = call i64 @once(i64 %c100)
  %w = call i64 @waits(i64 %o)
  %w2 = call i64 @waits(i64 %w)
  call void @tiled(i64 %w2)
  call void @tiled(i64 %o)
  store i64 %w2, ptr addrspace(1) %p
  ret void
}
; CHECK: attributes [[NOINLINE]] = {{.*}} noinline
