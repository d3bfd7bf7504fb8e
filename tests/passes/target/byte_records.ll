; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: weft-opt -cpu=x86-64-v3 -passes=weft-byte-records %s 2>&1 | FileCheck %s
; RUN: weft-opt -cpu=znver5 -passes=weft-byte-records %s 2>&1 | FileCheck --check-prefix=BYTES %s

; Records of three bytes are read from the address space for which code generation knows a sequence.
; CHECK-LABEL: @records
; CHECK: %[[P:.*]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK: load <48 x i8>, ptr %[[P]], align 1
; A CPU that picks any bytes does without.
; BYTES-LABEL: @records
; BYTES: load <48 x i8>, ptr addrspace(1) %p, align 1
define <16 x i8> @records(ptr addrspace(1) %p) {
  %v = load <48 x i8>, ptr addrspace(1) %p, align 1
  %x = shufflevector <48 x i8> %v, <48 x i8> poison, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 33, i32 36, i32 39, i32 42, i32 45>
  %y = shufflevector <48 x i8> %v, <48 x i8> poison, <16 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 34, i32 37, i32 40, i32 43, i32 46>
  %r = add <16 x i8> %x, %y
  ret <16 x i8> %r
}

; Other uses, sizes and types stay as they are.
; CHECK-LABEL: @others
; CHECK: load <48 x i8>, ptr addrspace(1) %p, align 1
; CHECK: load <24 x i8>, ptr addrspace(1) %p, align 1
; CHECK: load <48 x i16>, ptr addrspace(1) %p, align 2
define void @others(ptr addrspace(1) %p, ptr %q) {
  %v = load <48 x i8>, ptr addrspace(1) %p, align 1
  store <48 x i8> %v, ptr %q
  %x = shufflevector <48 x i8> %v, <48 x i8> poison, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 33, i32 36, i32 39, i32 42, i32 45>
  store <16 x i8> %x, ptr %q
  %w = load <24 x i8>, ptr addrspace(1) %p, align 1
  %y = shufflevector <24 x i8> %w, <24 x i8> poison, <8 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22>
  store <8 x i8> %y, ptr %q
  %u = load <48 x i16>, ptr addrspace(1) %p, align 2
  %z = shufflevector <48 x i16> %u, <48 x i16> poison, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 33, i32 36, i32 39, i32 42, i32 45>
  store <16 x i16> %z, ptr %q
  ret void
}
