; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not weft-opt -cpu=%baseline -passes=weft-recursion-check %s 2>&1 | FileCheck %s

; Work-item code that calls itself is an error; other recursion is the program's own affair.
declare i64 @__weft_local_id_x() memory(none)

define internal i64 @factorial(i64 %x) {
  %stop = icmp eq i64 %x, 0
  br i1 %stop, label %end, label %more
more:
  %y = sub i64 %x, 1
  %f = call i64 @factorial(i64 %y)
  br label %end
end:
  %r = phi i64 [ 1, %0 ], [ %f, %more ]
  ret i64 %r
}

; CHECK: error: recursive call of function 'deep' is not supported in OpenCL C
; CHECK-NOT: factorial
define internal i64 @deep(i64 %x) {
  %id = call i64 @__weft_local_id_x()
  %y = call i64 @deep(i64 %id)
  ret i64 %y
}

define void @k(ptr addrspace(1) %p) "weft-kernel"="k" {
  %f = call i64 @factorial(i64 7)
  %d = call i64 @deep(i64 %f)
  store i64 %d, ptr addrspace(1) %p
  ret void
}
