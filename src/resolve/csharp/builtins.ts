/** Types that nearly every C# file sees: the language's keywords and the common namespaces of .NET. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const predefined = words(
  'bool byte sbyte char decimal double float int uint nint nuint long ulong object short ushort string void dynamic var null',
)

/** Structs and scalars: nothing inherits from them, and they cannot be null. */
export const valueTypes =
  words(`bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort CancellationToken TimeSpan
  DateTime DateTimeOffset Guid KeyValuePair IntPtr UIntPtr`)

/** `String` is `string`. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Object', 'object'],
  ['Boolean', 'bool'],
  ['Byte', 'byte'],
  ['Char', 'char'],
  ['Decimal', 'decimal'],
  ['Double', 'double'],
  ['Single', 'float'],
  ['Int16', 'short'],
  ['Int32', 'int'],
  ['Int64', 'long'],
  ['UInt32', 'uint'],
  ['UInt64', 'ulong'],
])
export const plainTypeName = (name: string): string => aliases.get(name) ?? name

const common = words(`
  Action Activator Array ArgumentException ArgumentNullException ArgumentOutOfRangeException AggregateException AppDomain Attribute
  AttributeTargets AttributeUsage BitConverter Boolean Buffer Byte Char Convert Console DateTime DateTimeKind DateTimeOffset DBNull Decimal
  Delegate Double Enum Environment EventArgs EventHandler Exception FormatException Func GC Guid HashCode IAsyncDisposable ICloneable
  IComparable IConvertible IDisposable IEquatable IFormatProvider IFormattable IndexOutOfRangeException Int16 Int32 Int64 IntPtr
  InvalidCastException InvalidOperationException Lazy Math MathF MidpointRounding NotImplementedException NotSupportedException
  NullReferenceException Nullable Object ObjectDisposedException Obsolete OperationCanceledException Predicate Progress Random SByte
  Serializable Single StackOverflowException String StringComparer StringComparison StringSplitOptions TimeoutException TimeSpan
  TimeZoneInfo Tuple Type UInt16 UInt32 UInt64 UIntPtr Uri ValueTuple ValueType Version Flags ThreadStatic Span ReadOnlySpan Memory
  ReadOnlyMemory IAsyncEnumerable IAsyncEnumerator Comparer Dictionary EqualityComparer HashSet ICollection IComparer IDictionary
  IEnumerable IEnumerator IEqualityComparer IList IReadOnlyCollection IReadOnlyDictionary IReadOnlyList ISet KeyNotFoundException
  KeyValuePair LinkedList LinkedListNode List Queue SortedDictionary SortedList SortedSet Stack ArrayList Hashtable
  ConcurrentBag ConcurrentDictionary ConcurrentQueue ConcurrentStack BlockingCollection Collection ObservableCollection
  ReadOnlyCollection ReadOnlyDictionary KeyedCollection Enumerable IGrouping ILookup IOrderedEnumerable IQueryable Queryable Expression
  LambdaExpression ParameterExpression Stream StreamReader StreamWriter StringReader StringWriter TextReader TextWriter MemoryStream
  FileStream File FileInfo FileMode FileAccess Directory DirectoryInfo Path IOException BinaryReader BinaryWriter Encoding StringBuilder
  Regex RegexOptions Match Group Capture CultureInfo NumberStyles DateTimeStyles Assembly MethodInfo MethodBase PropertyInfo FieldInfo
  MemberInfo ConstructorInfo ParameterInfo EventInfo TypeInfo BindingFlags CustomAttributeExtensions TargetInvocationException
  Thread ThreadPool Task TaskCompletionSource TaskFactory TaskScheduler ValueTask CancellationToken CancellationTokenSource Interlocked
  Monitor Mutex Semaphore SemaphoreSlim ManualResetEvent ManualResetEventSlim AutoResetEvent Timer Volatile AsyncLocal ThreadLocal
  ReaderWriterLockSlim Stopwatch Debug Debugger Trace Process ProcessStartInfo DebuggerDisplay DebuggerStepThrough DebuggerBrowsable
  ExcludeFromCodeCoverage NotNull NotNullWhen MaybeNull MaybeNullWhen AllowNull DisallowNull DoesNotReturn MemberNotNull SuppressMessage
  EditorBrowsable EditorBrowsableState Description DefaultValue DataContract DataMember EnumMember MethodImpl MethodImplOptions
  CallerMemberName CallerFilePath CallerLineNumber CallerArgumentExpression InternalsVisibleTo CompilerGenerated Conditional CLSCompliant
  HttpClient HttpRequestMessage HttpResponseMessage HttpMethod HttpStatusCode HttpContent StringContent IServiceProvider
  INotifyPropertyChanged PropertyChangedEventHandler PropertyChangedEventArgs ICommand SerializationInfo StreamingContext ISerializable
  Dispose
`)

export const isBuiltinName = (name: string): boolean => predefined.has(name) || common.has(name)

/** Types that contain elements of their first type argument. */
export const sequences = words(`
  Array List IList ICollection IEnumerable IEnumerator IReadOnlyCollection IReadOnlyList HashSet ISet SortedSet Queue Stack LinkedList
  ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection Collection ObservableCollection ReadOnlyCollection IOrderedEnumerable
  IQueryable IOrderedQueryable IAsyncEnumerable Span ReadOnlySpan Memory ReadOnlyMemory ImmutableArray ImmutableList ImmutableHashSet
  IImmutableList PriorityQueue FrozenSet ArraySegment IReadOnlySet
`)
/** Types whose index gives their second type argument. */
export const maps = words(`
  Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary SortedList ReadOnlyDictionary ImmutableDictionary
  FrozenDictionary IImmutableDictionary
`)
/** Types that give their only type argument when awaited. */
export const tasks = words('Task ValueTask ConfiguredTaskAwaitable ConfiguredValueTaskAwaitable')
/** Types that have it as `Value`. */
export const holders = words('Lazy Nullable IOptions IOptionsSnapshot AsyncLocal ThreadLocal StrongBox LinkedListNode')

/** Members of `string`, of every object and of lists; an extension method never replaces them. */
export const wellKnownMembers = words(`
  ToString Equals GetHashCode GetType CompareTo Contains StartsWith EndsWith IndexOf LastIndexOf IndexOfAny Replace Split Trim TrimStart
  TrimEnd Substring ToUpper ToLower ToUpperInvariant ToLowerInvariant Insert Remove PadLeft PadRight ToCharArray CopyTo Normalize Clone
  Add AddRange Clear RemoveAt RemoveAll Sort Reverse Find FindAll FindIndex Exists ForEach ConvertAll TryGetValue ContainsKey TryAdd
  Dispose Close Flush Read Write ReadAsync WriteAsync CopyToAsync Invoke BeginInvoke EndInvoke
`)

/** LINQ methods that return one element of a sequence, or a sequence of the same type. */
export const givesElement = words(
  'First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Peek Dequeue Pop',
)
export const givesSame = words(
  'Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Reverse Distinct DistinctBy Concat Union Except Intersect AsEnumerable ToList ToArray ToHashSet Append Prepend AsQueryable DefaultIfEmpty',
)
export const givesOther = words('Select SelectMany Cast OfType')
export const ofString = words(
  'Trim TrimStart TrimEnd Replace Substring ToUpper ToLower ToUpperInvariant ToLowerInvariant PadLeft PadRight Insert Remove Normalize',
)
