; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt '-passes=weft-range-check-loops,verify' %s | FileCheck %s

; Iterations that pass both checks run in a loop of their own, as many as will pass and go on. What
; follows has the values of its last iteration.
; CHECK-LABEL: define i32 @rows(
; CHECK: loop:
; CHECK: %column = phi i32 [ 0, %entry ], [ %column.next, %again ]
; CHECK: br i1 %is.row, label %row, label %border
; CHECK: br i1 %is.inside, label %[[COUNT:.*]], label %border
; CHECK: [[COUNT]]:
; CHECK: %[[ROOM:.*]] = sub i32 %most, %column
; CHECK: %[[STEPS:.*]] = lshr i32 %[[ROOM]], 4
; CHECK: %[[WIDE:.*]] = zext i32 %[[STEPS]] to i64
; CHECK: add i64 %[[WIDE]], 1
; CHECK: sub i32 2147483647, %column
; CHECK: %[[NEXTI:.*]] = add i64 %i, 16
; CHECK: %[[GOESON:.*]] = icmp ne i64 %[[NEXTI]], %last
; CHECK: select i1 %[[GOESON]], i64 %{{.*}}, i64 1
; CHECK: %iterations = freeze i64
; CHECK: [[INNER:range.checked]]:
; CHECK-NEXT: %iterations.left = phi i64 [ %iterations, %[[COUNT]] ], [ %[[LEFT:.*]], %[[MORE:.*]] ]
; CHECK-NEXT: %[[I:.*]] = phi i64 [ %i, %[[COUNT]] ], [ %[[INEXT:.*]], %[[MORE]] ]
; CHECK-NEXT: %[[COLUMN:.*]] = phi i32 [ %column, %[[COUNT]] ], [ %[[COLUMNNEXT:.*]], %[[MORE]] ]
; CHECK: call void @inside(i64 %[[I]], i32 %[[COLUMN]])
; CHECK: [[MORE]]:
; CHECK-NEXT: %[[INEXT]] = add i64 %[[I]], 16
; CHECK-NEXT: %[[COLUMNNEXT]] = add i32 %[[COLUMN]], 16
; CHECK: %[[LEFT]] = sub nuw i64 %iterations.left, 1
; CHECK: %[[DONE:.*]] = icmp eq i64 %[[LEFT]], 0
; CHECK: br i1 %[[DONE]], label %tail, label %[[INNER]]
; CHECK: tail:
; CHECK-DAG: phi i32 [ %[[COLUMN]], %[[MORE]] ], [ %column, %border ]
; CHECK-DAG: phi i64 [ %[[I]], %[[MORE]] ], [ %i, %border ]
define i32 @rows(i64 %last, i32 %n, i32 %most) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %again ]
  %column = phi i32 [ 0, %entry ], [ %column.next, %again ]
  %fits = icmp sle i32 %column, %most
  %is.row = freeze i1 %fits
  br i1 %is.row, label %row, label %border
row:
  %is.late = icmp sgt i32 %column, 0
  %is.inside = freeze i1 %is.late
  br i1 %is.inside, label %inner, label %border
inner:
  call void @inside(i64 %i, i32 %column)
  br label %tail
border:
  call void @border(i64 %i, i32 %column)
  br label %tail
tail:
  %i.next = add i64 %i, 16
  %is.done = icmp eq i64 %i.next, %last
  br i1 %is.done, label %done, label %again
again:
  %column.next = add i32 %column, 16
  %same = icmp ult i32 %column.next, %n
  br i1 %same, label %loop, label %done
done:
  ret i32 %column
}

