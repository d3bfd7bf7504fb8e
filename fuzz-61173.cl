// fuzz-61173, lanes : Segmentation fault
// range 2 21 10 1 7 5 1 3 0 0
// range 1 240 1 1 48 1 1 0 0 0
// range 3 134 3 1 33 3 1 0 6 6
// range 1 10 1 1 5 1 1 0 0 0
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
int w0 = n;
int w1 = in[(uint)w0 & 4095u];
int v0 = mul24(((global const int *)in)[u + (4096u - total)] >> (int)(9), (table[((uint)((int)u) & 15u)]) >> (int)(9));
int v1 = mad24(v0 >> (int)(9), (((int)get_local_id(1))) >> (int)(9), (int)(2));
float v2 = (convert_float(v1) * convert_float(((int)get_local_size(0))));
float3 v3 = (float3)(v2);
double v4 = fma(convert_double(v2), convert_double(v3.x), convert_double(v1));
int3 v5 = (int3)(~(int3)(((int)u)));
global float *kept = (global float *)(out + 657408u); (void)kept;
local uint cells[1280];
((global int *)(out + 0))[u * 2u + 1u] = v5.y;
for (int t0 = 0, et0 = (w0 & 3); t0 < et0; ++t0) {
{ local uint *p = cells + l; local uint *q = p; (void)q; if ((((global const float *)f)[u * 3 + 1] < convert_float(v1))) q = p + 256u; for (uint i = 0u; i < 5u; ++i) p[(i) * 256u] = (uint)((uint)(i * 37u)); for (int t1 = (int)((uint)w0 & 3u) - 1; t1 >= 0; --t1) { p[((uint)(int)((uint)w0 * (uint)(int)get_group_id(0)) & 3u) * 256u] = (uint)((uint)(p[((uint)(int)((uint)w0 * (uint)(int)get_group_id(0)) & 3u) * 256u]) * (uint)(p[(0u + t1) * 256u])); } v1 ^= (int)p[((uint)(int)((uint)w0 ^ (uint)w1) & 3u) * 256u]; }
if ((all((int4)(t0) < (int4)(convert_int_sat(clean_float(v2)))) && (((global const uchar *)in)[(u / 300u + u % 300u)] > convert_uchar(v0)))) continue;
for (int t2 = 9; ; ) { if (--t2 <= 0) break;
v5 = v5;
{ global float *p = kept + u * 17u; global float *q = p; (void)q; for (uint t3 = 0, t3e = 16u; t3 < t3e; ++t3) { p[4u] = clean_float(p[4u] + q[0u + t3]); } v1 ^= convert_int_sat(clean_float(p[(uint)w1 & 15u])); }
v0 = (int)((uint)(v0) - (uint)(t0));
if ((convert_uint(t0) < convert_uint(((int)get_global_id(0))))) break;
}
}
{ global float *p = kept + u * 17u; global float *q = p; (void)q; if (all((int4)(0x55) < (int4)(v1))) q = p + 0u; for (int t4 = (int)16u - 1; t4 >= 0; --t4) { p[3u] = clean_float(p[3u] - (float)((float)f[l + t4 * 5u])); } v1 ^= convert_int_sat(clean_float(p[(uint)in[(uint)w1 & 4095u] & 15u])); }
{ int2 mine[9]; int2 *p = mine; int2 *q = p; (void)q; for (uint i = 0u; i < 9u; ++i) p[i] = (int2)((int)(i * 37u)); for (int t5 = (int)((uint)v1 & 7u) - 1; t5 >= 0; --t5) { p[(uint)v1 & 7u] = as_int2(as_uint2(p[(uint)v1 & 7u]) * as_uint2((int2)((int)((uchar *)p)[1u]))); ((uchar *)p)[4u] ^= 0x25; if ((u < 65u)) break; } v1 ^= (int)p[7u].y; }
if (l == 11) {
v0 = mad_sat(((int4)(((int)u))).s0, mad24(((int)get_local_size(0)) >> (int)(9), (v0) >> (int)(9), ((global const int *)in)[(4095u - u)]), v0);
((global uint *)(out + 65536))[u * 2u] = convert_uint(v0);
}
if ((((int)((uint)3 + (uint)w1) & 1) == 0)) {
{ global float *p = kept + u * 17u; global float *q = p; (void)q; if (((w0 & 1) != 0)) q = p + 0u; for (ulong t6 = 0, t6e = ((uint)(int)((uint)w1 ^ (uint)w1) & 15u); t6 < t6e; ++t6) { p[(uint)v1 & 15u] = clean_float(p[(uint)v1 & 15u] - (float)((float)f[u + t6 * 5u])); } v1 ^= convert_int_sat(clean_float(p[11u])); }
v2 = fdim(select(convert_float(((int)get_local_id(0))), ((global const float *)f)[u + 2], (int)(v1 > 3)), v2);
{ char mine[9]; char *p = mine; char *q = p; (void)q; for (uint i = 0u; i < 9u; ++i) p[i] = (char)((char)(i * 37u)); for (uint t7 = 0, t7e = ((uint)3 & 7u); t7 < t7e; ++t7) { q[0u] = (char)((uint)(q[0u]) + (uint)(q[7u - t7])); p[3u] ^= p[4u]; } v1 ^= (int)p[(uint)w1 & 7u]; }
}
barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); for (int c3 = 0, ec3 = (int)((uint)w0 & 3u); c3 < ec3; ++c3) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); v0 ^= (int)areaA[(l + 1u) % 80u]; v1 ^= (int)areaB[5u % 80u]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); for (int c4 = get_local_id(0); c4 < ((int)((uint)w1 & 63u)); c4 += (int)get_local_size(0)) { areaC[c4] = from[c4]; } } barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); v1 ^= (int)areaA[(l + 1u) % 80u]; v1 ^= (int)areaB[(l * 7u + 3u) % 80u]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); 
v0 ^= (int)((uint)v0 << 3);
v0 ^= (int)((uint)v1 << 3);
v0 ^= (int)(convert_int_sat(clean_float(v2)));
v0 ^= (int)(convert_int_sat(clean_float(v3.z)));
v0 ^= (int)(convert_int_sat(clean_double(v4)));
v0 ^= (int)(convert_int_sat(v5.z));
((global int *)(out + 0))[u * 2u + 1u] = v0;
}
