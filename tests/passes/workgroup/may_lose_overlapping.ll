; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: x86-registered-target
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-kernel-arguments,weft-vectorise %s 2>&1 | FileCheck %s

; Lanes that exchange neighbouring elements under a mask may take longer than single work-items, as their
; stores overlap: a trial finds out. Stores that are a gang apart, or in other arrays, do not overlap.
declare i64 @__weft_local_id_x() memory(none)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-DAG: remark: {{.*}}exchanges.region.0: vectorised
; CHECK-DAG: remark: {{.*}}exchanges_narrow.region.0: vectorised
; CHECK-DAG: remark: {{.*}}far.region.0: vectorised
; CHECK-DAG: remark: {{.*}}others.region.0: vectorised
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="exchanges" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="exchanges_narrow" "weft-lanes-may-lose"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="far" "weft-private-bytes"
; CHECK-DAG: attributes #{{.*}}"weft-any-order"{{.*}}"weft-kernel"="others" "weft-private-bytes"
define void @exchanges(ptr addrspace(3) %keys, ptr addrspace(3) %others, i64 %round) convergent "weft-kernel"="exchanges" {
entry:
  %id = call i64 @__weft_local_id_x()
  %turn = xor i64 %id, %round
  %odd = trunc i64 %turn to i1
  br i1 %odd, label %exchange, label %end
exchange:
  %next = add nsw i64 %id, 1
  %at = getelementptr i32, ptr addrspace(3) %keys, i64 %id
  %at.next = getelementptr i32, ptr addrspace(3) %keys, i64 %next
  %a = load i32, ptr addrspace(3) %at
  %b = load i32, ptr addrspace(3) %at.next
  %less = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %more = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  store i32 %less, ptr addrspace(3) %at
  store i32 %more, ptr addrspace(3) %at.next
  br label %end
end:
  ret void
}

; Indexes of 32 bits.
define void @exchanges_narrow(ptr addrspace(3) %keys, ptr addrspace(3) %others, i64 %round) convergent "weft-kernel"="exchanges_narrow" {
entry:
  %id = call i64 @__weft_local_id_x()
  %turn = xor i64 %id, %round
  %odd = trunc i64 %turn to i1
  br i1 %odd, label %exchange, label %end
exchange:
  %short = trunc i64 %id to i32
  %index = sext i32 %short to i64
  %short.next = add nsw i32 %short, 1
  %next = sext i32 %short.next to i64
  %at = getelementptr i32, ptr addrspace(3) %keys, i64 %index
  %at.next = getelementptr i32, ptr addrspace(3) %keys, i64 %next
  %a = load i32, ptr addrspace(3) %at
  %b = load i32, ptr addrspace(3) %at.next
  %less = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %more = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  store i32 %less, ptr addrspace(3) %at
  store i32 %more, ptr addrspace(3) %at.next
  br label %end
end:
  ret void
}

define void @far(ptr addrspace(3) %keys, ptr addrspace(3) %others, i64 %round) convergent "weft-kernel"="far" {
entry:
  %id = call i64 @__weft_local_id_x()
  %turn = xor i64 %id, %round
  %odd = trunc i64 %turn to i1
  br i1 %odd, label %exchange, label %end
exchange:
  %next = add nsw i64 %id, 64
  %at = getelementptr i32, ptr addrspace(3) %keys, i64 %id
  %at.next = getelementptr i32, ptr addrspace(3) %keys, i64 %next
  %a = load i32, ptr addrspace(3) %at
  %b = load i32, ptr addrspace(3) %at.next
  %less = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %more = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  store i32 %less, ptr addrspace(3) %at
  store i32 %more, ptr addrspace(3) %at.next
  br label %end
end:
  ret void
}

define void @others(ptr addrspace(3) %keys, ptr addrspace(3) %others, i64 %round) convergent "weft-kernel"="others" {
entry:
  %id = call i64 @__weft_local_id_x()
  %turn = xor i64 %id, %round
  %odd = trunc i64 %turn to i1
  br i1 %odd, label %exchange, label %end
exchange:
  %next = add nsw i64 %id, 1
  %at = getelementptr i32, ptr addrspace(3) %keys, i64 %id
  %at.next = getelementptr i32, ptr addrspace(3) %others, i64 %next
  %a = load i32, ptr addrspace(3) %at
  %b = load i32, ptr addrspace(3) %at.next
  %less = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %more = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  store i32 %less, ptr addrspace(3) %at
  store i32 %more, ptr addrspace(3) %at.next
  br label %end
end:
  ret void
}
