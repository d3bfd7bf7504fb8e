; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-inline %s 2>&1 | FileCheck %s

; What knows its work-item is inlined, through others as well; the rest stays functions. Work-item
; code that nobody calls any more goes.
@tile = internal addrspace(3) global [4 x i32] undef

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_group_step_copy(ptr addrspace(1)) convergent

; CHECK-NOT: define {{.*}}@item
; CHECK-NOT: define {{.*}}@outer
; CHECK-NOT: define {{.*}}@tiled
define internal i64 @item() {
  %id = call i64 @__weft_local_id_x()
  ret i64 %id
}
define internal i64 @outer(i64 %x) {
  %id = call i64 @item()
  %r = add i64 %id, %x
  ret i64 %r
}
define internal void @tiled(i64 %i) {
  %p = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  store i32 1, ptr addrspace(3) %p
  ret void
}

; CHECK: define internal i64 @plain(
define internal i64 @plain(i64 %x) noinline {
  %r = mul i64 %x, %x
  ret i64 %r
}

; CHECK-LABEL: define void @k(
; CHECK: %[[ID:.*]] = call i64 @__weft_local_id_x()
; CHECK: %[[SUM:.*]] = add i64 %[[ID]], 7
; CHECK: call i64 @plain(i64 %[[SUM]])
; CHECK: getelementptr i32, ptr addrspace(3) @tile
; CHECK: call void @__weft_group_step_copy(
define void @k(ptr addrspace(1) %p) "weft-kernel"="k" {
  %o = call i64 @outer(i64 7)
  %s = call i64 @plain(i64 %o)
  call void @tiled(i64 %s)
  call void @__weft_group_step_copy(ptr addrspace(1) %p)
  ret void
}
