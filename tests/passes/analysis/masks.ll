; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes='print<weft-masks>' %s -o /dev/null 2>&1 | FileCheck %s

; What becomes of divergent control flow: the order of blocks, the mask of each, and which blocks run
; without an active lane. The functions are in canonical form.
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

; A uniform branch stays one. All blocks have the entry mask.
; CHECK-LABEL: for function 'uniform':
; CHECK-NEXT:  %entry:
; CHECK-NEXT:    mask: entry
; CHECK-NEXT:    uniform branch: %then, %end
; CHECK-NEXT:  %then:
; CHECK-NEXT:    mask: that of %entry, from which all lanes arrive
; CHECK-NEXT:    next: %end
; CHECK-NEXT:  %end:
; CHECK-NEXT:    mask: that of %entry, which it always follows
; CHECK-NEXT:    return
define i32 @uniform(i64 "weft-lane-parameter" %id, ptr %p, i1 %test) {
entry:
  br i1 %test, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret i32 0
}

; Both sides of a divergent branch run, one behind the other. The cheap one runs without lanes as
; well, the one that writes memory does not. Behind them all lanes are there again.
; CHECK-LABEL: for function 'divergent':
; CHECK-NEXT:  %entry:
; CHECK-NEXT:    mask: entry
; CHECK-NEXT:    divergent branch, next: %[[FIRST:else|then]]
; CHECK-NEXT:  %[[FIRST]]:
; CHECK:       %then:
; CHECK-NEXT:    mask: variable
; CHECK-NEXT:    guarded: without lanes to %{{else|end}}
; CHECK:       %end:
; CHECK-NEXT:    mask: that of %entry, which it always follows
; CHECK-NEXT:    return
define i32 @divergent(i64 "weft-lane-parameter" %id, ptr %p) {
entry:
  %test = icmp ult i64 %id, 5
  br i1 %test, label %then, label %else
then:
  %at = getelementptr i64, ptr %p, i64 %id
  store i64 1, ptr %at
  br label %end
else:
  %b = mul i64 %id, 3
  br label %end
end:
  %v = phi i64 [ 1, %then ], [ %b, %else ]
  ret i32 0
}

; Lanes leave the loop at different times. What they leave to is pending in all of it. Its header needs
; no test: the latch goes round only with a lane.
; CHECK-LABEL: for function 'divergentLoop':
; CHECK-NEXT:  %entry:
; CHECK-NEXT:    mask: entry
; CHECK-NEXT:    next: %loop
; CHECK-NEXT:  %loop: header of a divergent loop
; CHECK-NEXT:    mask: variable
; CHECK-NEXT:    pending: %end
; CHECK-NEXT:    latch, loops while any lane is active, then: %end
; CHECK-NEXT:  %end:
; CHECK-NEXT:    mask: that of %entry, which it always follows
; CHECK-NEXT:    return
define i32 @divergentLoop(i64 "weft-lane-parameter" %id, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %id
  br i1 %again, label %loop, label %end
end:
  ret i32 0
}

; All lanes leave the loop together: no mask, and no test, is needed.
; CHECK-LABEL: for function 'uniformLoop':
; CHECK:       %loop:
; CHECK-NEXT:    mask: that of %entry, from which all lanes arrive
; CHECK-NEXT:    uniform branch: %loop, %end
define i32 @uniformLoop(i64 "weft-lane-parameter" %id, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 0
}

; With the stage left out, no block is speculated.
; CHECK-LABEL: for function 'withoutSpeculation':
; CHECK-NOT:   speculated
; CHECK:       %end:
define i32 @withoutSpeculation(i64 "weft-lane-parameter" %id, ptr %p) "weft-without"="speculation" {
entry:
  %test = icmp ult i64 %id, 5
  br i1 %test, label %then, label %else
then:
  %a = add i64 %id, 3
  br label %end
else:
  %b = mul i64 %id, 3
  br label %end
end:
  %v = phi i64 [ %a, %then ], [ %b, %else ]
  ret i32 0
}

; A switch is none of the branches that the canonical form has.
; CHECK-LABEL: for function 'switches':
; CHECK:         no plan: control flow ends in 'switch'
define i32 @switches(i64 "weft-lane-parameter" %id) {
entry:
  switch i64 %id, label %end [ i64 1, label %one ]
one:
  br label %end
end:
  ret i32 0
}
