// Definitions of one language in one repository: what universal-ctags finds, and how much of it Cairn's parser finds at the same
// line.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { languageOf } from '../../dist/discover/classify.js'
import { writtenIn } from '../../dist/parse/languages/c/written-in.js'
import { ctagsLanguages } from './ctags-languages.mjs'

/** For larger files Cairn extracts only outlines or text, by its own limits. */
const MAX_BYTES = 1_000_000

/** Only paths that start with `under`. → { files, bytes, seconds, states, tags, errors, found, foundErrors, misses, beyond }; `tags` is null where ctags does not know the language. */
export async function compareRepo(root, language, parser, under = '') {
  const files = sourcesOf(root, language, under)
  const tags = tagsOf(root, language, files)
  const result = {
    files: files.length,
    bytes: 0,
    seconds: 0,
    states: {},
    symbols: 0,
    tags: null,
    /** Tags that are not definitions, by the rules of ctags-languages.mjs; not counted. */
    errors: 0,
    foundErrors: 0,
    found: 0,
    misses: [],
    beyond: [],
  }
  if (tags) result.tags = 0
  for (const file of files) {
    const ours = await definitionsOf(path.join(root, file), language, parser, result)
    result.symbols += ours.all.length
    if (!tags) continue
    const all = tags.get(file) ?? []
    for (const tag of all) {
      const isFound = isAmong(tag, ours, language)
      const isError = ctagsLanguages[language].isError?.(tag, ours.lines) ?? false
      result[isError ? 'errors' : 'tags']++
      if (isFound) result[isError ? 'foundErrors' : 'found']++
      else if (!isError) result.misses.push({ file, name: tag.name, line: tag.line, kind: tag.kind })
    }
    const known = new Set(all.map((tag) => `${tag.line} ${tag.name}`))
    for (const one of ours.all) if (!known.has(`${one.line} ${one.name}`)) result.beyond.push({ file, ...one })
  }
  return result
}

const isAmong = (tag, ours, language) =>
  ours.at.get(tag.line)?.has(tag.name) || isClause(tag, ours, language) || ours.macros.has(`${tag.line} ${tag.name}`)

/** ctags lists each clause of a function, or its signature; for Cairn all clauses are one definition. */
function isClause(tag, ours, language) {
  if (!ctagsLanguages[language]?.clauses) return false
  return ours.all.some(({ name, start, end }) => name === tag.name && start <= tag.line && tag.line <= end)
}

function sourcesOf(root, language, under) {
  const listed = spawnSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.split('\0')
  return listed.filter((file) => {
    if (file === '' || !file.startsWith(under)) return false
    try {
      const bytes = readFileSync(path.join(root, file))
      return bytes.length <= MAX_BYTES && !isMinified(bytes) && writtenLanguage(file, bytes) === language
    } catch {
      return false
    }
  })
}

/** For Cairn such a file is text without definitions, by its own limits. */
function isMinified(bytes) {
  return bytes.length > 10_000 && bytes.length / bytes.toString('latin1').split('\n').length > 500
}

/** A `.h` file counts for the language of its text. */
function writtenLanguage(file, bytes) {
  const language = languageOf(file, bytes)
  return language === 'c' ? writtenIn(bytes.toString('utf8')) : language
}

async function definitionsOf(file, language, parser, result) {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  const before = process.cpuUsage()
  const outcome = await parser.parse(text, language)
  const { user, system } = process.cpuUsage(before)
  result.seconds += (user + system) / 1e6
  result.bytes += text.length
  result.states[outcome.state] = (result.states[outcome.state] ?? 0) + 1
  const at = new Map()
  const all = []
  // `TEST(Suite, Name) { … }`: ctags names the function after the macro, Cairn after the arguments in the brackets.
  const macros = new Set()
  for (const { name, start_line: start, name_line: line, end_line: end, kind, signature } of 'parsed' in outcome
    ? outcome.parsed.facts.symbols
    : []) {
    all.push({ name: plain(name), line, start, end, kind })
    if (!at.has(line)) at.set(line, new Set())
    at.get(line).add(plain(name))
    const macro = kind === 'function' ? /^([A-Za-z_]\w*)\(/.exec(signature)?.[1] : undefined
    if (macro !== undefined) macros.add(`${line} ${macro}`)
  }
  return { at, all, macros, lines: text.split('\n') }
}

/** path → tags; null when ctags has no parser for the language. */
function tagsOf(root, language, files) {
  const how = ctagsLanguages[language]
  if (!how) return null
  const args = [
    '--options=NONE',
    `--language-force=${how.name}`,
    '--sort=no',
    '--output-format=json',
    '--fields=+nK',
    '-f',
    '-',
    '-L',
    '-',
  ]
  const { stdout, status, stderr } = spawnSync('ctags', args, {
    cwd: how.shown ? copyShown(root, files, how.shown) : root,
    input: files.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  })
  if (status !== 0) throw new Error(`ctags: ${stderr}`)
  const byFile = new Map()
  const seen = new Set()
  for (const line of stdout.split('\n')) {
    if (line === '') continue
    const tag = JSON.parse(line)
    const name = plain(tag.name)
    if (tag._type !== 'tag' || !how.kinds.includes(tag.kind) || isMadeUp(name)) continue
    const key = `${tag.path}\0${tag.line}\0${name}`
    if (seen.has(key)) continue
    seen.add(key)
    if (!byFile.has(tag.path)) byFile.set(tag.path, [])
    byFile.get(tag.path).push({ name, line: tag.line, kind: tag.kind, pattern: tag.pattern ?? '' })
  }
  return byFile
}

/** Copies of the files in a separate folder, with only the lines that ctags should see; line numbers stay. */
function copyShown(root, files, shown) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-ctags-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), shown(readFileSync(path.join(root, file), 'utf8')))
  }
  return folder
}

/** The last part of a dotted name, without spaces: `operator ==`, `Foo::bar`, `self.bar`; of an indexer `this[]` as in ctags;
 * of `#secret` the secret. */
function plain(name) {
  if (/^operator\b/.test(name)) return name.replaceAll(/\s+/g, '')
  const last = name.split(/::|(?<=\w)[.:](?=\w)/).at(-1) ?? name
  return last
    .replaceAll(/[\s`]+/g, '')
    .replace(/^#/, '')
    .replace(/\/\d+$|\[\]$|(?<=\w)\{.*\}$/, '')
}

/** Names that ctags invents for anonymous definitions. */
const isMadeUp = (name) => name === '' || /^(?:<|__anon|anonymous|AnonymousFunction|AnonymousClass)/i.test(name)
