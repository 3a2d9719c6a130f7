/**
 * Decides the role of a file in its repo by its path; its bytes may say otherwise (`contract/content-role.ts`). Only `source` and
 * `document` are ranked, so a mistake here hides hand-written code or buries it in generated code. Rules are narrow, and in doubt a
 * file is `source`.
 */
import type { FileRole } from '../contract/file-role.ts'
import { languageNamed, languageOfPath, languageOfShebang, UNKNOWN_LANGUAGE } from '../contract/languages.ts'

/** By path alone. */
export function classifyPath(path: string, language: string): FileRole {
  if (binaryName.test(path)) return 'binary'
  if (isVendored(path, language)) return 'vendored'
  if (minifiedName.test(path)) return 'minified'
  if (language === 'lock' || generatedName.test(path) || isBuildOutput(path, language)) return 'generated'
  const kind = languageNamed(language)?.kind
  return kind === 'data' ? 'data' : kind === 'document' ? 'document' : 'source'
}

/** By name, else by the interpreter the first line names. */
export function languageOf(path: string, head?: Uint8Array): string {
  const named = languageOfPath(path)
  if (named) return named.id
  if (head?.[0] !== 0x23 || head[1] !== 0x21) return UNKNOWN_LANGUAGE
  const firstLine = Buffer.from(head.subarray(0, 256)).toString('latin1').split('\n')[0] ?? ''
  return languageOfShebang(firstLine)?.id ?? UNKNOWN_LANGUAGE
}

/** A test by folder and file name. */
export const isTestPath = (path: string): boolean => testFolder.test(path) || testName.test(path)

function isVendored(path: string, language: string): boolean {
  if (vendorFolder.test(path)) return true
  const vendor = /(?:^|\/)vendors?\//.exec(path)
  // `com/acme/vendor/Vendor.java` is about sellers, not about vendored code.
  return vendor !== null && (vendor.index === 0 || !['java', 'kotlin', 'scala', 'csharp', 'groovy'].includes(language))
}
const vendorFolder =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|third[-_]?party|_vendor|site-packages|Godeps|Pods|Carthage\/Checkouts|\.yarn\/(?:releases|plugins|cache)|\.venv|venv\/lib)\//

const minifiedName = /[.-]min\.(?:js|mjs|cjs|css)$/i
const generatedName =
  /(?:^|\/)(?:__generated__|generated|\.next|\.nuxt|storybook-static|htmlcov)\/|\.(?:pb|grpc)\.swift$|\.pb\.(?:go|cc|h|gw\.go|validate\.go)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|ts|d\.ts|rb)$|\.(?:g|gr|freezed|mocks)\.dart$|\.(?:generated|gen)\.\w+$|_(?:generated|gen)\.go$|(?:^|\/)zz_generated[^/]*$|\.designer\.cs$|\.g(?:\.i)?\.cs$|(?:^|\/)R\.java$|\.bundle\.(?:js|css)$|\.(?:js|css|ts)\.map$|(?:^|\/)mock_\w+\.go$|(?:^|\/)(?:moc|qrc|ui)_\w+\.(?:cpp|h)$|\.pb-c\.[ch]$|\.tab\.[ch](?:pp)?$|(?:^|\/)lex\.yy\.cc?$|_generated\.h$/i

/** Build output that was committed. `build/` and `out/` are not listed, because they often contain hand-written scripts. */
const isBuildOutput = (path: string, language: string): boolean =>
  /(?:^|\/)dist\//.test(path) && ['javascript', 'typescript', 'css', 'html', 'source-map', 'json'].includes(language)

const binaryName =
  /\.(?:png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|psd|ai|eps|heic|pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|ear|aar|whl|egg|apk|ipa|dmg|iso|deb|rpm|msi|exe|dll|so|dylib|a|o|obj|lib|pdb|class|pyc|pyo|wasm|node|bin|dat|db|sqlite3?|mdb|parquet|avro|orc|npy|npz|h5|hdf5|pt|pth|onnx|safetensors|gguf|tflite|pb|pickle|joblib|mp3|mp4|m4a|wav|ogg|flac|webm|avi|mov|mkv|ttf|otf|woff2?|eot|blend|fbx|glb|stl|unity3d|uasset|swf|lockb|mo|idx|pack)$/i

const testFolder =
  /(?:^|\/)(?:tests?|benches|__tests__|specs?|e2e|testing|testdata|test-utils|src\/[A-Za-z]+Test)\/|(?:^|\/)(?:[A-Z]\w*)?Tests\/(?:.*\/)?[^/]*\.swift$|(?:^|\/)(?:[^/]+\.)?\w*(?:Tests?|Specs)\/(?:.*\/)?[^/]*\.(?:cs|csx|fs|vb)$|(?:^|\/)x?t\/(?:.*\/)?[^/]*\.p[lm]$/
const testName =
  /(?:^|\/)(?:test_[^/]*\.(?:py|c|cc|cpp|cxx)|[^/]+\.bats|[^/]+\.t|[^/]*_tests?\.(?:py|go|rb|exs|dart|rs|lua|clj)|[^/]*(?:[-_](?:unit)?tests?|[a-z]Tests?)\.(?:c|cc|cpp|cxx|m|mm)|tests\.rs|conftest\.py|[^/]+\.(?:test|spec|cy|e2e)\.[cm]?[jt]sx?|[^/]*_spec\.(?:rb|lua)|[^/]*(?:Spec|Tests?)\.l?hs|[^/]*(?:Tests?|IT|Spec)\.(?:java|kt|scala|cs|php|swift|groovy|vb|fs)|[^/]*(?:Suite|Specs)\.scala|Test[A-Z][^/]*\.(?:java|kt))$/
