/** What the standard library's wrappers, lists and iterators return: only what call chains commonly use. */
import { other, type RustType, unknown } from './types.ts'

type Other = Extract<RustType, { is: 'other' }>
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** A dot reaches the members of what they contain. */
const transparent = words(
  `Box Rc Arc Pin Ref RefMut Guard MutexGuard RwLockReadGuard RwLockWriteGuard OwnedMutexGuard Cow ManuallyDrop LazyLock Lazy`,
)
/** But these methods are their own. */
const ofWrapper = words(
  'clone as_ref as_mut as_ptr borrow borrow_mut deref deref_mut into_inner eq cmp partial_cmp hash fmt to_string to_owned into map downgrade',
)
const lists = words('Vec slice array VecDeque HashSet BTreeSet LinkedList BinaryHeap SmallVec ArrayVec IndexSet')
const maps = words('HashMap BTreeMap IndexMap FxHashMap')

const sameOfOption = words(
  'as_ref as_mut as_deref as_deref_mut take cloned copied or or_else filter ok ok_or ok_or_else map_err context with_context inspect inspect_err replace',
)
const outOfOption = words('unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked get_or_insert_with insert')
const elements = words(
  'first last get get_mut first_mut last_mut pop pop_front pop_back front back front_mut back_mut peek peek_mut',
)
const sameOfIterator = words(
  'iter rev skip take filter by_ref cloned copied peekable chain step_by inspect skip_while take_while fuse cycle into_iter',
)
const ofIterator = words('next last nth next_back peek find min_by_key max_by_key min_by max_by min max reduce')

/** Methods that these types have themselves: a call cannot mean a trait of the repo. */
const inherent: Readonly<Record<string, ReadonlySet<string>>> = {
  list: words(
    `len is_empty push pop insert remove get get_mut contains iter iter_mut extend_from_slice clear drain first last first_mut
    last_mut sort sort_by sort_by_key sort_unstable retain truncate capacity reserve as_slice as_mut_slice to_vec append split_off
    swap reverse chunks windows concat join starts_with ends_with resize dedup push_back push_front pop_back pop_front split_at
    as_ptr as_mut_ptr swap_remove binary_search copy_from_slice fill`,
  ),
  map: words(
    'len is_empty insert remove get get_mut contains_key keys values values_mut iter iter_mut entry clear drain retain get_or_insert_with',
  ),
  text: words(
    `len is_empty push push_str pop clear as_str as_bytes chars bytes lines trim trim_start trim_end split splitn rsplit split_once
    split_whitespace starts_with ends_with contains find rfind replace parse to_lowercase to_uppercase into_bytes strip_prefix
    strip_suffix char_indices repeat is_char_boundary eq_ignore_ascii_case`,
  ),
  option: words(
    `unwrap expect unwrap_or unwrap_or_else unwrap_or_default is_some is_none is_ok is_err ok err map map_err and_then or or_else
    as_ref as_mut as_deref take replace cloned copied filter ok_or ok_or_else unwrap_err expect_err is_some_and is_ok_and map_or
    map_or_else get_or_insert_with insert zip flatten`,
  ),
}

export function isInherent(type: string, name: string): boolean {
  if (type === 'Option' || type === 'Result') return inherent.option?.has(name) === true
  if (type === 'str' || type === 'String') return inherent.text?.has(name) === true
  if (maps.has(type)) return inherent.map?.has(name) === true
  return lists.has(type) && inherent.list?.has(name) === true
}

/** The type whose members a dot reaches: the type itself, or the wrapped one. */
export function reached(type: RustType, name: string): RustType {
  let at = type
  for (let depth = 0; depth < 8; depth++) {
    if (at.is !== 'other' || !transparent.has(at.name) || isOfWrapper(at.name, name)) return at
    at = at.arguments[0] ?? unknown
  }
  return unknown
}

/** A lock may return its guard directly or in a `Result`; both are treated alike here. */
const isOfWrapper = (type: string, name: string): boolean =>
  ofWrapper.has(name) || (type === 'Guard' && (name === 'unwrap' || name === 'expect'))

/** The result type of a method of another crate's type. */
export function givenByMethod(type: Other, name: string): RustType {
  const [held = unknown, second = unknown] = type.arguments
  if (transparent.has(type.name)) return givenByWrapper(type, name, held)
  if (name === 'clone' || name === 'to_owned') return type
  if (type.name === 'Option' || type.name === 'Result') {
    if (outOfOption.has(name)) return held
    if (name === 'iter' || name === 'iter_mut' || name === 'into_iter') return other('Iterator', held)
    return sameOfOption.has(name) ? other('Option', held) : unknown
  }
  if (lists.has(type.name)) {
    if (name === 'iter' || name === 'iter_mut' || name === 'into_iter' || name === 'drain') return other('Iterator', held)
    return elements.has(name) ? other('Option', held) : name === 'remove' || name === 'swap_remove' ? held : unknown
  }
  if (maps.has(type.name)) return givenByMap(name, held, second)
  if (type.name === 'Iterator') {
    if (ofIterator.has(name)) return other('Option', held)
    if (name === 'enumerate') return other('Iterator', { is: 'tuple', parts: [unknown, held] })
    return sameOfIterator.has(name) ? type : unknown
  }
  return givenByCell(type.name, name, held)
}

function givenByWrapper(type: Other, name: string, held: RustType): RustType {
  if (name === 'unwrap' || name === 'expect') return type.name === 'Guard' ? type : unknown
  return name === 'clone' ? type : ofWrapper.has(name) && /^(?:as_|borrow|deref)/.test(name) ? held : unknown
}

function givenByMap(name: string, key: RustType, value: RustType): RustType {
  if (/^(?:get|get_mut|remove|insert)$/.test(name)) return other('Option', value)
  if (/^(?:values|values_mut|into_values)$/.test(name)) return other('Iterator', value)
  if (name === 'keys' || name === 'into_keys') return other('Iterator', key)
  return /^(?:iter|iter_mut|into_iter|drain)$/.test(name) ? other('Iterator', { is: 'tuple', parts: [key, value] }) : unknown
}

function givenByCell(type: string, name: string, held: RustType): RustType {
  const isLocked =
    (type === 'Mutex' && /^(?:try_)?lock$/.test(name)) || (type === 'RwLock' && /^(?:try_)?(?:read|write)$/.test(name))
  const isBorrowed = type === 'RefCell' && /^borrow(?:_mut)?$/.test(name)
  if (isLocked || isBorrowed) return other('Guard', held)
  return /^Once(?:Cell|Lock)$/.test(type) && name === 'get' ? other('Option', held) : unknown
}

/** `x?` and the content of `Some(…)` and `Ok(…)`. */
export function unwrapped(type: RustType): RustType {
  if (type.is !== 'other') return unknown
  if (type.name === 'Guard') return type
  return type.name === 'Option' || type.name === 'Result' ? (type.arguments[0] ?? unknown) : unknown
}

/** `x.await`: for an async function, its declared result. */
export function awaited(type: RustType): RustType {
  const inner = reached(type, '')
  if (inner.is !== 'other') return unknown
  return inner.name === 'Future' || inner.name === 'BoxFuture' || inner.name === 'LocalBoxFuture'
    ? (inner.arguments[0] ?? unknown)
    : unknown
}

/** An element of a list, or the loop variable over it. */
export function element(type: RustType): RustType {
  const inner = reached(type, '')
  if (inner.is !== 'other') return unknown
  return lists.has(inner.name) || inner.name === 'Iterator' ? (inner.arguments[0] ?? unknown) : unknown
}
