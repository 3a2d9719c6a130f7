// What the retrieval benchmarks share: the library of a built clone, checkouts as git repositories, one question, result files.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A workspace of another build of Cairn, so that two versions are measured by the same script. */
export async function openBuilt(built, home) {
  const library = path.resolve(built, 'dist/surfaces/library/index.js')
  const { openWorkspace } = await import(pathToFileURL(library).href)
  return openWorkspace({ home: path.resolve(home) })
}

/** `only`: key=value,value. */
export function readQueries(file, only = []) {
  const queries = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
  const wanted = only.map((text) => text.split('=')).map(([key, values]) => ({ key, values: values.split(',') }))
  return queries.filter((query) => wanted.every(({ key, values }) => values.includes(String(query[key]))))
}

/** The checkout, committed as a git repository of its own if it is none yet. */
export function checkoutOf(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`)
  if (existsSync(path.join(folder, '.git'))) return folder
  git(folder, 'init', '-q', '-b', 'main')
  // Forced, because a project may track files that its own .gitignore names.
  git(folder, 'add', '-A', '-f', '.')
  git(folder, 'commit', '-q', '--no-verify', '-m', 'checkout')
  return folder
}

/** A checkout that has only one folder of another, at the same path, so that results have the same paths. */
export function rootCopyOf(whole, root, copy) {
  if (!existsSync(copy)) {
    mkdirSync(copy, { recursive: true })
    cpSync(path.join(whole, root), path.join(copy, root), { recursive: true, verbatimSymlinks: true })
  }
  return checkoutOf(copy)
}

/** Content is committed as it is on disk: no line ends are changed, and no filter of the user's settings runs. */
const asOnDisk = ['core.autocrlf=false', 'core.safecrlf=false', 'filter.lfs.clean=cat', 'filter.lfs.required=false']
const author = ['user.name=bench', 'user.email=bench@example.org']

export function git(cwd, ...words) {
  const settings = [...asOnDisk, ...author, 'gc.auto=0'].flatMap((setting) => ['-c', setting])
  const { status, stdout, stderr } = spawnSync('git', [...settings, ...words], { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`git ${words.join(' ')} in ${cwd}: ${stderr}`)
  return stdout
}

/** The hits of one question, best first; throws if the question was not answered from an index that is up to date. */
export async function placesOf(workspace, args) {
  const { meta, items } = await workspace.ask('search_code', { preview: true, ...args })
  if (meta.status !== 'OK') throw new Error(`${args.query.slice(0, 60)}: ${meta.status} ${meta.message ?? ''}`)
  return items.map(({ file_path, start_line, end_line, snippet }) => ({
    path: file_path,
    start: start_line,
    end: end_line,
    passage: passageLines(snippet) ?? [start_line, end_line],
  }))
}

function passageLines(snippet) {
  const { start_line, end_line } = snippet?.location ?? {}
  return start_line === undefined ? undefined : [start_line, end_line]
}

/** Two files: the lines of the whole document, and those of the passage that an answer quotes. */
export function writeResults(file, results) {
  const lines = (toPlace) => results.map(({ id, places }) => `${JSON.stringify({ id, results: places.map(toPlace) })}\n`).join('')
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  writeFileSync(
    file,
    lines(({ path, start, end }) => ({ path, start, end })),
  )
  writeFileSync(
    file.replace(/(\.jsonl)?$/, '.passage.jsonl'),
    lines(({ path, passage: [start, end] }) => ({ path, start, end })),
  )
}
