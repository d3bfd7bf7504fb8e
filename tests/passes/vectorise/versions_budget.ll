; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise' %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=weft-kernel-arguments,weft-vectorise<vectorise=16>' %s 2>&1 | FileCheck --check-prefix=ASKED %s
; RUN: weft-opt -cpu=znver5 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck --check-prefix=PERMUTES %s
; RUN: weft-opt -cpu=x86-64-v3 '-passes=print<weft-costs>' -o /dev/null %s 2>&1 | FileCheck --check-prefix=COSTS %s

; The versions of a region have a budget: twice its instructions and an allowance, and a quarter more for
; one alone. This CPU has no scatter of bytes, so that versions with bytes at an index that may wrap are large.
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent nounwind

; Few of them: all versions.
; CHECK: remark: few.region.0: vectorised, VF 8{{$}}
; More of them: the predicated version alone.
; CHECK: remark: lone.region.0: vectorised, VF 8, all gangs predicated
; Still more of them: none. One for few lanes would have more instructions than as many work-items.
; CHECK: remark: more.region.0: scalar: the code for all lanes would be too large
; Where a loop waits for its own loads, the predicated version may be larger.
; CHECK: remark: waiting.region.0: vectorised, VF 16, all gangs predicated
; Shuffles of bytes become many instructions, but not on CPUs that permute bytes.
; CHECK: remark: shuffled.region.0: vectorised, VF 16, all gangs predicated
; PERMUTES: remark: shuffled.region.0: vectorised, VF 16{{$}}
; The regions of a kernel share the allowance: nothing is left of it for the last one.
; CHECK: remark: regions.region.0: vectorised, VF 8{{$}}
; CHECK: remark: regions.region.4: scalar: the code for all lanes would be too large
; A VF that is asked for has no budget.
; ASKED: remark: few.region.0: vectorised, VF 16{{$}}
; ASKED: remark: lone.region.0: vectorised, VF 16{{$}}
; ASKED: remark: more.region.0: vectorised, VF 16{{$}}
; ASKED: remark: waiting.region.0: vectorised, VF 16{{$}}
; COSTS: Costs in function 'few':
; COSTS: vector versions: up to 1038 instructions

