// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: aarch64-registered-target
// RUN: weftc --emit=asm -cl-weft-cpu=cortex-a72 %s -o - | FileCheck %s --check-prefixes=CHECK,NEON
// RUN: weftc --emit=asm -cl-weft-cpu=neoverse-n1 %s -o - | FileCheck %s --check-prefixes=CHECK,HALF
// RUN: weftc --emit=asm -cl-weft-cpu=neoverse-n2 %s -o - | FileCheck %s --check-prefix=BF16
// RUN: weftc --emit=asm -cl-weft-cpu=a64fx %s -o - | FileCheck %s --check-prefix=SVE

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Records of three components are split and joined as they are moved.
// CHECK-LABEL: kernel_records:
// CHECK: ld3 { v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s }
// CHECK: st3 { v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s }
kernel void records(global float *p) {
  size_t i = get_global_id(0);
  vstore3(vload3(i, p).zxy, i, p);
}

// Half is arithmetic of its own from ARMv8.2 on.
// CHECK-LABEL: kernel_halves:
// NEON: fcvtl v{{[0-9]+}}.4s, v{{[0-9]+}}.4h
// HALF: fmla v{{[0-9]+}}.8h, v{{[0-9]+}}.8h, v{{[0-9]+}}.8h
kernel void halves(global half *a, global const half *b) {
  size_t i = get_global_id(0);
  a[i] = fma(b[i], b[i], a[i]);
}

// Registers of 512 bits, and predicates for guarded lanes.
// SVE-LABEL: kernel_guarded:
// SVE: ld1w { z{{[0-9]+}}.s }, p{{[0-9]+}}/z
// SVE: st1w { z{{[0-9]+}}.s }, p{{[0-9]+}}
kernel void guarded(global int *a, global const int *b) {
  size_t i = get_global_id(0);
  if (b[i] > 3)
    a[i] += 7;
}

// Consecutive vectors have constant offsets from one base.
// HALF-LABEL: kernel_mirrored:
// HALF: ldr q{{[0-9]+}}, [x{{[0-9]+}}, #32]
// HALF: str q{{[0-9]+}}, [x{{[0-9]+}}, #32]
// HALF: ldr q{{[0-9]+}}, [x{{[0-9]+}}, #48]
// HALF: str q{{[0-9]+}}, [x{{[0-9]+}}, #48]
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
mirrored(global const float *from, global float *to) {
  local float tile[256];
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = from[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[i] = from[i] + tile[255 - l];
}

// The indices of scattered accesses are extracted from words; there is no vector of addresses.
// HALF-LABEL: kernel_table:
// HALF: ldr [[WORD:w[0-9]+]], [x{{[0-9]+}}]
// HALF: lsr [[INDEX:w[0-9]+]], [[WORD]], #8
// HALF: add x{{[0-9]+}}, x{{[0-9]+}}, [[INDEX]], uxtb #2
kernel void table(global const uchar *bytes, constant uint *table, global uint *to) {
  size_t i = get_global_id(0);
  to[i] = table[bytes[i]];
}

// Conversions to bfloat16 are an instruction from ARMv8.6 on.
// BF16-LABEL: kernel_rounded:
// BF16: bfcvtn v{{[0-9]+}}.4h, v{{[0-9]+}}.4s
// BF16: bfcvtn2 v{{[0-9]+}}.8h, v{{[0-9]+}}.4s
kernel void rounded(global ushort *a, global const float *b) {
  size_t i = get_global_id(0);
  a[i] = intel_convert_bfloat16_as_ushort(b[i]);
}
