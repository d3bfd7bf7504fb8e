; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=16>' %s 2>&1 | FileCheck --check-prefix=ASKED %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck --check-prefix=COSTS %s

; The versions of a region have a budget: twice its instructions and an allowance, and a quarter more for
; one alone. This CPU has no masked stores of bytes, so that a predicated version of such stores is large.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; Few of them: all versions.
; CHECK: remark: few.region.0: vectorised, VF 16{{$}}
; More of them: the predicated version alone.
; CHECK: remark: lone.region.0: vectorised, VF 16, all gangs predicated
; Still more of them: none. One for few lanes would have more instructions than as many work-items.
; CHECK: remark: more.region.0: scalar: the code for all lanes would be too large
; Where a loop waits for its own loads, the predicated version may be larger.
; CHECK: remark: waiting.region.0: vectorised, VF 16, all gangs predicated
; The regions of a kernel share the allowance: nothing is left of it for the last one.
; CHECK: remark: regions.region.0: vectorised, VF 16{{$}}
; CHECK: remark: regions.region.7: scalar: the code for all lanes would be too large
; A VF that is asked for has no budget.
; ASKED: remark: few.region.0: vectorised, VF 16{{$}}
; ASKED: remark: lone.region.0: vectorised, VF 16{{$}}
; ASKED: remark: more.region.0: vectorised, VF 16{{$}}
; ASKED: remark: waiting.region.0: vectorised, VF 16{{$}}
; COSTS: Costs in function 'few':
; COSTS: vector versions: up to 1022 instructions

