// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups in rounds, behind which a vector is loaded that is used behind all of them
// range 3 35 5 1 7 5 1 8 8 0
// range 1 160 1 1 32 1 1 0 0 0
// range 1 32 1 1 8 1 1 0 0 0
// range 1 128 1 1 128 1 1 0 0 0
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
int helper0(int p, float q, uint u, uint total, int n, global const int *in, global const float *f) {
int r = p;
r = (int)(sub_group_non_uniform_scan_inclusive_and(convert_uint_sat(clean_float(q))));
return (int)((uint)r + (uint)(((global const int4 *)in)[((uint)as_int((uint)(as_uint(((int)get_global_id(0))) << (uint)(5))) & 4095u) & 1023u]).s1);
}
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id(), l = get_local_linear_id();
uint total = get_global_size(0) * get_global_size(1) * get_global_size(2);
uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
(void)items; (void)l; (void)total;
local int tile[256]; local int bins[16];
tile[l] = in[u] ^ 5; for (uint k = l; k < 16u; k += items) bins[k] = 9; barrier(CLK_LOCAL_MEM_FENCE);
local uchar areaA[80u]; local uchar areaB[80u]; local uchar areaC[80u]; uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
global const uchar *from = (global const uchar *)in; global uchar *to = (global uchar *)(out + 131072u + group * 1024u); (void)from; (void)to;
for (uint c0 = l; c0 < 80u; c0 += items) areaA[c0] = (uchar)(c0 * 3u); for (uint c1 = l; c1 < 80u; c1 += items) areaB[c1] = (uchar)(c1 * 3u); for (uint c2 = l; c2 < 80u; c2 += items) areaC[c2] = (uchar)(c2 * 3u); barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); 
int w0 = 11;
int w1 = (int)((uint)w0 + (uint)n);
int v0 = (int)((uint)(((global const int *)in)[(u * 2 + (uint)get_local_id(0)) & 4095u]) & (uint)((int)(3)));
int v1 = ctz(v0);
float v2 = convert_float(v1);
float v3 = sqrt(fabs(((global const float *)f)[(u * 2 + (uint)get_local_id(0)) & 4095u]));
uchar2 v4 = (((global const uchar2 *)in)[(uint)(int)(((int)get_local_id(0)) / ((v1 & (int)(15)) | (int)(1))) & 4095u] >> ((uchar2)(convert_uchar(((int)get_local_id(1)))) & (uchar2)(7)));
int v5 = as_int(abs_diff(((global const int *)in)[u + (4096u - total)], v0));
uchar4 a[8];
for (int k = 0; k < 8; ++k) a[k] = (uchar4)(convert_uchar_sat(clean_float(v2)));
/*scope*/for (int t0 = 0, et0 = (w0 & 7); t0 < et0; ++t0) { /*round*/
v2 = (convert_float(t0) * ((float)(-0.75f) / v3));
/*scope*/for (int t1 = 9; ; ) { /*round*/ if (--t1 <= 0) break;
{ uint4 b = sub_group_ballot(1); uint i = mad24(convert_uint_sat(clean_float(v2)) >> (uint)(9), ((uint)(0)) >> (uint)(9), convert_uint(a[((uint)w0 & 7u)].x)) % get_max_sub_group_size(); double x = sub_group_broadcast_first((convert_double(v2) - convert_double(v2))); uint from = sub_group_ballot_find_lsb(b); (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) v0 ^= convert_int_sat(clean_double(x)); }
if ((((global const float *)f)[u + 2] == (float)(100.0f))) break;
}
v4 = vload2(((4095u - u)) & 1023u, (global const uchar *)in);
}
v0 ^= (int)(intel_sub_group_block_read(((global const uint *)in + ((uint)(int)((uint)n ^ (uint)w1) & 1023u))));
if (((in[(uint)w1 & 4095u] & 1) > 1)) {
/*scope*/for (int t2 = 0, et2 = ((int)((uint)w0 + (uint)11) & 7); t2 < et2; ++t2) { /*round*/
v5 = as_int(abs_diff((int)(v5 > 0 ? v1 / v5 : v1), min(v1, v5)));
v4 = as_uchar2(as_uchar2(as_uchar2(as_uchar2((uchar2)(-5)) & as_uchar2((uchar2)(convert_uchar(((int)get_local_size(0))))))) & as_uchar2(as_uchar2(abs_diff(vload2((u * 3 + 1) & 1023u, (global const uchar *)in), v4))));
v0 = (int)(sub_group_clustered_reduce_min((int)((uint)(((global const int *)in)[((uint)get_global_id(0) + 18) & 4095u]) + (uint)(((global const int *)in)[(4095u - u)])), 2));
}
v2 = v3;
atomic_and(&counters[48u + (convert_uint(a[((uint)w0 & 7u)].w) & 15u)], ((global const uint *)in)[(uint)(int)(v5 % ((v1 & (int)(15)) | (int)(1))) & 4095u]);
}
((global uchar *)(out + 81920))[u * 2u] = (uchar)(all((int4)(convert_int_sat(clean_float(v3))) < vload4(((uint)in[(uint)w1 & 4095u] & 4095u) & 1023u, (global const int *)in)) ? (uchar)((uint)((uchar)(31)) + (uint)(convert_uchar_sat(clean_float(v3)))) : (a[((uint)((global const int *)in)[u + 2] & 7u)]).s1);
v1 ^= (int)(sub_group_non_uniform_all_equal((int)(int)((uint)w0 * (uint)11)));
barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); v1 ^= (int)areaB[5u % 80u]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); v1 ^= (int)areaA[(uint)v1 % 80u]; v0 ^= (int)areaB[(l * 7u + 3u) % 80u]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); 
v0 ^= (int)((uint)v0 << 3);
v0 ^= (int)((uint)v1 << 3);
v0 ^= (int)(convert_int_sat(clean_float(v2)));
v0 ^= (int)(convert_int_sat(clean_float(v3)));
v0 ^= (int)(convert_int_sat(v4.x));
v0 ^= (int)((uint)v5 << 3);
((global int *)(out + 0))[u * 2u] = v0;
}
