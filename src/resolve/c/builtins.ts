/** Names that C and C++ define themselves. */

export const builtinNames: ReadonlySet<string> = new Set(
  (
    'std NULL nullptr true false size_t ssize_t ptrdiff_t FILE va_list bool int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ' +
    'intptr_t uintptr_t wchar_t time_t va_start va_end va_arg va_copy offsetof static_cast dynamic_cast reinterpret_cast const_cast ' +
    '__func__ __FILE__ __LINE__ __FUNCTION__ __VA_ARGS__ __builtin_expect __builtin_unreachable __attribute__'
  ).split(' '),
)
