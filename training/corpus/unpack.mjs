// Unpacks one package of the corpus into a folder, and lists its source files and documents.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { looksBinary } from '../../dist/base/text.js'
import { contentRole } from '../../dist/contract/content-role.js'
import { classifyPath, languageOf } from '../../dist/discover/classify.js'
import { isKeptOutPath } from './keep-out.mjs'

const LARGEST = 200_000
const MOST_FILES = 1500

export function unpack(archive, folder) {
  if (archive.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', archive, folder], quiet)
  else execFileSync('tar', ['xf', archive, '-C', folder, '--no-same-owner'], quiet)
}
const quiet = { stdio: 'ignore', maxBuffer: 1 << 26 }

/**
 * The hand-written files: {path, language, text, blob}. Files in a folder named like an evaluation project are left out and counted; so are copies:
 * files whose bytes `isKnown` has seen.
 */
export function* sourceFiles(folder, counts, isKnown) {
  let files = 0
  for (const file of withoutBuilds([...walk(folder, '')])) {
    if (files >= MOST_FILES) return
    const language = languageOf(file)
    const role = classifyPath(file, language)
    if (language === 'unknown' || (role !== 'source' && role !== 'document')) continue
    if (isKeptOutPath(file)) {
      counts.keptOutByFolder++
      continue
    }
    const bytes = readFileSync(path.join(folder, file))
    if (contentRole(role, bytes, looksBinary(bytes)) !== role) continue
    const blob = blobName(bytes)
    if (isKnown(blob)) {
      counts.copies++
      continue
    }
    files++
    yield { path: file, language, text: bytes.toString('utf8'), blob }
  }
}

/** An npm package often has its TypeScript source beside what was built from it, in several module formats. */
function withoutBuilds(files) {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  const isBuilt = (file) =>
    (sources.length >= 5 ? /\.([cm]?js|jsx|d\.[cm]?ts)$/ : /\.(d\.[cm]ts|cjs)$|(^|\/)(cjs|umd|es5|commonjs|amd|system)\//).test(
      file,
    )
  return files.filter((file) => !isBuilt(file))
}

/** As git names the content of a file, shortened: the hashes of a public repository's files are known without reading them. */
function blobName(bytes) {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex').slice(0, 16)
}

function* walk(root, below) {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* walk(root, file)
    else if (entry.isFile() && lstatSync(path.join(root, file)).size <= LARGEST) yield file
  }
}