; What falls until it reaches its bound, and a body with two ways out.
; CHECK-LABEL: define void @falls(
; CHECK: %[[FALLEN:.*]] = sub i32 %rest, 15
; CHECK: %[[ROOM:.*]] = sub i32 %[[FALLEN]], 1
; CHECK: lshr i32 %[[ROOM]], 3
; CHECK: range.checked:
; CHECK: %[[I:.*]] = phi i32 [ %i, %{{.*}} ], [ %{{.*}}, %[[MORE:.*]] ]
; CHECK: br i1 %flag, label %one, label %other
; CHECK: [[MORE]]:
; CHECK-NEXT: %[[BOTH:.*]] = phi i32 [ 7, %other ], [ %[[I]], %one ]
; CHECK: tail:
; CHECK: phi i32 [ 0, %border ], [ %[[BOTH]], %[[MORE]] ]
define void @falls(i32 %last, i32 %bound, i1 %flag) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %rest = sub i32 %bound, %i
  %is.far = icmp ugt i32 %rest, 15
  %is.inside = freeze i1 %is.far
  br i1 %is.inside, label %inner, label %border
inner:
  br i1 %flag, label %one, label %other
one:
  call void @inside(i64 1, i32 %i)
  br label %tail
other:
  call void @inside(i64 2, i32 %i)
  br label %tail
border:
  br label %tail
tail:
  %value = phi i32 [ 0, %border ], [ %i, %one ], [ 7, %other ]
  %i.next = add i32 %i, 8
  %more = icmp ult i32 %i.next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A check that is only in part one of ranges counts as what is inside, with all of its parts.
; CHECK-LABEL: define void @parts(
; CHECK: br i1 %is.inside, label %[[COUNT:.*]], label %tail
; CHECK: [[COUNT]]:
; CHECK-NEXT: sub i32 %bound, %i
; CHECK-NOT: %twice
; CHECK: range.checked:
; CHECK: row:
; CHECK-NEXT: %twice = shl i32
; CHECK: br i1 %is.more, label %inner, label %
define void @parts(i32 %last, i32 %bound, ptr %flags) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %is.low = icmp ult i32 %i, %bound
  %is.inside = freeze i1 %is.low
  br i1 %is.inside, label %row, label %tail
row:
  %twice = shl i32 %i, 1
  %is.second = icmp ult i32 %twice, %bound
  %mixed = xor i32 %twice, %bound
  %is.odd = icmp ult i32 %mixed, 7
  %both = and i1 %is.second, %is.odd
  %is.more = freeze i1 %both
  br i1 %is.more, label %inner, label %tail
inner:
  call void @inside(i64 1, i32 %i)
  br label %tail
tail:
  %i.next = add i32 %i, 8
  %more = icmp ult i32 %i.next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Not where the end of an iteration does more than count, nor with a step that is no power of two,
; nor where something else is checked, nor where the iteration may end by what does not change.
; CHECK-LABEL: define void @effects(
; CHECK-NOT: range.checked
; CHECK-LABEL: define void @steps(
; CHECK-NOT: range.checked
; CHECK-LABEL: define void @loads(
; CHECK-NOT: range.checked
; CHECK-LABEL: define void @ends(
; CHECK-NOT: range.checked
define void @effects(i32 %last, i32 %bound) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %is.low = icmp ult i32 %i, %bound
  %is.inside = freeze i1 %is.low
  br i1 %is.inside, label %inner, label %tail
inner:
  call void @inside(i64 1, i32 %i)
  br label %tail
tail:
  call void @border(i64 1, i32 %i)
  %i.next = add i32 %i, 8
  %more = icmp ult i32 %i.next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @steps(i32 %last, i32 %bound) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %is.low = icmp ult i32 %i, %bound
  %is.inside = freeze i1 %is.low
  br i1 %is.inside, label %inner, label %tail
inner:
  call void @inside(i64 1, i32 %i)
  br label %tail
tail:
  %i.next = add i32 %i, 12
  %more = icmp ult i32 %i.next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @loads(i32 %last, ptr %flags) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %flag.at = getelementptr i1, ptr %flags, i32 %i
  %flag = load i1, ptr %flag.at
  %is.inside = freeze i1 %flag
  br i1 %is.inside, label %inner, label %tail
inner:
  call void @inside(i64 1, i32 %i)
  br label %tail
tail:
  %i.next = add i32 %i, 8
  %more = icmp ult i32 %i.next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @ends(i32 %last, i32 %bound, i1 %flag) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %tail ]
  %is.low = icmp ult i32 %i, %bound
  %is.inside = freeze i1 %is.low
  br i1 %is.inside, label %inner, label %tail
inner:
  call void @inside(i64 1, i32 %i)
  br label %tail
tail:
  %i.next = add i32 %i, 8
  %more = icmp ult i32 %i.next, %last
  %both = and i1 %more, %flag
  br i1 %both, label %loop, label %done
done:
  ret void
}

declare void @inside(i64, i32)
declare void @border(i64, i32)
