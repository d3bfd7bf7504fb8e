; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=function(loop-simplify,weft-invariant-loads)' %s 2>&1 | FileCheck %s

; Each lane that comes to the loop loads its value in the first round, so it loads it before, with its
; address. What differs between rounds stays.
; CHECK-LABEL: define i64 @search(
; CHECK: entry:
; CHECK-NEXT: %to = getelementptr double, ptr addrspace(1) %values, i64 %id
; CHECK-NEXT: %value = load double, ptr addrspace(1) %to
; CHECK: loop:
; CHECK: %limit = load double
; CHECK-NOT: load
; CHECK: ret i64
define i64 @search(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %limits, ptr addrspace(1) %values) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = getelementptr double, ptr addrspace(1) %limits, i64 %k
  %limit = load double, ptr addrspace(1) %at
  %to = getelementptr double, ptr addrspace(1) %values, i64 %id
  %value = load double, ptr addrspace(1) %to
  %found = fcmp oge double %limit, %value
  br i1 %found, label %end, label %more
more:
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r = phi i64 [ %k, %loop ], [ %n, %more ]
  ret i64 %r
}

; A load that gives the address of another one goes first.
; CHECK-LABEL: define i64 @chain(
; CHECK: entry:
; CHECK: %index = load i64
; CHECK: %value = load i64
; CHECK: loop:
; CHECK-NOT: load
; CHECK: ret i64
define i64 @chain(i64 "weft-lane-parameter" %id, ptr addrspace(1) %indices, ptr addrspace(1) %values) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %index = load i64, ptr addrspace(1) %from
  %to = getelementptr i64, ptr addrspace(1) %values, i64 %index
  %value = load i64, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %value
  br i1 %again, label %loop, label %end
end:
  ret i64 %next
}

; Not each lane that comes to the loop need load here.
; CHECK-LABEL: define i64 @later(
; CHECK: loop:
; CHECK: more:
; CHECK: load i64
define i64 @later(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %values) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %done = icmp eq i64 %k, %id
  br i1 %done, label %end, label %more
more:
  %to = getelementptr i64, ptr addrspace(1) %values, i64 %id
  %value = load i64, ptr addrspace(1) %to
  %next = add nuw i64 %k, %value
  br label %loop
end:
  ret i64 %k
}

; The store may be to what the loop loads.
; CHECK-LABEL: define void @written(
; CHECK: loop:
; CHECK: load i64
define void @written(i64 "weft-lane-parameter" %id, ptr addrspace(1) %values, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i64, ptr addrspace(1) %values, i64 %id
  %value = load i64, ptr addrspace(1) %to
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %k
  store i64 %value, ptr addrspace(1) %at
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %value
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Others may write what is volatile or atomic.
; CHECK-LABEL: define i64 @watched(
; CHECK: loop:
; CHECK: load volatile i64
; CHECK: load atomic i64
define i64 @watched(i64 "weft-lane-parameter" %id, ptr addrspace(1) %values) {
entry:
  %to = getelementptr i64, ptr addrspace(1) %values, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %value = load volatile i64, ptr addrspace(1) %to
  %other = load atomic i64, ptr addrspace(1) %to monotonic, align 8
  %sum = add i64 %value, %other
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %sum
  br i1 %again, label %loop, label %end
end:
  ret i64 %next
}

; All lanes leave this loop together, but a branch around it may have a mask. What the loop writes is in
; other memory.
; CHECK-LABEL: define void @together(
; CHECK: entry:
; CHECK: load i64
; CHECK: loop:
; CHECK-NOT: load
; CHECK: store
define void @together(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %values, ptr addrspace(3) %out) {
entry:
  %to = getelementptr i64, ptr addrspace(1) %values, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %value = load i64, ptr addrspace(1) %to
  %at = getelementptr i64, ptr addrspace(3) %out, i64 %k
  store i64 %value, ptr addrspace(3) %at
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
