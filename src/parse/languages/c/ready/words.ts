/** Words of C and C++ that are never macros, and how macros are mostly written. */

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** In capitals, or `__device__`. */
export const isCaps = (text: string): boolean =>
  // Most words begin with a small letter, and every word is asked for several times.
  !(text.charCodeAt(0) > UNDERSCORE) && /^(?:[A-Z_][A-Z0-9_]+|__[a-z]+__|__forceinline)$/.test(text)

const UNDERSCORE = 95

export const builtinTypes = words(
  'void char short int long float double signed unsigned bool _Bool auto wchar_t char8_t char16_t char32_t decltype __int64 typeof __typeof__',
)

/** Pointer annotations of Objective-C and clang; they do not affect the declaration. */
export const nullability = words(
  '_Nonnull _Nullable _Null_unspecified _Nullable_result __nullable __nonnull __kindof __strong __weak __block __unused ' +
    'absl_nonnull absl_nullable absl_nullability_unknown',
)

export const keywords = words(
  'alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class concept const consteval constexpr constinit ' +
    'const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern false ' +
    'final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public ' +
    'register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template this ' +
    'thread_local throw true try typedef typename union unsigned using virtual void volatile wchar_t while __attribute__ __attribute ' +
    '__declspec __extension__ __inline __inline__ __restrict __volatile__ __asm__ __asm _Bool _Complex _Noreturn _Static_assert _Thread_local ' +
    '_Alignas _Alignof _Generic _Atomic typeof __typeof__ __cdecl __stdcall __fastcall __thiscall __vectorcall __clrcall __based __int64 ' +
    '_Nonnull _Nullable _Null_unspecified _Nullable_result __nullable __nonnull __kindof __strong __weak __block __unused',
)
