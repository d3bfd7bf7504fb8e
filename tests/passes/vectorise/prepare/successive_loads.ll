; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=function(loop-simplify,weft-successive-loads,early-cse,weft-adjacent-accesses)' %s 2>&1 | FileCheck %s

; Four rounds of a loop whose lanes lie far apart, and each load the element behind the one before:
; one load of four elements. The rounds left over run one by one. Elements of one byte are eight at
; a time.
; CHECK-LABEL: define float @row(
; CHECK: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-COUNT-4: fadd float
; CHECK-NOT: fadd
; CHECK: load float, ptr addrspace(1) %
; CHECK: fadd float
; CHECK: ret float
define float @row(i64 "weft-lane-parameter" %id, i64 %pitch, i32 %n, ptr addrspace(1) %in) {
entry:
  %start = mul i64 %id, %pitch
  %any = icmp ne i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %wide = zext i32 %k to i64
  %index = add i64 %start, %wide
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %result = phi float [ 0.0, %entry ], [ %more, %loop ]
  ret float %result
}

; CHECK-LABEL: define i8 @bytes(
; CHECK: load <8 x i8>, ptr addrspace(1) %{{.*}}, align 1
; CHECK: ret i8
define i8 @bytes(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %in) {
entry:
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %index
  %v = load i8, ptr addrspace(1) %at
  %scaled = mul i8 %sum, 31
  %more = xor i8 %scaled, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i8 %more
}

; Rounds that need no order stay, for LLVM to vectorise them.
; CHECK-LABEL: define i32 @whole_numbers(
; CHECK-NOT: load <
; CHECK: ret i32
define i32 @whole_numbers(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %in) {
entry:
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %more = add i32 %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}

; Not where lanes are neighbours, where they leave at different times, where rounds step further, or
; where a store may come between.
; CHECK-LABEL: define float @columns(
; CHECK-NOT: load <
; CHECK: ret float
define float @columns(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %in) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add i64 %id, %k
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret float %more
}

; CHECK-LABEL: define float @ragged(
; CHECK-NOT: load <
; CHECK: ret float
define float @ragged(i64 "weft-lane-parameter" %id, i64 %pitch, ptr addrspace(1) %in) {
entry:
  %start = mul i64 %id, %pitch
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, %id
  br i1 %again, label %loop, label %end
end:
  ret float %more
}

; CHECK-LABEL: define float @every_other(
; CHECK-NOT: load <
; CHECK: ret float
define float @every_other(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %in) {
entry:
  %start = mul i64 %id, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw i64 %k, 2
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret float %more
}

; CHECK-LABEL: define void @writes(
; CHECK-NOT: load <
; CHECK: ret void
define void @writes(i64 "weft-lane-parameter" %id, i64 %n, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %start = mul i64 %id, %n
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %start, %k
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

; A sum in any order, but of all that lies between one lane and the next: eight rounds at a time.
; CHECK-LABEL: define i8 @whole(
; CHECK: load <8 x i8>, ptr addrspace(1) %{{.*}}, align 1
; CHECK: ret i8
define i8 @whole(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
entry:
  %start = shl i64 %id, 3
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %index
  %v = load i8, ptr addrspace(1) %at
  %more = or i8 %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret i8 %more
}

; CHECK-LABEL: define i8 @part(
; CHECK-NOT: load <
; CHECK: ret i8
define i8 @part(i64 "weft-lane-parameter" %id, ptr addrspace(1) %in) {
entry:
  %start = shl i64 %id, 4
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %more, %loop ]
  %index = add i64 %start, %k
  %at = getelementptr i8, ptr addrspace(1) %in, i64 %index
  %v = load i8, ptr addrspace(1) %at
  %more = or i8 %sum, %v
  %next = add nuw i64 %k, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret i8 %more
}