; Where there is no unmasked version, whole gangs have a mask too.
; CHECK-LABEL: define internal void @kernel_waiting(
; CHECK: %x.gang.index = phi
; CHECK: call i32 @waiting.region.0.predicated(
; CHECK-NOT: call {{.*}}@waiting.region.0.
; CHECK: ret void

define void @few(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="few" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %id
  %a0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %a3
  ret void
}

define void @lone(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="lone" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %id
  %a0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %a7
  %a8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %a8
  %a9 = getelementptr i8, ptr addrspace(1) %at, i64 655360
  store i8 %v, ptr addrspace(1) %a9
  %a10 = getelementptr i8, ptr addrspace(1) %at, i64 720896
  store i8 %v, ptr addrspace(1) %a10
  %a11 = getelementptr i8, ptr addrspace(1) %at, i64 786432
  store i8 %v, ptr addrspace(1) %a11
  %a12 = getelementptr i8, ptr addrspace(1) %at, i64 851968
  store i8 %v, ptr addrspace(1) %a12
  %a13 = getelementptr i8, ptr addrspace(1) %at, i64 917504
  store i8 %v, ptr addrspace(1) %a13
  %a14 = getelementptr i8, ptr addrspace(1) %at, i64 983040
  store i8 %v, ptr addrspace(1) %a14
  %a15 = getelementptr i8, ptr addrspace(1) %at, i64 1048576
  store i8 %v, ptr addrspace(1) %a15
  ret void
}

define void @more(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="more" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %id
  %a0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %a7
  %a8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %a8
  %a9 = getelementptr i8, ptr addrspace(1) %at, i64 655360
  store i8 %v, ptr addrspace(1) %a9
  %a10 = getelementptr i8, ptr addrspace(1) %at, i64 720896
  store i8 %v, ptr addrspace(1) %a10
  %a11 = getelementptr i8, ptr addrspace(1) %at, i64 786432
  store i8 %v, ptr addrspace(1) %a11
  %a12 = getelementptr i8, ptr addrspace(1) %at, i64 851968
  store i8 %v, ptr addrspace(1) %a12
  %a13 = getelementptr i8, ptr addrspace(1) %at, i64 917504
  store i8 %v, ptr addrspace(1) %a13
  %a14 = getelementptr i8, ptr addrspace(1) %at, i64 983040
  store i8 %v, ptr addrspace(1) %a14
  %a15 = getelementptr i8, ptr addrspace(1) %at, i64 1048576
  store i8 %v, ptr addrspace(1) %a15
  %a16 = getelementptr i8, ptr addrspace(1) %at, i64 1114112
  store i8 %v, ptr addrspace(1) %a16
  %a17 = getelementptr i8, ptr addrspace(1) %at, i64 1179648
  store i8 %v, ptr addrspace(1) %a17
  %a18 = getelementptr i8, ptr addrspace(1) %at, i64 1245184
  store i8 %v, ptr addrspace(1) %a18
  %a19 = getelementptr i8, ptr addrspace(1) %at, i64 1310720
  store i8 %v, ptr addrspace(1) %a19
  ret void
}

define void @waiting(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="waiting" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %id
  br label %search

search:
  %place = phi i64 [ %id, %0 ], [ %next, %search ]
  %entry.at = getelementptr i32, ptr addrspace(1) %p, i64 %place
  %entry = load i32, ptr addrspace(1) %entry.at
  %next = sext i32 %entry to i64
  %goes = icmp sgt i32 %entry, 0
  br i1 %goes, label %search, label %found

found:
  %a0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %a7
  %a8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %a8
  %a9 = getelementptr i8, ptr addrspace(1) %at, i64 655360
  store i8 %v, ptr addrspace(1) %a9
  %a10 = getelementptr i8, ptr addrspace(1) %at, i64 720896
  store i8 %v, ptr addrspace(1) %a10
  %a11 = getelementptr i8, ptr addrspace(1) %at, i64 786432
  store i8 %v, ptr addrspace(1) %a11
  %a12 = getelementptr i8, ptr addrspace(1) %at, i64 851968
  store i8 %v, ptr addrspace(1) %a12
  %a13 = getelementptr i8, ptr addrspace(1) %at, i64 917504
  store i8 %v, ptr addrspace(1) %a13
  %a14 = getelementptr i8, ptr addrspace(1) %at, i64 983040
  store i8 %v, ptr addrspace(1) %a14
  %a15 = getelementptr i8, ptr addrspace(1) %at, i64 1048576
  store i8 %v, ptr addrspace(1) %a15
  %a16 = getelementptr i8, ptr addrspace(1) %at, i64 1114112
  store i8 %v, ptr addrspace(1) %a16
  %a17 = getelementptr i8, ptr addrspace(1) %at, i64 1179648
  store i8 %v, ptr addrspace(1) %a17
  %a18 = getelementptr i8, ptr addrspace(1) %at, i64 1245184
  store i8 %v, ptr addrspace(1) %a18
  %a19 = getelementptr i8, ptr addrspace(1) %at, i64 1310720
  store i8 %v, ptr addrspace(1) %a19
  %a20 = getelementptr i8, ptr addrspace(1) %at, i64 1376256
  store i8 %v, ptr addrspace(1) %a20
  %a21 = getelementptr i8, ptr addrspace(1) %at, i64 1441792
  store i8 %v, ptr addrspace(1) %a21
  %a22 = getelementptr i8, ptr addrspace(1) %at, i64 1507328
  store i8 %v, ptr addrspace(1) %a22
  %a23 = getelementptr i8, ptr addrspace(1) %at, i64 1572864
  store i8 %v, ptr addrspace(1) %a23
  ret void
}

define void @regions(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="regions" {
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %id
  %r0.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r0.0
  %r0.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r0.1
  %r0.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r0.2
  %r0.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r0.3
  %r0.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r0.4
  %r0.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r0.5
  %r0.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r0.6
  %r0.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r0.7
  %r0.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r0.8
  call void @__weft_barrier()
  %r1.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r1.0
  %r1.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r1.1
  %r1.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r1.2
  %r1.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r1.3
  %r1.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r1.4
  %r1.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r1.5
  %r1.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r1.6
  %r1.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r1.7
  %r1.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r1.8
  call void @__weft_barrier()
  %r2.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r2.0
  %r2.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r2.1
  %r2.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r2.2
  %r2.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r2.3
  %r2.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r2.4
  %r2.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r2.5
  %r2.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r2.6
  %r2.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r2.7
  %r2.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r2.8
  call void @__weft_barrier()
  %r3.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r3.0
  %r3.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r3.1
  %r3.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r3.2
  %r3.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r3.3
  %r3.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r3.4
  %r3.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r3.5
  %r3.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r3.6
  %r3.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r3.7
  %r3.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r3.8
  call void @__weft_barrier()
  %r4.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r4.0
  %r4.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r4.1
  %r4.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r4.2
  %r4.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r4.3
  %r4.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r4.4
  %r4.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r4.5
  %r4.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r4.6
  %r4.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r4.7
  %r4.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r4.8
  call void @__weft_barrier()
  %r5.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r5.0
  %r5.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r5.1
  %r5.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r5.2
  %r5.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r5.3
  %r5.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r5.4
  %r5.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r5.5
  %r5.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r5.6
  %r5.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r5.7
  %r5.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r5.8
  call void @__weft_barrier()
  %r6.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r6.0
  %r6.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r6.1
  %r6.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r6.2
  %r6.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r6.3
  %r6.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r6.4
  %r6.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r6.5
  %r6.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r6.6
  %r6.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r6.7
  %r6.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r6.8
  call void @__weft_barrier()
  %r7.0 = getelementptr i8, ptr addrspace(1) %at, i64 65536
  store i8 %v, ptr addrspace(1) %r7.0
  %r7.1 = getelementptr i8, ptr addrspace(1) %at, i64 131072
  store i8 %v, ptr addrspace(1) %r7.1
  %r7.2 = getelementptr i8, ptr addrspace(1) %at, i64 196608
  store i8 %v, ptr addrspace(1) %r7.2
  %r7.3 = getelementptr i8, ptr addrspace(1) %at, i64 262144
  store i8 %v, ptr addrspace(1) %r7.3
  %r7.4 = getelementptr i8, ptr addrspace(1) %at, i64 327680
  store i8 %v, ptr addrspace(1) %r7.4
  %r7.5 = getelementptr i8, ptr addrspace(1) %at, i64 393216
  store i8 %v, ptr addrspace(1) %r7.5
  %r7.6 = getelementptr i8, ptr addrspace(1) %at, i64 458752
  store i8 %v, ptr addrspace(1) %r7.6
  %r7.7 = getelementptr i8, ptr addrspace(1) %at, i64 524288
  store i8 %v, ptr addrspace(1) %r7.7
  %r7.8 = getelementptr i8, ptr addrspace(1) %at, i64 589824
  store i8 %v, ptr addrspace(1) %r7.8
  ret void
}
