// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In code of the first tier, a flag of lane 63 goes to all lanes as a byte
// range 1 6 1 1 2 1 1 0 0 0
// range 1 6 1 1 2 1 1 8 0 0
// range 1 4 1 1 2 1 1 0 0 0
// range 1 8 1 1 2 1 1 0 0 0
// groups of one size
constant int table[16] = {3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, -9, 7, 9, 3};
struct pair { int a; float b; short c[3]; };
struct node { global const struct node *next; global const int *data; global int *owned; ulong address; };
float clean_float(float x) { return isnan(x) ? 0 : x; }
float2 clean_float2(float2 x) { return select(x, (float2)(0), isnan(x)); }
float3 clean_float3(float3 x) { return select(x, (float3)(0), isnan(x)); }
float4 clean_float4(float4 x) { return select(x, (float4)(0), isnan(x)); }
double clean_double(double x) { return isnan(x) ? 0 : x; }
double2 clean_double2(double2 x) { return select(x, (double2)(0), isnan(x)); }
double3 clean_double3(double3 x) { return select(x, (double3)(0), isnan(x)); }
double4 clean_double4(double4 x) { return select(x, (double4)(0), isnan(x)); }
__attribute__((noinline)) int helper1(int p, float q, uint u, uint total, int n, global const int *in, global const float *f) {
int r = p;
return (int)((uint)r + (uint)bitselect(((int)u), p, p));
}
int helper0(int p, float q, uint u, uint total, int n, global const int *in, global const float *f) {
int r = p;
{ uint4 b = sub_group_ballot(1); uint i = sub_group_ballot_find_msb(b); char x = sub_group_rotate(rhadd(convert_char(((int)u)), convert_char(((int)get_local_size(0)))), (int)i); uint from = (get_sub_group_local_id() + i) % get_max_sub_group_size(); (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) r ^= (int)x; }
if (((convert_long(p) < convert_long_sat(clean_float(q))) || (q >= (float)(-0.75f)))) return (int)(((int)get_global_id(0)) > 0 ? ((int)u) / ((int)get_global_id(0)) : ((int)u));
return (int)((uint)r + (uint)((int)get_global_id(0)));
}
__attribute__((reqd_work_group_size(2, 1, 1)))
__attribute__((intel_reqd_sub_group_size(64)))
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id(), l = get_local_linear_id();
uint total = get_global_size(0) * get_global_size(1) * get_global_size(2);
uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
(void)items; (void)l; (void)total;
local int tile[256]; local int bins[16];
tile[l] = in[u] ^ 5; for (uint k = l; k < 16u; k += items) bins[k] = 9; barrier(CLK_LOCAL_MEM_FENCE);
int w0 = in[(uint)11 & 4095u];
int w1 = (int)((uint)(int)get_num_groups(0) ^ (uint)w0);
int v0 = (int)((int)(7) > 0 ? ((global const int *)in)[((uint)(((int)u - 40) / (int)(((uint)w0 & 255u) + 1u)) & 1023u)] / (int)(7) : ((global const int *)in)[((uint)(((int)u - 40) / (int)(((uint)w0 & 255u) + 1u)) & 1023u)]);
int v1 = rotate(((int)get_local_size(0)), v0);
float v2 = copysign(convert_float(v1), clean_float(convert_float(((int)get_local_id(1)))));
int v3 = (int)(v0 > 0 ? ((int)get_local_id(1)) / v0 : ((int)get_local_id(1)));
int v4 = (int)((uint)(((int)u)) ^ (uint)(((global const int *)in)[u * 3 + 1]));
int v5 = (int)(v3 % ((v1 & (int)(15)) | (int)(1)));
struct pair s = {v0, v2, {1, (short)v1, 3}};
global uchar *kept = (global uchar *)(out + 657408u); (void)kept;
local float cells[1280];
{ uint4 b = sub_group_ballot(1); uint i = sub_group_ballot_find_msb(b); char x = sub_group_non_uniform_broadcast((char)((uint)(((global const char *)in)[(u / (((uint)(int)((uint)n ^ (uint)w0) & 255u) + 1u) * (((uint)(int)((uint)n ^ (uint)w0) & 255u) + 1u) + ((((uint)(int)((uint)n ^ (uint)w0) & 255u) + 1u) - 1u - u % (((uint)(int)((uint)n ^ (uint)w0) & 255u) + 1u)))]) & (uint)(convert_char(((int)get_local_id(1))))), i); uint from = i; (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) v0 ^= (int)x; }
if (((in[(uint)w0 & 4095u] & 1) > 1)) {
if (l == 11) {
v5 = rotate((int)(0x55), clz(((int)get_group_id(0))));
v0 = (int)((((int)((uint)w1 + (uint)w1) & 1) == 0) ? v4 : (int)(((int)u) >> (v1 & 7)));
}
v4 = v3;
v0 ^= (int)(sub_group_non_uniform_scan_inclusive_logical_xor((u >= 273u)));
}
v2 = select((float)((((int)get_local_size(0)) > 0) ? convert_float(((int)get_global_id(0))) : v2), fabs(convert_float(v3)), (int)(convert_int_sat(clean_float(v2)) > 3));
v0 ^= (int)((uint)v0 << 3);
v0 ^= (int)((uint)v1 << 3);
v0 ^= (int)(convert_int_sat(clean_float(v2)));
v0 ^= (int)((uint)v3 << 3);
v0 ^= (int)((uint)v4 << 3);
v0 ^= (int)((uint)v5 << 3);
((global int *)(out + 0))[u * 2u + 1u] = v0;
}
