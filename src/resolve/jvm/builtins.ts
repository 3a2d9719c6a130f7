/** Names that every Kotlin or Scala file sees without an import, and the package of the standard library that defines them. */
import { builtinNames as javaNames } from '../java/builtins.ts'

const words = (text: string): string[] => text.split(/\s+/)

const kotlinTypes =
  words(`Any Nothing Unit Boolean Byte Short Int Long Float Double Char String CharSequence Number Array BooleanArray
  ByteArray ShortArray IntArray LongArray FloatArray DoubleArray CharArray UByte UShort UInt ULong UByteArray UShortArray UIntArray
  ULongArray Enum Comparable Function Annotation Throwable Error Exception RuntimeException IllegalArgumentException
  IllegalStateException IndexOutOfBoundsException UnsupportedOperationException ArithmeticException NumberFormatException
  NullPointerException ClassCastException AssertionError NoSuchElementException ConcurrentModificationException NotImplementedError
  Pair Triple Result Lazy Comparator Deprecated DeprecationLevel ReplaceWith Suppress OptIn RequiresOptIn PublishedApi DslMarker
  ExperimentalStdlibApi SinceKotlin Iterable MutableIterable Collection MutableCollection List MutableList Set MutableSet Map
  MutableMap Iterator MutableIterator ListIterator MutableListIterator Sequence ArrayList HashMap LinkedHashMap HashSet LinkedHashSet
  ArrayDeque IntRange LongRange CharRange ClosedRange IntProgression StringBuilder Appendable Regex RegexOption MatchResult Charsets
  Typography Throws JvmStatic JvmField JvmName JvmOverloads JvmInline JvmSuppressWildcards JvmWildcard JvmMultifileClass JvmDefault
  Synchronized Volatile Transient Strictfp Target Retention AnnotationTarget AnnotationRetention MustBeDocumented Repeatable
  KotlinVersion DeepRecursiveFunction AutoCloseable Override FunctionalInterface Cloneable`)

const kotlinFunctions =
  words(`println print readLine readln error require requireNotNull check checkNotNull assert TODO run with apply also
  let takeIf takeUnless repeat lazy lazyOf synchronized listOf mutableListOf emptyList arrayListOf listOfNotNull setOf mutableSetOf
  emptySet hashSetOf linkedSetOf sortedSetOf mapOf mutableMapOf emptyMap hashMapOf linkedMapOf sortedMapOf arrayOf arrayOfNulls
  emptyArray booleanArrayOf byteArrayOf shortArrayOf intArrayOf longArrayOf floatArrayOf doubleArrayOf charArrayOf sequenceOf
  emptySequence generateSequence sequence iterator buildString buildList buildSet buildMap runCatching compareBy compareByDescending
  minOf maxOf enumValues enumValueOf ubyteArrayOf uintArrayOf suspend typeOf to`)

const scalaNames =
  words(`Any AnyRef AnyVal Nothing Null Unit Boolean Byte Short Int Long Float Double Char String Array Option Some None
  Either Left Right List Nil Seq IndexedSeq Vector Set Map Iterable Iterator Traversable LazyList Stream Range Function Function1
  Function2 PartialFunction Tuple Tuple2 Tuple3 Product Serializable Equiv Ordering Ordered Numeric Fractional Integral BigInt
  BigDecimal StringBuilder Throwable Exception Error RuntimeException IllegalArgumentException IllegalStateException
  IndexOutOfBoundsException UnsupportedOperationException NoSuchElementException NumberFormatException NullPointerException
  ClassCastException AssertionError InterruptedException MatchError NotImplementedError Symbol Console Predef StringContext Manifest
  ClassManifest ValueOf CanEqual DummyImplicit deprecated inline native throws transient volatile unchecked tailrec specialized
  SerialVersionUID main implicitly identity println print printf assert assume require locally summon classOf valueOf optManifest
  manifest nn Conversion EmptyTuple NonEmptyTuple`)

const table = (target: string, names: readonly string[]): (readonly [string, string])[] =>
  names.map((name) => [name, `${target}#${name}`] as const)

const java = table(
  'pkg:maven/java.lang',
  [...javaNames].filter((name) => /^\p{Lu}/u.test(name)),
)

export const kotlinBuiltins: ReadonlyMap<string, string> = new Map([
  ...java,
  ...table('pkg:maven/kotlin', [...kotlinTypes, ...kotlinFunctions]),
])
export const scalaBuiltins: ReadonlyMap<string, string> = new Map([...java, ...table('pkg:maven/scala', scalaNames)])

/** Supertypes of standard library types, as far as extensions are written for them. */
export const supertypes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    String: ['CharSequence', 'Comparable'],
    StringBuilder: ['CharSequence', 'Appendable'],
    Int: ['Number', 'Comparable'],
    Long: ['Number', 'Comparable'],
    Short: ['Number', 'Comparable'],
    Byte: ['Number', 'Comparable'],
    Double: ['Number', 'Comparable'],
    Float: ['Number', 'Comparable'],
    Char: ['Comparable'],
    Boolean: ['Comparable'],
    List: ['Collection', 'Iterable', 'Seq'],
    MutableList: ['List', 'MutableCollection', 'Collection', 'MutableIterable', 'Iterable'],
    ArrayList: ['MutableList', 'List', 'MutableCollection', 'Collection', 'MutableIterable', 'Iterable'],
    Set: ['Collection', 'Iterable'],
    MutableSet: ['Set', 'MutableCollection', 'Collection', 'MutableIterable', 'Iterable'],
    HashSet: ['MutableSet', 'Set', 'MutableCollection', 'Collection', 'MutableIterable', 'Iterable'],
    Collection: ['Iterable'],
    MutableCollection: ['Collection', 'MutableIterable', 'Iterable'],
    MutableMap: ['Map'],
    HashMap: ['MutableMap', 'Map'],
    LinkedHashMap: ['HashMap', 'MutableMap', 'Map'],
    Vector: ['Seq', 'IndexedSeq', 'Iterable'],
    Seq: ['Iterable'],
    Exception: ['Throwable'],
    RuntimeException: ['Exception', 'Throwable'],
    IllegalStateException: ['RuntimeException', 'Exception', 'Throwable'],
    IllegalArgumentException: ['RuntimeException', 'Exception', 'Throwable'],
    Error: ['Throwable'],
  }),
)

/** Members that standard library types have themselves, for which extensions add other argument types. */
const ownMembers = new Set(
  words(`plus minus times div rem mod and or xor shl shr ushr inv not compareTo equals hashCode toString rangeTo rangeUntil unaryMinus
  unaryPlus inc dec toByte toShort toInt toLong toFloat toDouble toChar length get set subSequence size isEmpty contains containsAll
  iterator indexOf lastIndexOf subList add addAll remove removeAll retainAll clear put putAll keys values entries containsKey
  containsValue append insert`),
)

/** May the type itself have a member of this name? Then an extension is not certain. */
export const isOwnMember = (target: string, name: string): boolean =>
  /^pkg:maven\/(?:kotlin|scala|java)\b/.test(target) && ownMembers.has(name)
