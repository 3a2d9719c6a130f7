/** Names of Rust and its prelude. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

export const builtinNames = words(
  `bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Option Some None Result Ok Err Vec Box String ToString
  ToOwned Clone Copy Send Sync Sized Unpin Drop Fn FnMut FnOnce AsyncFn AsyncFnMut AsyncFnOnce Iterator IntoIterator Extend
  DoubleEndedIterator ExactSizeIterator FromIterator Into From TryInto TryFrom AsRef AsMut Default PartialEq Eq PartialOrd Ord Debug
  Hash drop size_of size_of_val align_of align_of_val Self self super crate true false`,
)

export const standardCrates = words('std core alloc proc_macro test')

export const standardMacros = words(
  `println print eprintln eprint format write writeln vec panic assert assert_eq assert_ne debug_assert debug_assert_eq
  debug_assert_ne unreachable unimplemented todo matches cfg concat env option_env include include_str include_bytes file line
  column module_path stringify compile_error format_args thread_local dbg is_x86_feature_detected addr_of addr_of_mut pin ready
  global_asm asm const_format_args concat_idents trace_macros log_syntax`,
)
