/** Names every JavaScript program knows (language, Node, browsers, component macros; not test runners), and Node's modules. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const builtinNames = words(`
Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError
EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array
Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap
WeakSet Proxy Reflect FinalizationRegistry WeakRef Iterator decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval
isFinite isNaN console process global Buffer clearImmediate setImmediate URL URLSearchParams URLPattern DOMException AbortController
AbortSignal Event EventTarget TextEncoder TextDecoder TransformStream WritableStream ReadableStream ReadableStreamDefaultReader
ReadableStreamDefaultController WritableStreamDefaultWriter ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream
TextDecoderStream CompressionStream DecompressionStream clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone
atob btoa BroadcastChannel MessageChannel MessagePort MessageEvent Blob File FileReader FileList Performance PerformanceObserver performance
fetch FormData Headers Request Response SharedArrayBuffer Atomics WebAssembly crypto Crypto CryptoKey SubtleCrypto CustomEvent WebSocket
EventSource XMLHttpRequest arguments __filename __dirname require module exports NodeJS Deno Bun
window document navigator location history localStorage sessionStorage screen self parent top frames alert confirm prompt open close
requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback getComputedStyle matchMedia addEventListener
removeEventListener dispatchEvent postMessage importScripts customElements indexedDB caches
Node Element HTMLElement HTMLInputElement HTMLDivElement HTMLButtonElement HTMLCanvasElement HTMLImageElement HTMLTextAreaElement
HTMLSelectElement HTMLFormElement HTMLAnchorElement HTMLVideoElement HTMLAudioElement SVGElement SVGSVGElement Document DocumentFragment
ShadowRoot Text Comment NodeList HTMLCollection DOMParser DOMRect DOMRectReadOnly DOMMatrix MutationObserver ResizeObserver
IntersectionObserver Image Audio Range Selection Storage Window Worker SharedWorker ServiceWorker KeyboardEvent MouseEvent PointerEvent
TouchEvent WheelEvent FocusEvent InputEvent DragEvent ClipboardEvent ClipboardItem DataTransfer CanvasRenderingContext2D ImageData Path2D
OffscreenCanvas ImageBitmap createImageBitmap CSSStyleDeclaration StyleSheet CSS AudioContext MediaStream Notification
any unknown never void null boolean string number bigint symbol object true false
Record Partial Required Readonly Pick Omit Exclude Extract NonNullable ReturnType InstanceType Parameters ConstructorParameters Awaited
ThisType ThisParameterType OmitThisParameter Uppercase Lowercase Capitalize Uncapitalize NoInfer ReadonlyArray ReadonlyMap ReadonlySet
PromiseLike ArrayLike Iterable IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator AsyncGenerator Generator PropertyKey
PropertyDescriptor TemplateStringsArray ArrayBufferLike ArrayBufferView BodyInit RequestInit ResponseInit HeadersInit RequestInfo
BufferSource JSX CallableFunction NewableFunction IArguments ErrorOptions
defineProps defineEmits defineExpose defineOptions defineSlots defineModel withDefaults
$attrs $slots $emit $refs $el $parent $root $options $listeners $event $nextTick $watch $forceUpdate
$state $derived $effect $props $bindable $inspect $host`)

/** Types whose values have only built-in members. The result of a Promise is not known here, so Promise is left out. */
export const builtinTypes = words(`
string number boolean bigint symbol void null undefined never String Number Boolean Array ReadonlyArray Map Set WeakMap WeakSet
ReadonlyMap ReadonlySet RegExp Date Uint8Array ArrayBuffer Buffer Error URL URLSearchParams AbortSignal AbortController Request Response
Headers Blob File FormData ReadableStream WritableStream`)

/** Global objects to which programs add their own properties. */
const openGlobals = words('window globalThis global self')

/** Members of a builtin whose values are builtins again. `map.get(key)` may return anything. */
const builtinResults = words(`
map filter slice splice concat flat flatMap sort reverse fill toSorted toReversed keys values entries join split trim trimStart trimEnd
toString toLowerCase toUpperCase replace replaceAll padStart padEnd repeat substring substr charAt charCodeAt codePointAt normalize match
matchAll search indexOf lastIndexOf findIndex includes startsWith endsWith some every has test exec source flags length size push unshift
toFixed toISOString toLocaleString toUTCString getTime stringify from of isArray prototype headers signal aborted message stack name code
status ok href pathname hostname origin searchParams text arrayBuffer blob formData cwd argv env platform stdout stderr stdin
createElement querySelector querySelectorAll getElementById getBoundingClientRect getContext classList style dataset body documentElement
parentElement parentNode children firstChild lastChild location navigator clipboard
String Number Boolean Symbol BigInt Date Error parseInt parseFloat encodeURIComponent decodeURIComponent encodeURI decodeURI`)

/** Is the end of this chain of names, which begins with a builtin, a builtin too? */
export function staysBuiltin(steps: readonly { name: string; called: boolean }[]): boolean {
  if (steps.length > 0 && steps[0]?.name === 'Math') return true
  return steps.every(({ name, called }, at) => (at === 0 && !called ? !openGlobals.has(name) : builtinResults.has(name)))
}

export const nodeModules = words(`
assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain
events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode
querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises
tls trace_events tty url util util/types v8 vm wasi worker_threads zlib`)
