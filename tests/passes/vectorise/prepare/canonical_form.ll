; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=%baseline -passes=weft-canonical-form %s 2>&1 | FileCheck %s

; The form that regions are brought into before widening, for functions in which %id differs between
; the work-items of a gang.

; Cheap sides of a divergent branch become selects; a uniform branch stays.
; CHECK-LABEL: define i32 @flattens(
; CHECK: br i1 %uniform
; CHECK-NOT: br i1 %divergent
; CHECK: select i1 %divergent
define i32 @flattens(i64 "weft-lane-parameter" %id, ptr %p, i32 %n, i1 %uniform) {
entry:
  br i1 %uniform, label %work, label %end
work:
  %divergent = icmp ult i64 %id, 5
  br i1 %divergent, label %then, label %else
then:
  %a = add i32 %n, 1
  br label %join
else:
  %b = mul i32 %n, 3
  br label %join
join:
  %v = phi i32 [ %a, %then ], [ %b, %else ]
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 %v, ptr %at
  br label %end
end:
  ret i32 0
}

; A side that hardly any work-item takes stays one: all lanes together jump over it.
; CHECK-LABEL: define i32 @keepsRareSides(
; CHECK: br i1 %divergent, label %then, label %{{.*}}, !prof
define i32 @keepsRareSides(i64 "weft-lane-parameter" %id, ptr %p, float %x) {
entry:
  %divergent = icmp ult i64 %id, 5
  br i1 %divergent, label %then, label %join, !prof !0
then:
  %a = fadd float %x, 1.0
  br label %join
join:
  %v = phi float [ %a, %then ], [ %x, %entry ]
  %at = getelementptr float, ptr %p, i64 %id
  store float %v, ptr %at
  ret i32 0
}
!0 = !{!"branch_weights", i32 1, i32 2000}

; No switch is left, and there is one exit.
; CHECK-LABEL: define i32 @switches(
; CHECK-NOT: switch
; CHECK: ret i32
; CHECK-NOT: ret i32
define i32 @switches(i64 "weft-lane-parameter" %id, ptr %p) {
entry:
  %at = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %at
  switch i32 %v, label %other [ i32 1, label %one
                                i32 7, label %seven ]
one:
  store i32 5, ptr %at
  ret i32 0
seven:
  store i32 6, ptr %p
  ret i32 1
other:
  store i32 %v, ptr %p
  ret i32 0
}

; The test of a loop moves behind its body, and its values leave it through phis.
; CHECK-LABEL: define i32 @rotates(
; CHECK: %[[I:.*]] = phi i32 [ %next, %body ], [ 0, %{{.*}} ]
; CHECK: %next = add i32 %[[I]], 1
; CHECK: %[[AGAIN:.*]] = icmp ult i32 %next, %n
; CHECK: br i1 %[[AGAIN]], label %body, label %{{.*}}
; CHECK: phi i32 [ %next, %body ]
define i32 @rotates(i64 "weft-lane-parameter" %id, ptr %p, i32 %n) {
entry:
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %again = icmp ult i32 %i, %n
  br i1 %again, label %body, label %end
body:
  %at = getelementptr i32, ptr %p, i64 %id
  store volatile i32 %i, ptr %at
  %next = add i32 %i, 1
  br label %header
end:
  ret i32 %i
}

; What grows by a uniform step is what it was at first and a uniform counter.
; CHECK-LABEL: define i32 @splitsInductions(
; CHECK: %[[STEPS:.*]] = phi i64 [ 0, %entry ]
; CHECK: add i64 %id, %[[STEPS]]
define i32 @splitsInductions(i64 "weft-lane-parameter" %id, ptr %p, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 3, ptr %at
  %next = add i64 %i, %step
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 0
}

; A place in a ring is an induction too, where what uses it has the mask.
; CHECK-LABEL: define i32 @splitsPlacesInRings(
; CHECK: %[[STEPS:.*]] = phi i32 [ 0, %entry ]
; CHECK: add i32 %first, %[[STEPS]]
; CHECK: and i32 {{.*}}, 63
; CHECK-NOT: and
; CHECK: ret
define i32 @splitsPlacesInRings(i64 "weft-lane-parameter" %id, ptr %p, ptr %q, i32 %n) {
entry:
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %place = phi i32 [ %first, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %later = add i32 %place, 5
  %masked = and i32 %later, 63
  %index = zext i32 %masked to i64
  %at = getelementptr float, ptr %p, i64 %index
  %x = load float, ptr %at
  %row = getelementptr float, ptr %q, i64 %id
  store volatile float %x, ptr %row
  %sum = add i32 %place, 3
  %next = and i32 %sum, 63
  %k.next = add i32 %k, 1
  %done = icmp eq i32 %k.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i32 0
}

; Neighbouring elements that one work-item reads are read as a vector.
; CHECK-LABEL: define i32 @mergesAccesses(
; CHECK: load <2 x i32>
; CHECK-NOT: load i32
define i32 @mergesAccesses(i64 "weft-lane-parameter" %id, ptr %p, ptr %out) {
  %twice = shl i64 %id, 1
  %a.at = getelementptr i32, ptr %p, i64 %twice
  %a = load i32, ptr %a.at
  %odd = add i64 %twice, 1
  %b.at = getelementptr i32, ptr %p, i64 %odd
  %b = load i32, ptr %b.at
  %sum = add i32 %a, %b
  %at = getelementptr i32, ptr %out, i64 %id
  store i32 %sum, ptr %at
  ret i32 0
}

; A private array that is only read and written by element lies lane by lane.
; CHECK-LABEL: define i32 @interleavesArrays(
; CHECK: alloca [32 x i8], {{.*}}!weft.lane.array
; CHECK: %[[LANES:.*]] = call i64 @__weft_vf()
; CHECK: %[[OFFSET:.*]] = mul i64 %{{.*}}, %[[LANES]]
; CHECK: add i64 %[[OFFSET]],
define i32 @interleavesArrays(i64 "weft-lane-parameter" %id, ptr %p, i64 %n) {
entry:
  %array = alloca [8 x i32]
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %slot = and i64 %k, 7
  %element = getelementptr [8 x i32], ptr %array, i64 0, i64 %slot
  %at = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %at
  store i32 %v, ptr %element
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end
end:
  %last = and i64 %n, 7
  %read = getelementptr [8 x i32], ptr %array, i64 0, i64 %last
  %result = load i32, ptr %read
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %result, ptr %to
  ret i32 0
}

; A cycle with two ways in gets one: masks are planned for loops with one header.
; CHECK-LABEL: define i32 @two_ways_in(
; CHECK: irr.guard:
; CHECK: br i1 %{{.*}}, label %second, label %first
define i32 @two_ways_in(i64 "weft-lane-parameter" %id, ptr %p, i32 %n, i1 %uniform) {
entry:
  %at = getelementptr i32, ptr %p, i64 %id
  br i1 %uniform, label %first, label %second
first:
  %a = load volatile i32, ptr %at
  %more = icmp ult i32 %a, %n
  br i1 %more, label %second, label %end
second:
  %b = load volatile i32, ptr %at
  %again = icmp ult i32 %b, %n
  br i1 %again, label %first, label %end
end:
  ret i32 0
}

; A loop with two entries whose latch goes to either: both take what the round before brings.
; CHECK-LABEL: define i32 @two_ways_round(
; CHECK: first:
; CHECK-NEXT: %i = phi i32 [ %next, %
; CHECK: irr.guard:
; CHECK-NEXT: %round{{.*}} = phi i32 {{.*}}%next
define i32 @two_ways_round(i64 "weft-lane-parameter" %id, ptr %p, i32 %n) {
entry:
  %divergent = icmp ult i64 %id, 5
  br i1 %divergent, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  store volatile i32 %i, ptr %p
  br label %latch
second:
  %round = phi i32 [ 7, %entry ], [ %next, %latch ]
  %done = icmp sgt i32 %round, %n
  br i1 %done, label %end, label %latch
latch:
  %j = phi i32 [ %i, %first ], [ %round, %second ]
  %next = add i32 %j, 1
  %again = load volatile i1, ptr %p
  br i1 %again, label %first, label %second
end:
  ret i32 0
}

; What a loop loads as a vector leaves it by component.
; CHECK-LABEL: define void @leaves_as_components(
; CHECK: loop:
; CHECK: %pair = load <2 x i8>
; CHECK: %[[ONE:.*]] = extractelement <2 x i8> %pair, i64 0
; CHECK: %[[TWO:.*]] = extractelement <2 x i8> %pair, i64 1
; CHECK: end:
; CHECK-DAG: %[[FIRST:.*]] = phi i8 [ %[[ONE]], %loop ]
; CHECK-DAG: %[[SECOND:.*]] = phi i8 [ %[[TWO]], %loop ]
; CHECK-NOT: phi <2 x i8>
; CHECK: %[[HALF:.*]] = insertelement <2 x i8> poison, i8 %[[FIRST]], i64 0
; CHECK: %[[WHOLE:.*]] = insertelement <2 x i8> %[[HALF]], i8 %[[SECOND]], i64 1
; CHECK: store <2 x i8> %[[WHOLE]]
define void @leaves_as_components(i64 "weft-lane-parameter" %id, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %p, i64 %id
  %here = getelementptr i8, ptr %at, i64 %i
  %pair = load <2 x i8>, ptr %here
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  store <2 x i8> %pair, ptr %at
  ret void
}
