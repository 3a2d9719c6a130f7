// Applies a scenario to a real tree. A change is first drafted in memory: if the source does not allow it (nothing above to
// delete, no other file to move to), another target is chosen. Then it is written, as an editor or git would do.
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { definitionsNow, functionsOf, languageOf } from './source-text.mjs'

/** The play's change of this target, or undefined if it is not possible here. */
export function draftChange(play, target, tree, random) {
  const callers = target.calls.filter((call) => !play.apart || call.file !== target.definition.file)
  if (callers.length === 0) return undefined
  const elsewhere = callers.filter((call) => call.file !== target.definition.file)
  const pool = elsewhere.length > 0 ? elsewhere : callers
  const call = pool[Math.floor(random() * pool.length)]
  const draft = {
    tree,
    files: new Map(),
    removed: new Set(),
    target,
    name: target.name,
    caller: { file: call.file, name: call.enclosing[0] },
    origins: new Map(),
    touched: new Set(),
    random,
  }
  for (const step of play.change) {
    // The same file twice (it contains definition and caller): an edit of the whole file is made once.
    const mark = `${step.do} ${step.at ? functionAt(draft, step.at).file : ''}`
    if (draft.touched.has(mark) && !step.do.includes('function')) continue
    draft.touched.add(mark)
    if (steps[step.do](draft, step) === false) return undefined
  }
  return canBeTold(draft, play) ? draft : undefined
}

/** After the change the text must still define the symbol exactly once, or nowhere if the play removes it. */
function canBeTold(draft, play) {
  const gone = play.change.some((step) => /^delete-(function|file)$/.test(step.do) && step.at === 'definition')
  const now = new Map([...draft.tree, ...draft.files])
  for (const file of draft.removed) now.delete(file)
  return definitionsNow(now, draft.name).length === (gone ? 0 : 1)
}

/** Writes the draft to disk. */
export function applyChange(root, draft) {
  const full = (file) => path.join(root, file)
  const times = draft.keepTime ? [...draft.files.keys()].map((file) => [file, statSync(full(file))]) : []
  if (draft.branch) git(root, 'checkout', '-q', '-b', draft.branch)
  if (draft.replaced) rmSync(full(draft.replaced), { recursive: true, force: true })
  if (draft.moved) renameSync(full(draft.moved.from), full(draft.moved.to))
  for (const file of draft.removed) rmSync(full(file))
  for (const [file, lines] of draft.files) {
    mkdirSync(path.dirname(full(file)), { recursive: true })
    writeFileSync(full(file), lines.join(draft.crlf?.has(file) ? '\r\n' : '\n'))
  }
  for (const [file, stat] of times) {
    if (statSync(full(file)).size !== stat.size) throw new Error(`${file}: a change that should keep the size did not`)
    utimesSync(full(file), stat.atime, stat.mtime)
  }
  if (draft.branch) git(root, 'commit', '-q', '-a', '-m', 'elsewhere')
}