; Where there is no unmasked version, whole gangs have a mask too.
; CHECK-LABEL: define internal void @kernel_waiting(
; CHECK: %x.gang.index = phi
; CHECK: call i32 @waiting.region.0.predicated(
; CHECK-NOT: call {{.*}}@waiting.region.0.
; CHECK: ret void

define void @few(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="few" {
  %id = call i64 @__weft_local_id_x()
  %low = trunc i64 %id to i32
  %alow0 = add i32 %low, -65536
  %aat0 = zext i32 %alow0 to i64
  %a0 = getelementptr i8, ptr addrspace(1) %p, i64 %aat0
  store i8 %v, ptr addrspace(1) %a0
  %alow1 = add i32 %low, -131072
  %aat1 = zext i32 %alow1 to i64
  %a1 = getelementptr i8, ptr addrspace(1) %p, i64 %aat1
  store i8 %v, ptr addrspace(1) %a1
  %alow2 = add i32 %low, -196608
  %aat2 = zext i32 %alow2 to i64
  %a2 = getelementptr i8, ptr addrspace(1) %p, i64 %aat2
  store i8 %v, ptr addrspace(1) %a2
  %alow3 = add i32 %low, -262144
  %aat3 = zext i32 %alow3 to i64
  %a3 = getelementptr i8, ptr addrspace(1) %p, i64 %aat3
  store i8 %v, ptr addrspace(1) %a3
  ret void
}

define void @lone(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="lone" {
  %id = call i64 @__weft_local_id_x()
  %low = trunc i64 %id to i32
  %alow0 = add i32 %low, -65536
  %aat0 = zext i32 %alow0 to i64
  %a0 = getelementptr i8, ptr addrspace(1) %p, i64 %aat0
  store i8 %v, ptr addrspace(1) %a0
  %alow1 = add i32 %low, -131072
  %aat1 = zext i32 %alow1 to i64
  %a1 = getelementptr i8, ptr addrspace(1) %p, i64 %aat1
  store i8 %v, ptr addrspace(1) %a1
  %alow2 = add i32 %low, -196608
  %aat2 = zext i32 %alow2 to i64
  %a2 = getelementptr i8, ptr addrspace(1) %p, i64 %aat2
  store i8 %v, ptr addrspace(1) %a2
  %alow3 = add i32 %low, -262144
  %aat3 = zext i32 %alow3 to i64
  %a3 = getelementptr i8, ptr addrspace(1) %p, i64 %aat3
  store i8 %v, ptr addrspace(1) %a3
  %alow4 = add i32 %low, -327680
  %aat4 = zext i32 %alow4 to i64
  %a4 = getelementptr i8, ptr addrspace(1) %p, i64 %aat4
  store i8 %v, ptr addrspace(1) %a4
  %alow5 = add i32 %low, -393216
  %aat5 = zext i32 %alow5 to i64
  %a5 = getelementptr i8, ptr addrspace(1) %p, i64 %aat5
  store i8 %v, ptr addrspace(1) %a5
  %alow6 = add i32 %low, -458752
  %aat6 = zext i32 %alow6 to i64
  %a6 = getelementptr i8, ptr addrspace(1) %p, i64 %aat6
  store i8 %v, ptr addrspace(1) %a6
  %alow7 = add i32 %low, -524288
  %aat7 = zext i32 %alow7 to i64
  %a7 = getelementptr i8, ptr addrspace(1) %p, i64 %aat7
  store i8 %v, ptr addrspace(1) %a7
  %alow8 = add i32 %low, -589824
  %aat8 = zext i32 %alow8 to i64
  %a8 = getelementptr i8, ptr addrspace(1) %p, i64 %aat8
  store i8 %v, ptr addrspace(1) %a8
  %alow9 = add i32 %low, -655360
  %aat9 = zext i32 %alow9 to i64
  %a9 = getelementptr i8, ptr addrspace(1) %p, i64 %aat9
  store i8 %v, ptr addrspace(1) %a9
  %alow10 = add i32 %low, -720896
  %aat10 = zext i32 %alow10 to i64
  %a10 = getelementptr i8, ptr addrspace(1) %p, i64 %aat10
  store i8 %v, ptr addrspace(1) %a10
  %alow11 = add i32 %low, -786432
  %aat11 = zext i32 %alow11 to i64
  %a11 = getelementptr i8, ptr addrspace(1) %p, i64 %aat11
  store i8 %v, ptr addrspace(1) %a11
  %alow12 = add i32 %low, -851968
  %aat12 = zext i32 %alow12 to i64
  %a12 = getelementptr i8, ptr addrspace(1) %p, i64 %aat12
  store i8 %v, ptr addrspace(1) %a12
  %alow13 = add i32 %low, -917504
  %aat13 = zext i32 %alow13 to i64
  %a13 = getelementptr i8, ptr addrspace(1) %p, i64 %aat13
  store i8 %v, ptr addrspace(1) %a13
  %alow14 = add i32 %low, -983040
  %aat14 = zext i32 %alow14 to i64
  %a14 = getelementptr i8, ptr addrspace(1) %p, i64 %aat14
  store i8 %v, ptr addrspace(1) %a14
  %alow15 = add i32 %low, -1048576
  %aat15 = zext i32 %alow15 to i64
  %a15 = getelementptr i8, ptr addrspace(1) %p, i64 %aat15
  store i8 %v, ptr addrspace(1) %a15
  %alow16 = add i32 %low, -1114112
  %aat16 = zext i32 %alow16 to i64
  %a16 = getelementptr i8, ptr addrspace(1) %p, i64 %aat16
  store i8 %v, ptr addrspace(1) %a16
  %alow17 = add i32 %low, -1179648
  %aat17 = zext i32 %alow17 to i64
  %a17 = getelementptr i8, ptr addrspace(1) %p, i64 %aat17
  store i8 %v, ptr addrspace(1) %a17
  %alow18 = add i32 %low, -1245184
  %aat18 = zext i32 %alow18 to i64
  %a18 = getelementptr i8, ptr addrspace(1) %p, i64 %aat18
  store i8 %v, ptr addrspace(1) %a18
  %alow19 = add i32 %low, -1310720
  %aat19 = zext i32 %alow19 to i64
  %a19 = getelementptr i8, ptr addrspace(1) %p, i64 %aat19
  store i8 %v, ptr addrspace(1) %a19
  %alow20 = add i32 %low, -1376256
  %aat20 = zext i32 %alow20 to i64
  %a20 = getelementptr i8, ptr addrspace(1) %p, i64 %aat20
  store i8 %v, ptr addrspace(1) %a20
  %alow21 = add i32 %low, -1441792
  %aat21 = zext i32 %alow21 to i64
  %a21 = getelementptr i8, ptr addrspace(1) %p, i64 %aat21
  store i8 %v, ptr addrspace(1) %a21
  %alow22 = add i32 %low, -1507328
  %aat22 = zext i32 %alow22 to i64
  %a22 = getelementptr i8, ptr addrspace(1) %p, i64 %aat22
  store i8 %v, ptr addrspace(1) %a22
  %alow23 = add i32 %low, -1572864
  %aat23 = zext i32 %alow23 to i64
  %a23 = getelementptr i8, ptr addrspace(1) %p, i64 %aat23
  store i8 %v, ptr addrspace(1) %a23
  %alow24 = add i32 %low, -1638400
  %aat24 = zext i32 %alow24 to i64
  %a24 = getelementptr i8, ptr addrspace(1) %p, i64 %aat24
  store i8 %v, ptr addrspace(1) %a24
  %alow25 = add i32 %low, -1703936
  %aat25 = zext i32 %alow25 to i64
  %a25 = getelementptr i8, ptr addrspace(1) %p, i64 %aat25
  store i8 %v, ptr addrspace(1) %a25
  %alow26 = add i32 %low, -1769472
  %aat26 = zext i32 %alow26 to i64
  %a26 = getelementptr i8, ptr addrspace(1) %p, i64 %aat26
  store i8 %v, ptr addrspace(1) %a26
  %alow27 = add i32 %low, -1835008
  %aat27 = zext i32 %alow27 to i64
  %a27 = getelementptr i8, ptr addrspace(1) %p, i64 %aat27
  store i8 %v, ptr addrspace(1) %a27
  ret void
}

define void @more(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="more" {
  %id = call i64 @__weft_local_id_x()
  %low = trunc i64 %id to i32
  %alow0 = add i32 %low, -65536
  %aat0 = zext i32 %alow0 to i64
  %a0 = getelementptr i8, ptr addrspace(1) %p, i64 %aat0
  store i8 %v, ptr addrspace(1) %a0
  %alow1 = add i32 %low, -131072
  %aat1 = zext i32 %alow1 to i64
  %a1 = getelementptr i8, ptr addrspace(1) %p, i64 %aat1
  store i8 %v, ptr addrspace(1) %a1
  %alow2 = add i32 %low, -196608
  %aat2 = zext i32 %alow2 to i64
  %a2 = getelementptr i8, ptr addrspace(1) %p, i64 %aat2
  store i8 %v, ptr addrspace(1) %a2
  %alow3 = add i32 %low, -262144
  %aat3 = zext i32 %alow3 to i64
  %a3 = getelementptr i8, ptr addrspace(1) %p, i64 %aat3
  store i8 %v, ptr addrspace(1) %a3
  %alow4 = add i32 %low, -327680
  %aat4 = zext i32 %alow4 to i64
  %a4 = getelementptr i8, ptr addrspace(1) %p, i64 %aat4
  store i8 %v, ptr addrspace(1) %a4
  %alow5 = add i32 %low, -393216
  %aat5 = zext i32 %alow5 to i64
  %a5 = getelementptr i8, ptr addrspace(1) %p, i64 %aat5
  store i8 %v, ptr addrspace(1) %a5
  %alow6 = add i32 %low, -458752
  %aat6 = zext i32 %alow6 to i64
  %a6 = getelementptr i8, ptr addrspace(1) %p, i64 %aat6
  store i8 %v, ptr addrspace(1) %a6
  %alow7 = add i32 %low, -524288
  %aat7 = zext i32 %alow7 to i64
  %a7 = getelementptr i8, ptr addrspace(1) %p, i64 %aat7
  store i8 %v, ptr addrspace(1) %a7
  %alow8 = add i32 %low, -589824
  %aat8 = zext i32 %alow8 to i64
  %a8 = getelementptr i8, ptr addrspace(1) %p, i64 %aat8
  store i8 %v, ptr addrspace(1) %a8
  %alow9 = add i32 %low, -655360
  %aat9 = zext i32 %alow9 to i64
  %a9 = getelementptr i8, ptr addrspace(1) %p, i64 %aat9
  store i8 %v, ptr addrspace(1) %a9
  %alow10 = add i32 %low, -720896
  %aat10 = zext i32 %alow10 to i64
  %a10 = getelementptr i8, ptr addrspace(1) %p, i64 %aat10
  store i8 %v, ptr addrspace(1) %a10
  %alow11 = add i32 %low, -786432
  %aat11 = zext i32 %alow11 to i64
  %a11 = getelementptr i8, ptr addrspace(1) %p, i64 %aat11
  store i8 %v, ptr addrspace(1) %a11
  %alow12 = add i32 %low, -851968
  %aat12 = zext i32 %alow12 to i64
  %a12 = getelementptr i8, ptr addrspace(1) %p, i64 %aat12
  store i8 %v, ptr addrspace(1) %a12
  %alow13 = add i32 %low, -917504
  %aat13 = zext i32 %alow13 to i64
  %a13 = getelementptr i8, ptr addrspace(1) %p, i64 %aat13
  store i8 %v, ptr addrspace(1) %a13
  %alow14 = add i32 %low, -983040
  %aat14 = zext i32 %alow14 to i64
  %a14 = getelementptr i8, ptr addrspace(1) %p, i64 %aat14
  store i8 %v, ptr addrspace(1) %a14
  %alow15 = add i32 %low, -1048576
  %aat15 = zext i32 %alow15 to i64
  %a15 = getelementptr i8, ptr addrspace(1) %p, i64 %aat15
  store i8 %v, ptr addrspace(1) %a15
  %alow16 = add i32 %low, -1114112
  %aat16 = zext i32 %alow16 to i64
  %a16 = getelementptr i8, ptr addrspace(1) %p, i64 %aat16
  store i8 %v, ptr addrspace(1) %a16
  %alow17 = add i32 %low, -1179648
  %aat17 = zext i32 %alow17 to i64
  %a17 = getelementptr i8, ptr addrspace(1) %p, i64 %aat17
  store i8 %v, ptr addrspace(1) %a17
  %alow18 = add i32 %low, -1245184
  %aat18 = zext i32 %alow18 to i64
  %a18 = getelementptr i8, ptr addrspace(1) %p, i64 %aat18
  store i8 %v, ptr addrspace(1) %a18
  %alow19 = add i32 %low, -1310720
  %aat19 = zext i32 %alow19 to i64
  %a19 = getelementptr i8, ptr addrspace(1) %p, i64 %aat19
  store i8 %v, ptr addrspace(1) %a19
  %alow20 = add i32 %low, -1376256
  %aat20 = zext i32 %alow20 to i64
  %a20 = getelementptr i8, ptr addrspace(1) %p, i64 %aat20
  store i8 %v, ptr addrspace(1) %a20
  %alow21 = add i32 %low, -1441792
  %aat21 = zext i32 %alow21 to i64
  %a21 = getelementptr i8, ptr addrspace(1) %p, i64 %aat21
  store i8 %v, ptr addrspace(1) %a21
  %alow22 = add i32 %low, -1507328
  %aat22 = zext i32 %alow22 to i64
  %a22 = getelementptr i8, ptr addrspace(1) %p, i64 %aat22
  store i8 %v, ptr addrspace(1) %a22
  %alow23 = add i32 %low, -1572864
  %aat23 = zext i32 %alow23 to i64
  %a23 = getelementptr i8, ptr addrspace(1) %p, i64 %aat23
  store i8 %v, ptr addrspace(1) %a23
  %alow24 = add i32 %low, -1638400
  %aat24 = zext i32 %alow24 to i64
  %a24 = getelementptr i8, ptr addrspace(1) %p, i64 %aat24
  store i8 %v, ptr addrspace(1) %a24
  %alow25 = add i32 %low, -1703936
  %aat25 = zext i32 %alow25 to i64
  %a25 = getelementptr i8, ptr addrspace(1) %p, i64 %aat25
  store i8 %v, ptr addrspace(1) %a25
  %alow26 = add i32 %low, -1769472
  %aat26 = zext i32 %alow26 to i64
  %a26 = getelementptr i8, ptr addrspace(1) %p, i64 %aat26
  store i8 %v, ptr addrspace(1) %a26
  %alow27 = add i32 %low, -1835008
  %aat27 = zext i32 %alow27 to i64
  %a27 = getelementptr i8, ptr addrspace(1) %p, i64 %aat27
  store i8 %v, ptr addrspace(1) %a27
  %alow28 = add i32 %low, -1900544
  %aat28 = zext i32 %alow28 to i64
  %a28 = getelementptr i8, ptr addrspace(1) %p, i64 %aat28
  store i8 %v, ptr addrspace(1) %a28
  %alow29 = add i32 %low, -1966080
  %aat29 = zext i32 %alow29 to i64
  %a29 = getelementptr i8, ptr addrspace(1) %p, i64 %aat29
  store i8 %v, ptr addrspace(1) %a29
  %alow30 = add i32 %low, -2031616
  %aat30 = zext i32 %alow30 to i64
  %a30 = getelementptr i8, ptr addrspace(1) %p, i64 %aat30
  store i8 %v, ptr addrspace(1) %a30
  %alow31 = add i32 %low, -2097152
  %aat31 = zext i32 %alow31 to i64
  %a31 = getelementptr i8, ptr addrspace(1) %p, i64 %aat31
  store i8 %v, ptr addrspace(1) %a31
  %alow32 = add i32 %low, -2162688
  %aat32 = zext i32 %alow32 to i64
  %a32 = getelementptr i8, ptr addrspace(1) %p, i64 %aat32
  store i8 %v, ptr addrspace(1) %a32
  %alow33 = add i32 %low, -2228224
  %aat33 = zext i32 %alow33 to i64
  %a33 = getelementptr i8, ptr addrspace(1) %p, i64 %aat33
  store i8 %v, ptr addrspace(1) %a33
  %alow34 = add i32 %low, -2293760
  %aat34 = zext i32 %alow34 to i64
  %a34 = getelementptr i8, ptr addrspace(1) %p, i64 %aat34
  store i8 %v, ptr addrspace(1) %a34
  %alow35 = add i32 %low, -2359296
  %aat35 = zext i32 %alow35 to i64
  %a35 = getelementptr i8, ptr addrspace(1) %p, i64 %aat35
  store i8 %v, ptr addrspace(1) %a35
  %alow36 = add i32 %low, -2424832
  %aat36 = zext i32 %alow36 to i64
  %a36 = getelementptr i8, ptr addrspace(1) %p, i64 %aat36
  store i8 %v, ptr addrspace(1) %a36
  %alow37 = add i32 %low, -2490368
  %aat37 = zext i32 %alow37 to i64
  %a37 = getelementptr i8, ptr addrspace(1) %p, i64 %aat37
  store i8 %v, ptr addrspace(1) %a37
  %alow38 = add i32 %low, -2555904
  %aat38 = zext i32 %alow38 to i64
  %a38 = getelementptr i8, ptr addrspace(1) %p, i64 %aat38
  store i8 %v, ptr addrspace(1) %a38
  %alow39 = add i32 %low, -2621440
  %aat39 = zext i32 %alow39 to i64
  %a39 = getelementptr i8, ptr addrspace(1) %p, i64 %aat39
  store i8 %v, ptr addrspace(1) %a39
  %alow40 = add i32 %low, -2686976
  %aat40 = zext i32 %alow40 to i64
  %a40 = getelementptr i8, ptr addrspace(1) %p, i64 %aat40
  store i8 %v, ptr addrspace(1) %a40
  %alow41 = add i32 %low, -2752512
  %aat41 = zext i32 %alow41 to i64
  %a41 = getelementptr i8, ptr addrspace(1) %p, i64 %aat41
  store i8 %v, ptr addrspace(1) %a41
  %alow42 = add i32 %low, -2818048
  %aat42 = zext i32 %alow42 to i64
  %a42 = getelementptr i8, ptr addrspace(1) %p, i64 %aat42
  store i8 %v, ptr addrspace(1) %a42
  %alow43 = add i32 %low, -2883584
  %aat43 = zext i32 %alow43 to i64
  %a43 = getelementptr i8, ptr addrspace(1) %p, i64 %aat43
  store i8 %v, ptr addrspace(1) %a43
  %alow44 = add i32 %low, -2949120
  %aat44 = zext i32 %alow44 to i64
  %a44 = getelementptr i8, ptr addrspace(1) %p, i64 %aat44
  store i8 %v, ptr addrspace(1) %a44
  %alow45 = add i32 %low, -3014656
  %aat45 = zext i32 %alow45 to i64
  %a45 = getelementptr i8, ptr addrspace(1) %p, i64 %aat45
  store i8 %v, ptr addrspace(1) %a45
  %alow46 = add i32 %low, -3080192
  %aat46 = zext i32 %alow46 to i64
  %a46 = getelementptr i8, ptr addrspace(1) %p, i64 %aat46
  store i8 %v, ptr addrspace(1) %a46
  %alow47 = add i32 %low, -3145728
  %aat47 = zext i32 %alow47 to i64
  %a47 = getelementptr i8, ptr addrspace(1) %p, i64 %aat47
  store i8 %v, ptr addrspace(1) %a47
  %alow48 = add i32 %low, -3211264
  %aat48 = zext i32 %alow48 to i64
  %a48 = getelementptr i8, ptr addrspace(1) %p, i64 %aat48
  store i8 %v, ptr addrspace(1) %a48
  %alow49 = add i32 %low, -3276800
  %aat49 = zext i32 %alow49 to i64
  %a49 = getelementptr i8, ptr addrspace(1) %p, i64 %aat49
  store i8 %v, ptr addrspace(1) %a49
  %alow50 = add i32 %low, -3342336
  %aat50 = zext i32 %alow50 to i64
  %a50 = getelementptr i8, ptr addrspace(1) %p, i64 %aat50
  store i8 %v, ptr addrspace(1) %a50
  %alow51 = add i32 %low, -3407872
  %aat51 = zext i32 %alow51 to i64
  %a51 = getelementptr i8, ptr addrspace(1) %p, i64 %aat51
  store i8 %v, ptr addrspace(1) %a51
  ret void
}

define void @waiting(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="waiting" {
  %id = call i64 @__weft_local_id_x()
  %low = trunc i64 %id to i32
  br label %search

search:
  %place = phi i64 [ %id, %0 ], [ %next, %search ]
  %entry.at = getelementptr i32, ptr addrspace(1) %p, i64 %place
  %entry = load i32, ptr addrspace(1) %entry.at
  %next = sext i32 %entry to i64
  %goes = icmp sgt i32 %entry, 0
  br i1 %goes, label %search, label %found

found:
  %alow0 = add i32 %low, -65536
  %aat0 = zext i32 %alow0 to i64
  %a0 = getelementptr i8, ptr addrspace(1) %p, i64 %aat0
  store i8 %v, ptr addrspace(1) %a0
  %alow1 = add i32 %low, -131072
  %aat1 = zext i32 %alow1 to i64
  %a1 = getelementptr i8, ptr addrspace(1) %p, i64 %aat1
  store i8 %v, ptr addrspace(1) %a1
  %alow2 = add i32 %low, -196608
  %aat2 = zext i32 %alow2 to i64
  %a2 = getelementptr i8, ptr addrspace(1) %p, i64 %aat2
  store i8 %v, ptr addrspace(1) %a2
  %alow3 = add i32 %low, -262144
  %aat3 = zext i32 %alow3 to i64
  %a3 = getelementptr i8, ptr addrspace(1) %p, i64 %aat3
  store i8 %v, ptr addrspace(1) %a3
  %alow4 = add i32 %low, -327680
  %aat4 = zext i32 %alow4 to i64
  %a4 = getelementptr i8, ptr addrspace(1) %p, i64 %aat4
  store i8 %v, ptr addrspace(1) %a4
  %alow5 = add i32 %low, -393216
  %aat5 = zext i32 %alow5 to i64
  %a5 = getelementptr i8, ptr addrspace(1) %p, i64 %aat5
  store i8 %v, ptr addrspace(1) %a5
  %alow6 = add i32 %low, -458752
  %aat6 = zext i32 %alow6 to i64
  %a6 = getelementptr i8, ptr addrspace(1) %p, i64 %aat6
  store i8 %v, ptr addrspace(1) %a6
  %alow7 = add i32 %low, -524288
  %aat7 = zext i32 %alow7 to i64
  %a7 = getelementptr i8, ptr addrspace(1) %p, i64 %aat7
  store i8 %v, ptr addrspace(1) %a7
  %alow8 = add i32 %low, -589824
  %aat8 = zext i32 %alow8 to i64
  %a8 = getelementptr i8, ptr addrspace(1) %p, i64 %aat8
  store i8 %v, ptr addrspace(1) %a8
  %alow9 = add i32 %low, -655360
  %aat9 = zext i32 %alow9 to i64
  %a9 = getelementptr i8, ptr addrspace(1) %p, i64 %aat9
  store i8 %v, ptr addrspace(1) %a9
  %alow10 = add i32 %low, -720896
  %aat10 = zext i32 %alow10 to i64
  %a10 = getelementptr i8, ptr addrspace(1) %p, i64 %aat10
  store i8 %v, ptr addrspace(1) %a10
  %alow11 = add i32 %low, -786432
  %aat11 = zext i32 %alow11 to i64
  %a11 = getelementptr i8, ptr addrspace(1) %p, i64 %aat11
  store i8 %v, ptr addrspace(1) %a11
  %alow12 = add i32 %low, -851968
  %aat12 = zext i32 %alow12 to i64
  %a12 = getelementptr i8, ptr addrspace(1) %p, i64 %aat12
  store i8 %v, ptr addrspace(1) %a12
  %alow13 = add i32 %low, -917504
  %aat13 = zext i32 %alow13 to i64
  %a13 = getelementptr i8, ptr addrspace(1) %p, i64 %aat13
  store i8 %v, ptr addrspace(1) %a13
  %alow14 = add i32 %low, -983040
  %aat14 = zext i32 %alow14 to i64
  %a14 = getelementptr i8, ptr addrspace(1) %p, i64 %aat14
  store i8 %v, ptr addrspace(1) %a14
  %alow15 = add i32 %low, -1048576
  %aat15 = zext i32 %alow15 to i64
  %a15 = getelementptr i8, ptr addrspace(1) %p, i64 %aat15
  store i8 %v, ptr addrspace(1) %a15
  %alow16 = add i32 %low, -1114112
  %aat16 = zext i32 %alow16 to i64
  %a16 = getelementptr i8, ptr addrspace(1) %p, i64 %aat16
  store i8 %v, ptr addrspace(1) %a16
  %alow17 = add i32 %low, -1179648
  %aat17 = zext i32 %alow17 to i64
  %a17 = getelementptr i8, ptr addrspace(1) %p, i64 %aat17
  store i8 %v, ptr addrspace(1) %a17
  %alow18 = add i32 %low, -1245184
  %aat18 = zext i32 %alow18 to i64
  %a18 = getelementptr i8, ptr addrspace(1) %p, i64 %aat18
  store i8 %v, ptr addrspace(1) %a18
  %alow19 = add i32 %low, -1310720
  %aat19 = zext i32 %alow19 to i64
  %a19 = getelementptr i8, ptr addrspace(1) %p, i64 %aat19
  store i8 %v, ptr addrspace(1) %a19
  %alow20 = add i32 %low, -1376256
  %aat20 = zext i32 %alow20 to i64
  %a20 = getelementptr i8, ptr addrspace(1) %p, i64 %aat20
  store i8 %v, ptr addrspace(1) %a20
  %alow21 = add i32 %low, -1441792
  %aat21 = zext i32 %alow21 to i64
  %a21 = getelementptr i8, ptr addrspace(1) %p, i64 %aat21
  store i8 %v, ptr addrspace(1) %a21
  %alow22 = add i32 %low, -1507328
  %aat22 = zext i32 %alow22 to i64
  %a22 = getelementptr i8, ptr addrspace(1) %p, i64 %aat22
  store i8 %v, ptr addrspace(1) %a22
  %alow23 = add i32 %low, -1572864
  %aat23 = zext i32 %alow23 to i64
  %a23 = getelementptr i8, ptr addrspace(1) %p, i64 %aat23
  store i8 %v, ptr addrspace(1) %a23
  %alow24 = add i32 %low, -1638400
  %aat24 = zext i32 %alow24 to i64
  %a24 = getelementptr i8, ptr addrspace(1) %p, i64 %aat24
  store i8 %v, ptr addrspace(1) %a24
  %alow25 = add i32 %low, -1703936
  %aat25 = zext i32 %alow25 to i64
  %a25 = getelementptr i8, ptr addrspace(1) %p, i64 %aat25
  store i8 %v, ptr addrspace(1) %a25
  %alow26 = add i32 %low, -1769472
  %aat26 = zext i32 %alow26 to i64
  %a26 = getelementptr i8, ptr addrspace(1) %p, i64 %aat26
  store i8 %v, ptr addrspace(1) %a26
  %alow27 = add i32 %low, -1835008
  %aat27 = zext i32 %alow27 to i64
  %a27 = getelementptr i8, ptr addrspace(1) %p, i64 %aat27
  store i8 %v, ptr addrspace(1) %a27
  %alow28 = add i32 %low, -1900544
  %aat28 = zext i32 %alow28 to i64
  %a28 = getelementptr i8, ptr addrspace(1) %p, i64 %aat28
  store i8 %v, ptr addrspace(1) %a28
  %alow29 = add i32 %low, -1966080
  %aat29 = zext i32 %alow29 to i64
  %a29 = getelementptr i8, ptr addrspace(1) %p, i64 %aat29
  store i8 %v, ptr addrspace(1) %a29
  ret void
}

define void @shuffled(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent "weft-kernel"="shuffled" {
  %id = call i64 @__weft_local_id_x()
  %a0 = getelementptr <8 x i8>, ptr addrspace(1) %p, i64 %id
  %at0 = getelementptr i8, ptr addrspace(1) %a0, i64 65536
  %v0 = load <8 x i8>, ptr addrspace(1) %at0, align 1
  %c0.0 = extractelement <8 x i8> %v0, i64 0
  %m0.0 = mul i8 %c0.0, 37
  %c0.1 = extractelement <8 x i8> %v0, i64 1
  %m0.1 = mul i8 %c0.1, 48
  %s0.1 = add i8 %m0.0, %m0.1
  %c0.2 = extractelement <8 x i8> %v0, i64 2
  %m0.2 = mul i8 %c0.2, 59
  %s0.2 = add i8 %s0.1, %m0.2
  %c0.3 = extractelement <8 x i8> %v0, i64 3
  %m0.3 = mul i8 %c0.3, 70
  %s0.3 = add i8 %s0.2, %m0.3
  %w0 = insertelement <8 x i8> %v0, i8 %s0.3, i64 5
  %b0 = getelementptr <8 x i8>, ptr addrspace(1) %q, i64 %id
  %to0 = getelementptr i8, ptr addrspace(1) %b0, i64 65536
  store <8 x i8> %w0, ptr addrspace(1) %to0, align 1
  %a1 = getelementptr <8 x i8>, ptr addrspace(1) %p, i64 %id
  %at1 = getelementptr i8, ptr addrspace(1) %a1, i64 131072
  %v1 = load <8 x i8>, ptr addrspace(1) %at1, align 1
  %c1.0 = extractelement <8 x i8> %v1, i64 0
  %m1.0 = mul i8 %c1.0, 37
  %c1.1 = extractelement <8 x i8> %v1, i64 1
  %m1.1 = mul i8 %c1.1, 48
  %s1.1 = add i8 %m1.0, %m1.1
  %c1.2 = extractelement <8 x i8> %v1, i64 2
  %m1.2 = mul i8 %c1.2, 59
  %s1.2 = add i8 %s1.1, %m1.2
  %c1.3 = extractelement <8 x i8> %v1, i64 3
  %m1.3 = mul i8 %c1.3, 70
  %s1.3 = add i8 %s1.2, %m1.3
  %w1 = insertelement <8 x i8> %v1, i8 %s1.3, i64 5
  %b1 = getelementptr <8 x i8>, ptr addrspace(1) %q, i64 %id
  %to1 = getelementptr i8, ptr addrspace(1) %b1, i64 131072
  store <8 x i8> %w1, ptr addrspace(1) %to1, align 1
  %a2 = getelementptr <8 x i8>, ptr addrspace(1) %p, i64 %id
  %at2 = getelementptr i8, ptr addrspace(1) %a2, i64 196608
  %v2 = load <8 x i8>, ptr addrspace(1) %at2, align 1
  %c2.0 = extractelement <8 x i8> %v2, i64 0
  %m2.0 = mul i8 %c2.0, 37
  %c2.1 = extractelement <8 x i8> %v2, i64 1
  %m2.1 = mul i8 %c2.1, 48
  %s2.1 = add i8 %m2.0, %m2.1
  %c2.2 = extractelement <8 x i8> %v2, i64 2
  %m2.2 = mul i8 %c2.2, 59
  %s2.2 = add i8 %s2.1, %m2.2
  %c2.3 = extractelement <8 x i8> %v2, i64 3
  %m2.3 = mul i8 %c2.3, 70
  %s2.3 = add i8 %s2.2, %m2.3
  %w2 = insertelement <8 x i8> %v2, i8 %s2.3, i64 5
  %b2 = getelementptr <8 x i8>, ptr addrspace(1) %q, i64 %id
  %to2 = getelementptr i8, ptr addrspace(1) %b2, i64 196608
  store <8 x i8> %w2, ptr addrspace(1) %to2, align 1
  ret void
}

define void @regions(ptr addrspace(1) %p, i8 %v) convergent "weft-kernel"="regions" {
  %id = call i64 @__weft_local_id_x()
  %low = trunc i64 %id to i32
  %r0.low0 = add i32 %low, -65536
  %r0.at0 = zext i32 %r0.low0 to i64
  %r0.0 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at0
  store i8 %v, ptr addrspace(1) %r0.0
  %r0.low1 = add i32 %low, -131072
  %r0.at1 = zext i32 %r0.low1 to i64
  %r0.1 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at1
  store i8 %v, ptr addrspace(1) %r0.1
  %r0.low2 = add i32 %low, -196608
  %r0.at2 = zext i32 %r0.low2 to i64
  %r0.2 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at2
  store i8 %v, ptr addrspace(1) %r0.2
  %r0.low3 = add i32 %low, -262144
  %r0.at3 = zext i32 %r0.low3 to i64
  %r0.3 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at3
  store i8 %v, ptr addrspace(1) %r0.3
  %r0.low4 = add i32 %low, -327680
  %r0.at4 = zext i32 %r0.low4 to i64
  %r0.4 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at4
  store i8 %v, ptr addrspace(1) %r0.4
  %r0.low5 = add i32 %low, -393216
  %r0.at5 = zext i32 %r0.low5 to i64
  %r0.5 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at5
  store i8 %v, ptr addrspace(1) %r0.5
  %r0.low6 = add i32 %low, -458752
  %r0.at6 = zext i32 %r0.low6 to i64
  %r0.6 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at6
  store i8 %v, ptr addrspace(1) %r0.6
  %r0.low7 = add i32 %low, -524288
  %r0.at7 = zext i32 %r0.low7 to i64
  %r0.7 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at7
  store i8 %v, ptr addrspace(1) %r0.7
  %r0.low8 = add i32 %low, -589824
  %r0.at8 = zext i32 %r0.low8 to i64
  %r0.8 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at8
  store i8 %v, ptr addrspace(1) %r0.8
  %r0.low9 = add i32 %low, -655360
  %r0.at9 = zext i32 %r0.low9 to i64
  %r0.9 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at9
  store i8 %v, ptr addrspace(1) %r0.9
  %r0.low10 = add i32 %low, -720896
  %r0.at10 = zext i32 %r0.low10 to i64
  %r0.10 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at10
  store i8 %v, ptr addrspace(1) %r0.10
  %r0.low11 = add i32 %low, -786432
  %r0.at11 = zext i32 %r0.low11 to i64
  %r0.11 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at11
  store i8 %v, ptr addrspace(1) %r0.11
  %r0.low12 = add i32 %low, -851968
  %r0.at12 = zext i32 %r0.low12 to i64
  %r0.12 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at12
  store i8 %v, ptr addrspace(1) %r0.12
  %r0.low13 = add i32 %low, -917504
  %r0.at13 = zext i32 %r0.low13 to i64
  %r0.13 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at13
  store i8 %v, ptr addrspace(1) %r0.13
  %r0.low14 = add i32 %low, -983040
  %r0.at14 = zext i32 %r0.low14 to i64
  %r0.14 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at14
  store i8 %v, ptr addrspace(1) %r0.14
  %r0.low15 = add i32 %low, -1048576
  %r0.at15 = zext i32 %r0.low15 to i64
  %r0.15 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at15
  store i8 %v, ptr addrspace(1) %r0.15
  %r0.low16 = add i32 %low, -1114112
  %r0.at16 = zext i32 %r0.low16 to i64
  %r0.16 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at16
  store i8 %v, ptr addrspace(1) %r0.16
  %r0.low17 = add i32 %low, -1179648
  %r0.at17 = zext i32 %r0.low17 to i64
  %r0.17 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at17
  store i8 %v, ptr addrspace(1) %r0.17
  %r0.low18 = add i32 %low, -1245184
  %r0.at18 = zext i32 %r0.low18 to i64
  %r0.18 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at18
  store i8 %v, ptr addrspace(1) %r0.18
  %r0.low19 = add i32 %low, -1310720
  %r0.at19 = zext i32 %r0.low19 to i64
  %r0.19 = getelementptr i8, ptr addrspace(1) %p, i64 %r0.at19
  store i8 %v, ptr addrspace(1) %r0.19
  call void @__weft_barrier()
  %r1.low0 = add i32 %low, -65536
  %r1.at0 = zext i32 %r1.low0 to i64
  %r1.0 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at0
  store i8 %v, ptr addrspace(1) %r1.0
  %r1.low1 = add i32 %low, -131072
  %r1.at1 = zext i32 %r1.low1 to i64
  %r1.1 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at1
  store i8 %v, ptr addrspace(1) %r1.1
  %r1.low2 = add i32 %low, -196608
  %r1.at2 = zext i32 %r1.low2 to i64
  %r1.2 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at2
  store i8 %v, ptr addrspace(1) %r1.2
  %r1.low3 = add i32 %low, -262144
  %r1.at3 = zext i32 %r1.low3 to i64
  %r1.3 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at3
  store i8 %v, ptr addrspace(1) %r1.3
  %r1.low4 = add i32 %low, -327680
  %r1.at4 = zext i32 %r1.low4 to i64
  %r1.4 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at4
  store i8 %v, ptr addrspace(1) %r1.4
  %r1.low5 = add i32 %low, -393216
  %r1.at5 = zext i32 %r1.low5 to i64
  %r1.5 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at5
  store i8 %v, ptr addrspace(1) %r1.5
  %r1.low6 = add i32 %low, -458752
  %r1.at6 = zext i32 %r1.low6 to i64
  %r1.6 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at6
  store i8 %v, ptr addrspace(1) %r1.6
  %r1.low7 = add i32 %low, -524288
  %r1.at7 = zext i32 %r1.low7 to i64
  %r1.7 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at7
  store i8 %v, ptr addrspace(1) %r1.7
  %r1.low8 = add i32 %low, -589824
  %r1.at8 = zext i32 %r1.low8 to i64
  %r1.8 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at8
  store i8 %v, ptr addrspace(1) %r1.8
  %r1.low9 = add i32 %low, -655360
  %r1.at9 = zext i32 %r1.low9 to i64
  %r1.9 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at9
  store i8 %v, ptr addrspace(1) %r1.9
  %r1.low10 = add i32 %low, -720896
  %r1.at10 = zext i32 %r1.low10 to i64
  %r1.10 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at10
  store i8 %v, ptr addrspace(1) %r1.10
  %r1.low11 = add i32 %low, -786432
  %r1.at11 = zext i32 %r1.low11 to i64
  %r1.11 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at11
  store i8 %v, ptr addrspace(1) %r1.11
  %r1.low12 = add i32 %low, -851968
  %r1.at12 = zext i32 %r1.low12 to i64
  %r1.12 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at12
  store i8 %v, ptr addrspace(1) %r1.12
  %r1.low13 = add i32 %low, -917504
  %r1.at13 = zext i32 %r1.low13 to i64
  %r1.13 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at13
  store i8 %v, ptr addrspace(1) %r1.13
  %r1.low14 = add i32 %low, -983040
  %r1.at14 = zext i32 %r1.low14 to i64
  %r1.14 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at14
  store i8 %v, ptr addrspace(1) %r1.14
  %r1.low15 = add i32 %low, -1048576
  %r1.at15 = zext i32 %r1.low15 to i64
  %r1.15 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at15
  store i8 %v, ptr addrspace(1) %r1.15
  %r1.low16 = add i32 %low, -1114112
  %r1.at16 = zext i32 %r1.low16 to i64
  %r1.16 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at16
  store i8 %v, ptr addrspace(1) %r1.16
  %r1.low17 = add i32 %low, -1179648
  %r1.at17 = zext i32 %r1.low17 to i64
  %r1.17 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at17
  store i8 %v, ptr addrspace(1) %r1.17
  %r1.low18 = add i32 %low, -1245184
  %r1.at18 = zext i32 %r1.low18 to i64
  %r1.18 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at18
  store i8 %v, ptr addrspace(1) %r1.18
  %r1.low19 = add i32 %low, -1310720
  %r1.at19 = zext i32 %r1.low19 to i64
  %r1.19 = getelementptr i8, ptr addrspace(1) %p, i64 %r1.at19
  store i8 %v, ptr addrspace(1) %r1.19
  call void @__weft_barrier()
  %r2.low0 = add i32 %low, -65536
  %r2.at0 = zext i32 %r2.low0 to i64
  %r2.0 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at0
  store i8 %v, ptr addrspace(1) %r2.0
  %r2.low1 = add i32 %low, -131072
  %r2.at1 = zext i32 %r2.low1 to i64
  %r2.1 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at1
  store i8 %v, ptr addrspace(1) %r2.1
  %r2.low2 = add i32 %low, -196608
  %r2.at2 = zext i32 %r2.low2 to i64
  %r2.2 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at2
  store i8 %v, ptr addrspace(1) %r2.2
  %r2.low3 = add i32 %low, -262144
  %r2.at3 = zext i32 %r2.low3 to i64
  %r2.3 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at3
  store i8 %v, ptr addrspace(1) %r2.3
  %r2.low4 = add i32 %low, -327680
  %r2.at4 = zext i32 %r2.low4 to i64
  %r2.4 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at4
  store i8 %v, ptr addrspace(1) %r2.4
  %r2.low5 = add i32 %low, -393216
  %r2.at5 = zext i32 %r2.low5 to i64
  %r2.5 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at5
  store i8 %v, ptr addrspace(1) %r2.5
  %r2.low6 = add i32 %low, -458752
  %r2.at6 = zext i32 %r2.low6 to i64
  %r2.6 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at6
  store i8 %v, ptr addrspace(1) %r2.6
  %r2.low7 = add i32 %low, -524288
  %r2.at7 = zext i32 %r2.low7 to i64
  %r2.7 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at7
  store i8 %v, ptr addrspace(1) %r2.7
  %r2.low8 = add i32 %low, -589824
  %r2.at8 = zext i32 %r2.low8 to i64
  %r2.8 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at8
  store i8 %v, ptr addrspace(1) %r2.8
  %r2.low9 = add i32 %low, -655360
  %r2.at9 = zext i32 %r2.low9 to i64
  %r2.9 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at9
  store i8 %v, ptr addrspace(1) %r2.9
  %r2.low10 = add i32 %low, -720896
  %r2.at10 = zext i32 %r2.low10 to i64
  %r2.10 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at10
  store i8 %v, ptr addrspace(1) %r2.10
  %r2.low11 = add i32 %low, -786432
  %r2.at11 = zext i32 %r2.low11 to i64
  %r2.11 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at11
  store i8 %v, ptr addrspace(1) %r2.11
  %r2.low12 = add i32 %low, -851968
  %r2.at12 = zext i32 %r2.low12 to i64
  %r2.12 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at12
  store i8 %v, ptr addrspace(1) %r2.12
  %r2.low13 = add i32 %low, -917504
  %r2.at13 = zext i32 %r2.low13 to i64
  %r2.13 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at13
  store i8 %v, ptr addrspace(1) %r2.13
  %r2.low14 = add i32 %low, -983040
  %r2.at14 = zext i32 %r2.low14 to i64
  %r2.14 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at14
  store i8 %v, ptr addrspace(1) %r2.14
  %r2.low15 = add i32 %low, -1048576
  %r2.at15 = zext i32 %r2.low15 to i64
  %r2.15 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at15
  store i8 %v, ptr addrspace(1) %r2.15
  %r2.low16 = add i32 %low, -1114112
  %r2.at16 = zext i32 %r2.low16 to i64
  %r2.16 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at16
  store i8 %v, ptr addrspace(1) %r2.16
  %r2.low17 = add i32 %low, -1179648
  %r2.at17 = zext i32 %r2.low17 to i64
  %r2.17 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at17
  store i8 %v, ptr addrspace(1) %r2.17
  %r2.low18 = add i32 %low, -1245184
  %r2.at18 = zext i32 %r2.low18 to i64
  %r2.18 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at18
  store i8 %v, ptr addrspace(1) %r2.18
  %r2.low19 = add i32 %low, -1310720
  %r2.at19 = zext i32 %r2.low19 to i64
  %r2.19 = getelementptr i8, ptr addrspace(1) %p, i64 %r2.at19
  store i8 %v, ptr addrspace(1) %r2.19
  call void @__weft_barrier()
  %r3.low0 = add i32 %low, -65536
  %r3.at0 = zext i32 %r3.low0 to i64
  %r3.0 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at0
  store i8 %v, ptr addrspace(1) %r3.0
  %r3.low1 = add i32 %low, -131072
  %r3.at1 = zext i32 %r3.low1 to i64
  %r3.1 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at1
  store i8 %v, ptr addrspace(1) %r3.1
  %r3.low2 = add i32 %low, -196608
  %r3.at2 = zext i32 %r3.low2 to i64
  %r3.2 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at2
  store i8 %v, ptr addrspace(1) %r3.2
  %r3.low3 = add i32 %low, -262144
  %r3.at3 = zext i32 %r3.low3 to i64
  %r3.3 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at3
  store i8 %v, ptr addrspace(1) %r3.3
  %r3.low4 = add i32 %low, -327680
  %r3.at4 = zext i32 %r3.low4 to i64
  %r3.4 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at4
  store i8 %v, ptr addrspace(1) %r3.4
  %r3.low5 = add i32 %low, -393216
  %r3.at5 = zext i32 %r3.low5 to i64
  %r3.5 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at5
  store i8 %v, ptr addrspace(1) %r3.5
  %r3.low6 = add i32 %low, -458752
  %r3.at6 = zext i32 %r3.low6 to i64
  %r3.6 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at6
  store i8 %v, ptr addrspace(1) %r3.6
  %r3.low7 = add i32 %low, -524288
  %r3.at7 = zext i32 %r3.low7 to i64
  %r3.7 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at7
  store i8 %v, ptr addrspace(1) %r3.7
  %r3.low8 = add i32 %low, -589824
  %r3.at8 = zext i32 %r3.low8 to i64
  %r3.8 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at8
  store i8 %v, ptr addrspace(1) %r3.8
  %r3.low9 = add i32 %low, -655360
  %r3.at9 = zext i32 %r3.low9 to i64
  %r3.9 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at9
  store i8 %v, ptr addrspace(1) %r3.9
  %r3.low10 = add i32 %low, -720896
  %r3.at10 = zext i32 %r3.low10 to i64
  %r3.10 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at10
  store i8 %v, ptr addrspace(1) %r3.10
  %r3.low11 = add i32 %low, -786432
  %r3.at11 = zext i32 %r3.low11 to i64
  %r3.11 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at11
  store i8 %v, ptr addrspace(1) %r3.11
  %r3.low12 = add i32 %low, -851968
  %r3.at12 = zext i32 %r3.low12 to i64
  %r3.12 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at12
  store i8 %v, ptr addrspace(1) %r3.12
  %r3.low13 = add i32 %low, -917504
  %r3.at13 = zext i32 %r3.low13 to i64
  %r3.13 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at13
  store i8 %v, ptr addrspace(1) %r3.13
  %r3.low14 = add i32 %low, -983040
  %r3.at14 = zext i32 %r3.low14 to i64
  %r3.14 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at14
  store i8 %v, ptr addrspace(1) %r3.14
  %r3.low15 = add i32 %low, -1048576
  %r3.at15 = zext i32 %r3.low15 to i64
  %r3.15 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at15
  store i8 %v, ptr addrspace(1) %r3.15
  %r3.low16 = add i32 %low, -1114112
  %r3.at16 = zext i32 %r3.low16 to i64
  %r3.16 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at16
  store i8 %v, ptr addrspace(1) %r3.16
  %r3.low17 = add i32 %low, -1179648
  %r3.at17 = zext i32 %r3.low17 to i64
  %r3.17 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at17
  store i8 %v, ptr addrspace(1) %r3.17
  %r3.low18 = add i32 %low, -1245184
  %r3.at18 = zext i32 %r3.low18 to i64
  %r3.18 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at18
  store i8 %v, ptr addrspace(1) %r3.18
  %r3.low19 = add i32 %low, -1310720
  %r3.at19 = zext i32 %r3.low19 to i64
  %r3.19 = getelementptr i8, ptr addrspace(1) %p, i64 %r3.at19
  store i8 %v, ptr addrspace(1) %r3.19
  call void @__weft_barrier()
  %r4.low0 = add i32 %low, -65536
  %r4.at0 = zext i32 %r4.low0 to i64
  %r4.0 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at0
  store i8 %v, ptr addrspace(1) %r4.0
  %r4.low1 = add i32 %low, -131072
  %r4.at1 = zext i32 %r4.low1 to i64
  %r4.1 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at1
  store i8 %v, ptr addrspace(1) %r4.1
  %r4.low2 = add i32 %low, -196608
  %r4.at2 = zext i32 %r4.low2 to i64
  %r4.2 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at2
  store i8 %v, ptr addrspace(1) %r4.2
  %r4.low3 = add i32 %low, -262144
  %r4.at3 = zext i32 %r4.low3 to i64
  %r4.3 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at3
  store i8 %v, ptr addrspace(1) %r4.3
  %r4.low4 = add i32 %low, -327680
  %r4.at4 = zext i32 %r4.low4 to i64
  %r4.4 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at4
  store i8 %v, ptr addrspace(1) %r4.4
  %r4.low5 = add i32 %low, -393216
  %r4.at5 = zext i32 %r4.low5 to i64
  %r4.5 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at5
  store i8 %v, ptr addrspace(1) %r4.5
  %r4.low6 = add i32 %low, -458752
  %r4.at6 = zext i32 %r4.low6 to i64
  %r4.6 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at6
  store i8 %v, ptr addrspace(1) %r4.6
  %r4.low7 = add i32 %low, -524288
  %r4.at7 = zext i32 %r4.low7 to i64
  %r4.7 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at7
  store i8 %v, ptr addrspace(1) %r4.7
  %r4.low8 = add i32 %low, -589824
  %r4.at8 = zext i32 %r4.low8 to i64
  %r4.8 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at8
  store i8 %v, ptr addrspace(1) %r4.8
  %r4.low9 = add i32 %low, -655360
  %r4.at9 = zext i32 %r4.low9 to i64
  %r4.9 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at9
  store i8 %v, ptr addrspace(1) %r4.9
  %r4.low10 = add i32 %low, -720896
  %r4.at10 = zext i32 %r4.low10 to i64
  %r4.10 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at10
  store i8 %v, ptr addrspace(1) %r4.10
  %r4.low11 = add i32 %low, -786432
  %r4.at11 = zext i32 %r4.low11 to i64
  %r4.11 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at11
  store i8 %v, ptr addrspace(1) %r4.11
  %r4.low12 = add i32 %low, -851968
  %r4.at12 = zext i32 %r4.low12 to i64
  %r4.12 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at12
  store i8 %v, ptr addrspace(1) %r4.12
  %r4.low13 = add i32 %low, -917504
  %r4.at13 = zext i32 %r4.low13 to i64
  %r4.13 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at13
  store i8 %v, ptr addrspace(1) %r4.13
  %r4.low14 = add i32 %low, -983040
  %r4.at14 = zext i32 %r4.low14 to i64
  %r4.14 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at14
  store i8 %v, ptr addrspace(1) %r4.14
  %r4.low15 = add i32 %low, -1048576
  %r4.at15 = zext i32 %r4.low15 to i64
  %r4.15 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at15
  store i8 %v, ptr addrspace(1) %r4.15
  %r4.low16 = add i32 %low, -1114112
  %r4.at16 = zext i32 %r4.low16 to i64
  %r4.16 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at16
  store i8 %v, ptr addrspace(1) %r4.16
  %r4.low17 = add i32 %low, -1179648
  %r4.at17 = zext i32 %r4.low17 to i64
  %r4.17 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at17
  store i8 %v, ptr addrspace(1) %r4.17
  %r4.low18 = add i32 %low, -1245184
  %r4.at18 = zext i32 %r4.low18 to i64
  %r4.18 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at18
  store i8 %v, ptr addrspace(1) %r4.18
  %r4.low19 = add i32 %low, -1310720
  %r4.at19 = zext i32 %r4.low19 to i64
  %r4.19 = getelementptr i8, ptr addrspace(1) %p, i64 %r4.at19
  store i8 %v, ptr addrspace(1) %r4.19
  ret void
}
