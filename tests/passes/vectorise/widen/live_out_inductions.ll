; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' -stats %s 2>&1 | FileCheck %s

; How often each work-item went round a loop that it leaves when it likes. The count is the same for
; all that are in the loop, so it is a scalar; what they hand on counts the lanes that stay.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal i32 @rounds.region.0.unmasked(
; CHECK: [[OUT:%.*]] = phi <4 x i32> [ zeroinitializer, %{{.*}} ], [ [[COUNTED:%.*]], %{{.*}} ]
; CHECK: [[IN:%.*]] = phi <4 x i1> [ splat (i1 true),
; CHECK: [[STEPPED:%.*]] = add <4 x i32> [[OUT]], splat (i32 1)
; CHECK: [[COUNTED]] = select <4 x i1> [[IN]], <4 x i32> [[STEPPED]], <4 x i32> [[OUT]]
; CHECK: ret i32 0
define void @rounds(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="rounds" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %v, %entry ], [ %less, %loop ]
  %less = lshr i32 %x, 1
  %next = add i32 %i, 1
  %again = icmp ugt i32 %x, 1
  br i1 %again, label %loop, label %end
end:
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %next, ptr addrspace(1) %out.at
  ret void
}

; Left in the middle, the count is that of the round before: those that stay are counted. It begins
; with the loop's first value, and only for those that enter the loop.
; CHECK-LABEL: define internal i32 @middle.region.0.unmasked(
; CHECK: [[OUT:%.*]] = phi <4 x i32> [ [[FIRST:%.*]], %some ], [ [[COUNTED:%.*]], %head ]
; CHECK: [[IN:%.*]] = phi <4 x i1> [ %enters, %some ], [ [[STAY:%.*]], %head ]
; CHECK: [[STAY]] = select <4 x i1> [[IN]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: [[STEPPED:%.*]] = add <4 x i32> [[OUT]], splat (i32 3)
; CHECK: [[COUNTED]] = select <4 x i1> [[STAY]], <4 x i32> [[STEPPED]], <4 x i32> [[OUT]]
; CHECK: [[FIRST]] = select <4 x i1> %enters, <4 x i32> splat (i32 7), <4 x i32> undef
; CHECK: }
define void @middle(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %limit) convergent "weft-kernel"="middle" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %enters = icmp ugt i32 %v, 5
  br i1 %enters, label %head, label %end
head:
  %i = phi i32 [ 7, %entry ], [ %next, %body ]
  %x = phi i32 [ %v, %entry ], [ %less, %body ]
  %leaves = icmp ult i32 %x, 3
  br i1 %leaves, label %end, label %body
body:
  %less = lshr i32 %x, 1
  %next = add i32 %i, 3
  %again = icmp ult i32 %next, %limit
  br i1 %again, label %head, label %end
end:
  %n = phi i32 [ 0, %entry ], [ %i, %head ], [ %next, %body ]
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %n, ptr addrspace(1) %out.at
  ret void
}

; What is handed on is another sum: it is broadcast and blended.
; CHECK-LABEL: define internal i32 @otherValue.region.0.unmasked(
; CHECK: [[OUT:%.*]] = phi <4 x i32>
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %.splat{{.*}}, <4 x i32> [[OUT]]
; CHECK: ret i32 0
define void @otherValue(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %limit) convergent "weft-kernel"="otherValue" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %v, %entry ], [ %less, %loop ]
  %less = lshr i32 %x, 1
  %next = add i32 %i, 1
  %square = mul i32 %i, %i
  %again = icmp ugt i32 %x, 1
  br i1 %again, label %loop, label %end
end:
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %square, ptr addrspace(1) %out.at
  ret void
}

; CHECK: 4 weft-widen {{ *}}- Live-out inductions counted for each lane
