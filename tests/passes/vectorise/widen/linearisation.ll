; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline '-passes=weft-kernel-arguments,weft-vectorise<vectorise=4>' %s 2>&1 | FileCheck %s

; Control flow of four work-items: what is uniform stays a scalar branch; a loop that each leaves when
; it likes goes on while any is in it; a condition of each becomes a mask, never a branch on one lane.
declare i64 @__weft_local_id_x() memory(none)

; CHECK-LABEL: define internal i32 @uniformLoop.region.0.unmasked(
; CHECK-DAG: phi i32 [ 0,
; CHECK-DAG: phi <4 x i32>
; CHECK-NOT: <4 x i1>
; CHECK: %[[AGAIN:.*]] = icmp ult i32 %{{.*}}, %n
; CHECK: br i1 %[[AGAIN]]
; CHECK-NOT: <4 x i1>
; CHECK: ret i32 0
define void @uniformLoop(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) convergent "weft-kernel"="uniformLoop" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %v, %entry ], [ %more, %loop ]
  %square = mul i32 %x, %x
  %more = add i32 %square, %i
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %more, ptr addrspace(1) %out.at
  ret void
}

; The mask of those in the loop lives from round to round, and is narrowed by a select, not by an
; "and", which would let poison through. What a lane leaves with is kept for it.
; CHECK-LABEL: define internal i32 @divergentLoop.region.0.unmasked(
; CHECK: phi <4 x i1>
; CHECK: %[[TEST:.*]] = icmp ugt <4 x i32> %{{.*}}, splat (i32 1)
; CHECK: %[[NEXT:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %[[TEST]], <4 x i1> zeroinitializer
; CHECK: select <4 x i1> %{{.*}}, <4 x i32>
; CHECK: bitcast <4 x i1> %[[NEXT]] to i4
; CHECK: br i1
; CHECK: ret i32 0
define void @divergentLoop(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="divergentLoop" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %x = phi i32 [ %v, %entry ], [ %next, %loop ]
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  %next = lshr i32 %x, 1
  %more = add i32 %count, 1
  %go = icmp ugt i32 %next, 1
  br i1 %go, label %loop, label %end
end:
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %more, ptr addrspace(1) %out.at
  ret void
}

; Both values are there, a select takes one for each lane.
; CHECK-LABEL: define internal i32 @joined.region.0.unmasked(
; CHECK: %[[TEST:.*]] = icmp slt <4 x i32>
; CHECK: select <4 x i1> %{{.*}}, <4 x i32>
; CHECK-NOT: extractelement <4 x i1>
; CHECK: ret i32 0
define void @joined(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent "weft-kernel"="joined" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %low = icmp slt i32 %v, 3
  br i1 %low, label %then, label %else
then:
  %a = mul i32 %v, 5
  br label %end
else:
  %b = xor i32 %v, 77
  br label %end
end:
  %r = phi i32 [ %a, %then ], [ %b, %else ]
  %out.at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %out.at
  ret void
}

; Gangs of a row first, then one under the mask of the work-items that are left over. Nothing depends
; on the row, nor on the launch: outlined_regions.ll has a region that does.
; CHECK-LABEL: define internal void @kernel_joined(
; CHECK-NOT: br i1 %launch.is.small
; CHECK: call i32 @joined.region.0.unmasked({{.*}}i64 %[[INDEX:[^,]*]], i64 %x.range.index, i64 0
; CHECK: add {{.*}}i64 %[[INDEX]], 4
; CHECK: %[[LEFT:.*]] = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: call i32 @joined.region.0.predicated({{.*}}, <4 x i1> %[[LEFT]])
; CHECK-NOT: call i32 @joined.region.0(

; The loops over rows and groups are known to the optimiser for what they are.
; CHECK: !{!"weft.loop.driver"}
