; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64 '-passes=function(loop-simplify,weft-scalar-promotion)' %s 2>&1 | FileCheck %s

; The lanes decide whether the element of any of them lies where the loop reads. Where it does not, it
; is loaded once and stored once. The other version stays as it is, and is rare.
; CHECK-LABEL: define void @sum(
; CHECK: %[[APART:.*]] = or i1
; CHECK: %[[ALL:.*]] = call i1 @__weft_all_lanes(i1 %[[APART]])
; CHECK: br i1 %[[ALL]], label %loop.promoted.entry, label %loop
; CHECK: loop.promoted.entry:
; CHECK-NEXT: %[[FIRST:.*]] = load float, ptr addrspace(1) %to, align 4
; CHECK: loop.promoted:
; CHECK: %kept = phi float [ %[[FIRST]], %loop.promoted.entry ], [ %[[MORE:.*]], %loop.promoted ]
; CHECK-NOT: store
; CHECK: %[[MORE]] = fadd float %kept
; CHECK-NOT: store
; CHECK: end.promoted:
; CHECK-NEXT: store float %[[MORE]], ptr addrspace(1) %to, align 4
; CHECK: loop:
; CHECK: store float
; CHECK: br i1 %{{.*}}, label %loop, label %end, !weft.rare
define void @sum(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i64 %k
  %v = load float, ptr addrspace(1) %at
  %sum = load float, ptr addrspace(1) %to
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Local memory and global memory are never the same: no condition, and no other version.
; CHECK-LABEL: define void @other_memory(
; CHECK: entry:
; CHECK: %[[FIRST:.*]] = load i32, ptr addrspace(1) %to, align 4
; CHECK-NEXT: br label %loop
; CHECK: %kept = phi i32 [ %[[FIRST]], %entry ], [ %more, %loop ]
; CHECK-NOT: store
; CHECK: %more = add i32 %kept, %v
; CHECK-NOT: store
; CHECK: end:
; CHECK-NEXT: store i32 %more, ptr addrspace(1) %to, align 4
define void @other_memory(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out,
                          ptr addrspace(3) %in) {
entry:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(3) %in, i64 %k
  %v = load i32, ptr addrspace(3) %at
  %sum = load i32, ptr addrspace(1) %to
  %more = add i32 %sum, %v
  store i32 %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Elements of one structure lie apart: no condition. Where the loop reads local memory does not matter.
; CHECK-LABEL: define void @members(
; CHECK-NOT: __weft_all_lanes
; CHECK: loop:
; CHECK: phi float
; CHECK: phi float
; CHECK-NOT: store
; CHECK: end:
; CHECK-NEXT: store float %more.y, ptr addrspace(1) %to.y, align 4
; CHECK-NEXT: store float %more, ptr addrspace(1) %to, align 4
define void @members(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out, ptr addrspace(3) %indices,
                     ptr addrspace(3) %in) {
entry:
  %to = getelementptr [2 x float], ptr addrspace(1) %out, i64 %id
  %to.y = getelementptr i8, ptr addrspace(1) %to, i64 4
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %where = getelementptr i64, ptr addrspace(3) %indices, i64 %k
  %index = load i64, ptr addrspace(3) %where
  %at = getelementptr float, ptr addrspace(3) %in, i64 %index
  %v = load float, ptr addrspace(3) %at
  %sum = load float, ptr addrspace(1) %to
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %to
  %sum.y = load float, ptr addrspace(1) %to.y
  %more.y = fmul float %sum.y, %v
  store float %more.y, ptr addrspace(1) %to.y
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Those overlap.
; CHECK-LABEL: define void @overlapping(
; CHECK: loop:
; CHECK: store i32
; CHECK: store i32
; CHECK: end:
; CHECK-NEXT: ret void
define void @overlapping(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out) {
entry:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %into = getelementptr i8, ptr addrspace(1) %to, i64 2
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %value = trunc i64 %k to i32
  store i32 %value, ptr addrspace(1) %to, align 2
  store i32 5, ptr addrspace(1) %into, align 2
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Not where the loop reads at places that are not known before, where all lanes write one element,
; where lanes leave at different times, where memory has an order, or where rounds are few.
; CHECK-LABEL: define void @gathered(
; CHECK-NOT: promoted
define void @gathered(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out,
                      ptr addrspace(1) %in, ptr addrspace(1) %indices) {
entry:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %where = getelementptr i64, ptr addrspace(1) %indices, i64 %k
  %index = load i64, ptr addrspace(1) %where
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %at
  %sum = load float, ptr addrspace(1) %to
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @one_for_all(
; CHECK-NOT: promoted
define void @one_for_all(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out,
                         ptr addrspace(1) %in) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i64 %k
  %v = load float, ptr addrspace(1) %at
  %sum = load float, ptr addrspace(1) %out
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %out
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @uneven(
; CHECK-NOT: promoted
define void @uneven(i64 "weft-lane-parameter" %id, ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i64 %k
  %v = load float, ptr addrspace(1) %at
  %sum = load float, ptr addrspace(1) %to
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %id
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @fenced(
; CHECK: store i64
; CHECK-NEXT: fence release
define void @fenced(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out) {
entry:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = load i64, ptr addrspace(1) %to
  %more = add i64 %sum, %k
  store i64 %more, ptr addrspace(1) %to
  fence release
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK-NOT: promoted
define void @few(i64 "weft-lane-parameter" %id, ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i64 %k
  %v = load float, ptr addrspace(1) %at
  %sum = load float, ptr addrspace(1) %to
  %more = fadd float %sum, %v
  store float %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, 4
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Nor vectors, which a phi must not hold.
; CHECK-LABEL: define void @vectors(
; CHECK-NOT: promoted
define void @vectors(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out,
                     ptr addrspace(1) %in) {
entry:
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %k
  %v = load <4 x float>, ptr addrspace(1) %at
  %sum = load <4 x float>, ptr addrspace(1) %to
  %more = fadd <4 x float> %sum, %v
  store <4 x float> %more, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Scalar evolution would compute this address with a number of 31 bits, which lanes cannot have.
; CHECK-LABEL: define void @even(
; CHECK-NOT: i31
; CHECK: end:
; CHECK-NEXT: store i32 5, ptr addrspace(1) %to
define void @even(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %twice = shl i64 %id, 1
  %index = and i64 %twice, 4294967294
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 5, ptr addrspace(1) %to
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