const steps = {
  'insert-above': (draft, { at, lines }) => {
    const { file } = functionAt(draft, at)
    edit(draft, file, (text) => [...notes(file, lines), ...text])
  },
  'insert-in-body': (draft, { at, lines }) => {
    const { file, found } = functionAt(draft, at)
    const text = linesOf(draft, file)
    // Below the signature, which may have several lines: find the first line that ends it.
    const opens = languageOf(file) === 'python' ? /:\s*(#.*)?$/ : /\{\s*$/
    const head = text.slice(found.line - 1, found.end).findIndex((line) => opens.test(line))
    const first = head < 0 ? undefined : text.slice(found.line + head, found.end - 1).find((line) => line.trim() !== '')
    if (first === undefined) return false
    const indent = /^\s*/.exec(first)[0]
    edit(draft, file, (old) => old.toSpliced(found.line + head, 0, ...notes(file, lines).map((note) => indent + note)))
  },
  'delete-function-above': (draft, { at }) => {
    const { file, found } = functionAt(draft, at)
    const holds = (each) =>
      linesOf(draft, file)
        .slice(each.line - 1, each.end)
        .some((line) => line.includes(draft.target.name))
    const above = functionsOf(file, linesOf(draft, file)).filter(
      (each) => each.end < found.line && each.indent === found.indent && !holds(each),
    )
    if (above.length === 0) return false
    cut(draft, file, above.at(-1))
  },
  'delete-function': (draft, { at }) => {
    const { file, found } = functionAt(draft, at)
    cut(draft, file, found)
  },
  'move-to-end': (draft, { at }) => {
    const { file, found } = functionAt(draft, at)
    if (languageOf(file) === 'python' && found.indent !== '') return false
    const after = linesOf(draft, file).slice(found.end)
    if (after.filter((line) => line.trim() !== '').length < 5) return false
    append(draft, file, cut(draft, file, found))
  },
  'move-to-file': (draft, { at }) => {
    const { file, found } = functionAt(draft, at)
    if (languageOf(file) === 'python' && found.indent !== '') return false
    const near = [...draft.tree.keys()].filter(
      (other) => other !== file && path.dirname(other) === path.dirname(file) && path.extname(other) === path.extname(file),
    )
    const fit = near.filter((other) => functionsOf(other, linesOf(draft, other)).some((each) => each.indent === found.indent))
    if (fit.length === 0) return false
    append(draft, fit[Math.floor(draft.random() * fit.length)], cut(draft, file, found))
  },
  'clone-function': (draft, { at }) => {
    const { file, found } = functionAt(draft, at)
    const name = `${found.name}Again`
    const copy = linesOf(draft, file).slice(found.line - 1, found.end)
    copy[0] = copy[0].replace(new RegExp(`\\b${found.name}\\b`), name)
    edit(draft, file, (old) => old.toSpliced(found.end, 0, '', ...copy))
    draft.origins.set(`${file}#${name}`, `${file}#${found.name}`)
  },
  'swap-with-next': (draft, { at, keepTime }) => {
    const { file, found } = functionAt(draft, at)
    const next = functionsOf(file, linesOf(draft, file)).find((each) => each.line > found.end && each.indent === found.indent)
    if (!next) return false
    const [first, second] = [firstLine(draft, file, found) - 1, firstLine(draft, file, next) - 1]
    edit(draft, file, (old) => [
      ...old.slice(0, first),
      ...old.slice(second, next.end),
      ...old.slice(found.end, second),
      ...old.slice(first, found.end),
      ...old.slice(next.end),
    ])
    draft.keepTime = keepTime
  },
  'rename-everywhere': (draft) => {
    const name = `${draft.target.name}Anew`
    const word = new RegExp(`(?<![\\w$])${draft.target.name}(?![\\w$])`, 'g')
    for (const [file, text] of draft.tree)
      if (text.some((line) => line.includes(draft.target.name)))
        edit(draft, file, (old) => old.map((line) => line.replace(word, name)))
    draft.name = name
  },
  'rename-file': (draft, { at }) => {
    const { file } = functionAt(draft, at)
    const { dir, name, ext } = path.parse(file)
    draft.moved = { from: file, to: path.posix.join(dir, `${name}_elsewhere${ext}`) }
  },
  'delete-file': (draft, { at }) => {
    draft.removed.add(functionAt(draft, at).file)
  },
  crlf: (draft, { at }) => {
    const { file } = functionAt(draft, at)
    draft.crlf ??= new Set()
    draft.crlf.add(file)
    edit(draft, file, (old) => old)
  },
  /** Twice the indentation, twice the empty lines: what a formatter with other settings does to every line of a file. */
  reformat: (draft, { at }) => {
    const { file } = functionAt(draft, at)
    edit(draft, file, (old) =>
      old.flatMap((line, n) => (line === '' && n < old.length - 1 ? ['', ''] : [line.replace(/^\s+/, '$&$&')])),
    )
  },
  'commit-on-branch': (draft, { branch }) => {
    draft.branch = branch
  },
  /** Deleted and created again with the same names and other content, as by a generator or an unpacked archive. */
  'replace-directory': (draft, { at, lines }) => {
    const folder = path.dirname(functionAt(draft, at).file)
    if (folder === '.') return false
    for (const file of draft.tree.keys())
      if (file.startsWith(`${folder}/`)) edit(draft, file, (old) => (languageOf(file) ? [...notes(file, lines), ...old] : old))
    draft.replaced = folder
  },
}

function functionAt(draft, at) {
  const { file, name } = at === 'caller' ? draft.caller : { file: draft.target.definition.file, name: draft.target.name }
  return { file, found: functionsOf(file, linesOf(draft, file)).find((each) => each.name === name) }
}

/** First line of a function with the comments, decorators and annotations right above it: they move with it. */
function firstLine(draft, file, { line }) {
  const text = linesOf(draft, file)
  let first = line
  while (first > 1 && /^\s*(@|#|\/\/|\/?\*)/.test(text[first - 2])) first--
  return first
}

function linesOf(draft, file) {
  return draft.files.get(file) ?? draft.tree.get(file)
}

function edit(draft, file, change) {
  draft.files.set(file, [...change(linesOf(draft, file))])
}

function cut(draft, file, found) {
  const first = firstLine(draft, file, found)
  const block = linesOf(draft, file).slice(first - 1, found.end)
  edit(draft, file, (old) => old.toSpliced(first - 1, block.length))
  return block
}

/** At the end of the file; in Java inside the class, before its last brace. */
function append(draft, file, block) {
  edit(draft, file, (old) => {
    const last = old.findLastIndex((line) => (languageOf(file) === 'java' ? line.startsWith('}') : line.trim() !== ''))
    return old.toSpliced(languageOf(file) === 'java' ? last : last + 1, 0, '', ...block, '')
  })
}

function notes(file, count) {
  const sign = languageOf(file) === 'python' ? '#' : '//'
  return Array.from({ length: count }, (_, at) => `${sign} note ${at + 1} of ${count}`)
}

function git(root, ...args) {
  const { status, stderr } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}
