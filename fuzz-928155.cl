// fuzz-928155, lanes 4: region 40, byte 2049: 0xd0342f2b instead of 0x2b2b2b2b, global 4 1 local 1 1 offset 0 1
// range 2 4 1 1 1 1 1 0 1 0
// range 2 3 2 1 1 1 1 4 0 0
// range 2 1 2 1 1 1 1 4 2 0
// range 2 5 1 1 1 1 1 0 2 0
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
__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void k(global uchar *out, global const int *in, global const float *f, global uint *counters, int n, global const struct node *nodes) {
uint u = get_global_linear_id(), l = get_local_linear_id();
uint total = get_global_size(0) * get_global_size(1) * get_global_size(2);
uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
(void)items; (void)l; (void)total;
int w0 = (int)get_num_groups(0);
int w1 = w0;
int v0 = rotate((int)(31), ((int)get_local_id(0)));
int v1 = rotate((int)(100), v0);
float v2 = convert_float(v0);
int3 v3 = rotate((int3)(31), (int3)(v1));
uchar2 v4 = shuffle((uchar2)(convert_uchar(((int)get_local_id(1)))), ((global const uchar2 *)in)[(uint)v0 & 4095u]);
ulong v5 = convert_ulong(((int)get_global_id(0)));
global char *kept = (global char *)(out + 657408u); (void)kept;
local double cells[1280];
if (l == w0) {
v2 = ((float)(0.5f) - convert_float(v3.z));
v1 = (as_int4(as_uint4((int4)(2)) + as_uint4((int4)(-5)))).s0;
{ int mine[9]; int *p = mine; int *q = p; (void)q; for (uint i = 0u; i < 9u; ++i) p[i] = (int)((int)(i * 37u)); for (int t0 = (int)((uint)w0 & 7u) - 1; t0 >= 0; --t0) { p[(uint)(int)(0) & 7u] = (int)((uint)(p[(uint)(int)(0) & 7u]) - (uint)((int)((int)in[u * 7u + t0 * 32u]))); p[(uint)v0 & 7u] = (int)((uint)(convert_int(v4.x)) + (uint)((int)(-1))); } v1 ^= (int)p[(uint)((global const int *)in)[(u * 2 + (uint)get_local_id(0)) & 4095u] & 7u]; }
}
if (((in[(uint)n & 4095u] & 3) > 1)) {
{ global char *p = kept + u; global char *q = p; (void)q; if (((3 & 3) != 0)) q = p + 0u; for (int t1 = 0, t1e = ((uint)(int)((uint)w0 + (uint)w0) & 15u); t1 < t1e; t1 += 2) { if (all((int4)(((int)get_global_id(0))) < vload4(((uint)(int)((uint)(v0) ^ (uint)((int)(2))) & 4095u) & 1023u, (global const int *)in))) p[((uint)(int)((uint)(int)get_group_id(0) + (uint)n) & 15u) * 512u] ^= (char)((char)((global uchar *)p)[0u]); } v1 ^= (int)p[((uint)(int)((uint)w0 + (uint)w0) & 15u) * 512u]; }
{ uint4 b = sub_group_ballot(1); uint i = (uint)((uint)(convert_uint(v0)) | (uint)(convert_uint(((int)get_global_id(0))))) % get_max_sub_group_size(); uint x = sub_group_shuffle_up(convert_uint(((int)u)), i); uint from = get_sub_group_local_id() - i; (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) v1 ^= (int)x; }
}
v1 = (int)(sub_group_clustered_reduce_max((short)(convert_short(v0) > 0 ? convert_short(v1) / convert_short(v0) : convert_short(v1)), 8));
{ uint4 b = sub_group_ballot(1); uint i = (uint)((convert_char_sat(clean_float(v2)) > convert_char(((int)get_global_id(0)))) ? convert_uint(v4.y) : (uint)(2)) % get_max_sub_group_size(); int x = sub_group_shuffle((int)(((3 & 1) == 0) ? ((int)get_local_id(0)) : ((uint)get_global_id(0) - 1u < 4096u ? in[(uint)get_global_id(0) - 1u] : 5)), i); uint from = i; (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) v1 ^= (int)x; }
v1 ^= (int)(sub_group_ballot_exclusive_scan(sub_group_ballot((convert_double(((int)get_local_size(0))) == convert_double(v3.x)))));
{ uint4 b = sub_group_ballot(1); uint i = sub_group_ballot_find_lsb(b); int x = sub_group_clustered_rotate(convert_int(v5), (int)i, 8); uint from = get_sub_group_local_id() / 8u * 8u + (get_sub_group_local_id() + i) % 8u; (void)i; if (from < get_max_sub_group_size() && sub_group_ballot_bit_extract(b, from)) v1 ^= (int)x; }
{ global char *p = kept + u; global char *q = p; (void)q; if (any((int4)(convert_int(v4.y)) < (int4)(convert_int(v5)))) q = p + 0u; for (uint t2 = 0, t2e = 16u; t2 < t2e; ++t2) { q[(0u) * 512u] = (char)((char)in[l + t2 * 5u]); p[((uint)v1 & 15u) * 512u] = (char)((uint)(p[((uint)v1 & 15u) * 512u]) * (uint)(clamp(convert_char(((int)get_local_id(0))), (char)(3), (char)(77)))); } v1 ^= (int)p[((uint)(int)((uint)w0 + (uint)w1) & 15u) * 512u]; }
v0 ^= (int)((uint)v0 << 3);
v0 ^= (int)((uint)v1 << 3);
v0 ^= (int)(convert_int_sat(clean_float(v2)));
v0 ^= (int)(convert_int_sat(v3.z));
v0 ^= (int)(convert_int_sat(v4.y));
v0 ^= (int)((uint)v5 << 3);
((global int *)(out + 0))[4096u - total + u] = v0;
}
