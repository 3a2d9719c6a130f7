/**
 * Files that are never listed, indexed, quoted or shown: secrets, by name, and git's and Cairn's own folders. Where a name alone
 * does not decide (`.npmrc`), the text does.
 */
import { type PathTest, pathFilter } from '../base/glob.ts'

export type Withheld = {
  /** Why this path is withheld; undefined when it may be shown. */
  byPath(path: string): string | undefined
  /** The name alone does not decide: check the text with `holdsCredentials`. */
  mustLookInto(path: string): boolean
}

export const GITS_OWN_FILE = "git's or Cairn's own file"

/** `allow`: globs or folders of secrets that the user wants shown all the same. Git's and Cairn's own files stay withheld. */
export function createWithheld(allow: readonly string[] = []): Withheld {
  const allowed: readonly PathTest[] = allow.map(pathFilter)
  const isAllowed = (path: string): boolean => allowed.some((fits) => fits(path))
  return {
    byPath: (path) => {
      if (hasHiddenPart(path) && ownFolder.test(path)) return GITS_OWN_FILE
      return isSecret(path) && !isAllowed(path) ? 'it may hold a secret' : undefined
    },
    mustLookInto: (path) => mayHoldCredentials.test(withoutCopyMark(path)) && !isAllowed(path),
  }
}

/** For files with harmless names that may contain a token. In UTF-16 every other byte is NUL. */
export const holdsCredentials = (text: string): boolean => credentials.test(text.replaceAll('\0', ''))

const credentials =
  /_auth(?:token)?\b|npmauthtoken|npmauthident|password\b|\bpasswd\b|\btoken\s*[=:]|api[-_]?keys?\b|:\/\/[^/\s:@]+:[^/\s@]+@|\/t\/[\w-]{8,}\//i

const ownFolder = /(?:^|\/)\.(?:git|llmc)(?:\/|$)/i
const mayHoldCredentials =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|\.pypirc|\.gemrc|\.condarc|nuget\.config|\.terraformrc)$/i

/** Runs for every file at every question: the slow patterns are tried only where a name may match. */
const hasHiddenPart = (path: string): boolean => path.charCodeAt(0) === DOT || path.includes('/.')
const DOT = 46

/** A copy that an editor or a person left beside a secret is one too: `.env~`, `#.env#`, `id_rsa.bak`, `id_rsa (1)`. */
function isSecret(path: string): boolean {
  const original = withoutCopyMark(path)
  if (original === path) return isSecretName(path)
  // Vim calls the copy of `id_rsa` `.id_rsa.swp`.
  return [path, original, original.replace(/(?<=^|\/)\.(?=[^/]*$)/, '')].some(isSecretName)
}

function withoutCopyMark(path: string): string {
  const shorter = withoutLastMark(path)
  return shorter === path ? path : withoutCopyMark(shorter)
}

function withoutLastMark(path: string): string {
  const name = path.lastIndexOf('/') + 1
  const last = path.charCodeAt(path.length - 1)
  if (last === TILDE) return path.slice(0, -1)
  if (last === HASH && path.charCodeAt(name) === HASH && path.length > name + 1)
    return path.slice(0, name) + path.slice(name + 1, -1)
  if (path.includes(' ', name)) return path.replace(copyWords, '')
  const dot = path.lastIndexOf('.')
  return dot > name && isCopyEnding(path.slice(dot + 1).toLowerCase()) ? path.slice(0, dot) : path
}
const HASH = 35
const TILDE = 126
/** As file managers and browsers write it, before the extension: ` (1)`, ` copy 2`, ` (copy)`, ` - Copy (3)`. */
const copyWords =
  / (?:- )?(?:copy(?: \(?\d{1,3}\)?)?|\((?:(?:another )?copy|\d{1,3}(?:(?:st|nd|rd|th) copy)?)\))(?=(?:\.[^./]*)?$)/i
/** Emacs numbers its copies: `id_rsa.~1~`. */
const isCopyEnding = (ending: string): boolean => copyEndings.has(ending) || /^~\d+$/.test(ending)
const copyEndings = new Set('bak old orig save swp swo swn tmp copy backup'.split(' '))

function isSecretName(path: string): boolean {
  if (hasHiddenPart(path)) return secretFolder.test(path) || secretName.test(path)
  return mayBeSecretName(path) && secretName.test(path)
}

/** Without a dot in the name, or with an extension that secrets have; data files only with such a name. */
function mayBeSecretName(path: string): boolean {
  const dot = path.lastIndexOf('.')
  const slash = path.lastIndexOf('/')
  if (dot <= slash) return true
  const ending = path.slice(dot + 1).toLowerCase()
  return secretEndings.has(ending) || (dataEndings.has(ending) && secretWord.test(path.slice(slash + 1)))
}
const secretEndings = new Set('env pem key p8 p12 pk8 pfx pkcs12 jks keystore keytab ppk kdbx gpg tfstate backup'.split(' '))
const dataEndings = new Set('json yaml yml toml ini xml properties enc'.split(' '))
const secretWord = /secret|credential|service/i

const secretFolder = /(?:^|\/)(?:\.ssh|\.gnupg)\//i
const secretName = new RegExp(
  `(?:^|/)(?:${[
    // Environment files, except those made to be copied.
    String.raw`\.env(?!\.(?:example|sample|template|dist|defaults)$)(?:[.\-_].*|rc)?`,
    String.raw`[^/]+\.env`,
    // Private keys and key stores.
    String.raw`[^/]+\.(?:pem|key|p8|p12|pk8|pfx|pkcs12|jks|keystore|keytab|ppk|kdbx|gpg|asc\.key)`,
    'id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?',
    // Where tools keep names and passwords.
    String.raw`\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.dockercfg|\.s3cfg|\.boto|\.vault-token`,
    String.raw`\.aws/credentials|\.kube/config|\.docker/config\.json|kubeconfig`,
    String.raw`credentials(?:\.(?:json|ya?ml|toml|ini|xml|properties|enc))?`,
    String.raw`secrets?\.(?:json|ya?ml|toml|ini|properties|env)`,
    String.raw`client_secrets?[^/]*\.json|(?:[^/]*[-_.])?service[-_]?account[^/]*\.json`,
    String.raw`[^/]+\.tfstate(?:\.backup)?`,
  ].join('|')})$`,
  'i',
)
