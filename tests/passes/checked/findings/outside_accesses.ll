; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-outside-accesses %s 2>&1 | FileCheck %s

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK: k: write of 4 bytes at byte -4 of a private variable of 16 bytes
; CHECK: k: read of 8 bytes at byte 12 of a program variable of 16 bytes
; CHECK-NOT: remark: k:
define void @k(i64 %n) "weft-kernel"="k" "weft-user-code" {
  %a = alloca [4 x i32]
  %before = getelementptr i32, ptr %a, i64 -1
  store i32 1, ptr %before
  %last = getelementptr i32, ptr addrspace(2) @table, i64 3
  %wide = load i64, ptr addrspace(2) %last, align 4
  %value = load i32, ptr addrspace(2) %last, align 4
  %unknown = getelementptr i32, ptr %a, i64 %n
  store i32 1, ptr %unknown
  ret void
}

; The body behind the test runs four times, the test itself five times.
; CHECK: loops: read of 4 bytes at byte 16 of a program variable of 16 bytes
; CHECK-NOT: remark: loops:
define void @loops(ptr addrspace(1) %out) "weft-kernel"="loops" "weft-user-code" {
entry:
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %here = getelementptr i32, ptr addrspace(2) @table, i64 %i
  %tested = load i32, ptr addrspace(2) %here, align 4
  %more = icmp ult i64 %i, 4
  br i1 %more, label %body, label %done
body:
  %value = load i32, ptr addrspace(2) %here, align 4
  store volatile i32 %value, ptr addrspace(1) %out
  %next = add nuw nsw i64 %i, 1
  br label %test
done:
  ret void
}

; Nothing is known of an access that does not happen in each round.
; CHECK-NOT: remark: guarded:
define void @guarded(ptr addrspace(1) %out) "weft-kernel"="guarded" "weft-user-code" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = icmp ult i64 %i, 4
  br i1 %small, label %then, label %latch
then:
  %here = getelementptr i32, ptr addrspace(2) @table, i64 %i
  %value = load i32, ptr addrspace(2) %here, align 4
  store volatile i32 %value, ptr addrspace(1) %out
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
