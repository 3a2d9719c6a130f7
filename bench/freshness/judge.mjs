// Compares one answer with the tree on disk. The rules are the same for every tool; a driver only extracts what the answer
// claims:
//
//   { definitions: [{ name, file, line, end?, quotes: [{ line, text }] | flat: text, body? }], uses: [{ file, line?, enclosing?, at? }],
//     lines: [{ file, line, quotes }], says: [warnings found in the answer], withheld: boolean, failed?: text }
//
// `body`: the quoted lines are given as the symbol's own source, not as its surroundings; `flat`: the same with its line breaks
// lost. `line` of a use is the line of the call, `at` the first line of the function that contains it; a tool may give either,
// both or none.
import { definitionsNow, occurrencesNow, readLines, textNow } from './source-text.mjs'

/** The right answer, computed from the tree alone. `origins`: new key → key of the caller it was copied from. */
export function truthOf(tree, question, name, origins = new Map()) {
  if (question === 'text') return { text: textNow(tree, name) }
  if (question === 'definition') return { definition: definitionsNow(tree, name)[0] }
  const calls = occurrencesNow(tree, name).filter((each) => each.kind === 'call')
  return { calls: calls.map((each) => ({ ...each, key: `${each.file}#${each.enclosing[0] ?? ''}` })), origins }
}

/** What the tool knew before the change: only that can become stale. Undefined if its answer was wrong: nothing is compared. */
export function baselineOf(root, question, name, answer, truth, caller) {
  if (answer.failed) return undefined
  if (question === 'definition') {
    const claim = answer.definitions.find((each) => each.name === name && each.file === truth.definition.file)
    if (!claim || Math.abs(claim.line - truth.definition.line) > 20) return undefined
    const end = claim.end === undefined ? undefined : claim.end - truth.definition.end
    const offsets = { line: claim.line - truth.definition.line, end }
    return judge(root, question, name, answer, truth, offsets).correct ? offsets : undefined
  }
  if (question === 'text') return judge(root, question, name, answer, truth).correct ? {} : undefined
  const keys = new Set(truth.calls.map((each) => each.key))
  const knew = new Set(answer.uses.flatMap((use) => keysOf(use, truth)).filter((key) => keys.has(key)))
  if (!knew.has(`${caller.file}#${caller.name}`)) return undefined
  return { knew, offsets: new Map(answer.uses.flatMap((use) => headOffsets(use, truth))) }
}

/** One verdict: `correct`, `labelled` (wrong, but the answer warns), `withheld`, or `silent`: wrong without any warning. */
export function judge(root, question, name, answer, truth, baseline = {}) {
  const faults = { wrongLines: 0, missed: 0, phantom: 0, deletedFiles: 0, notes: [] }
  const note = (kind, text, count = 1) => {
    faults[kind] += count
    if (faults.notes.length < 4) faults.notes.push(text)
  }
  if (answer.failed) note('missed', `failed: ${answer.failed}`)
  else if (question === 'definition') judgeDefinition(root, name, answer, truth, baseline, note)
  else if (question === 'uses') judgeUses(root, name, answer, truth, baseline, note)
  else judgeText(root, answer, truth, note)
  const correct = faults.wrongLines + faults.missed + faults.phantom + faults.deletedFiles === 0 && !answer.withheld
  const says = answer.says.length > 0
  return {
    ...faults,
    correct,
    verdict: correct ? 'correct' : answer.withheld && says ? 'withheld' : says ? 'labelled' : 'silent',
  }
}

function judgeDefinition(root, name, answer, { definition }, baseline, note) {
  const claims = answer.definitions.filter((each) => each.name === name)
  for (const claim of claims) {
    const disk = readLines(root, claim.file)
    if (!disk) note('deletedFiles', `${claim.file} no longer exists, cited at line ${claim.line}`)
    else if (!definition) note('phantom', `${name} is no longer defined, given at ${claim.file}:${claim.line}`)
    else if (claim.file !== definition.file) note('phantom', `${name} left ${claim.file}, given at line ${claim.line}`)
    else {
      const line = definition.line + (baseline.line ?? 0)
      if (claim.line !== line && claim.line !== definition.line)
        note('wrongLines', `${name} is at ${definition.file}:${definition.line}, given at ${claim.line}`)
      const end = definition.end + (baseline.end ?? 0)
      if (baseline.end !== undefined && claim.end !== undefined && claim.end !== end)
        note('wrongLines', `${name} ends at line ${end}, given ${claim.end}`)
      const first = Math.min(line, definition.line)
      const foreign = claim.body
        ? claim.quotes.filter((quote) => quote.line < first || quote.line > Math.max(end, definition.end))
        : []
      if (foreign.length > 0)
        note('wrongLines', `${foreign.length} lines shown as ${name} are not its: "${brief(foreign[0].text)}"`, foreign.length)
    }
    if (disk) checkQuotes(claim, disk, note)
  }
  if (definition && claims.length === 0 && !answer.withheld)
    note('missed', `${name} not found, it is at ${definition.file}:${definition.line}`)
}

/** Compares each quoted line with the line of that number on disk. */
function checkQuotes(claim, disk, note) {
  for (const { line, text } of claim.quotes ?? []) {
    const now = disk[line - 1]
    if (now === undefined || now.trimEnd() !== text.trimEnd())
      note('wrongLines', `${claim.file}:${line} says "${brief(now)}", quoted as "${brief(text)}"`)
  }
  if (claim.flat === undefined) return
  const said = squeeze(claim.flat)
  const now = disk.slice(claim.line - 1, claim.end)
  if (squeeze(now.join(' ')) === said) return
  const differing = now.filter((line) => !said.includes(squeeze(line))).length
  note(
    'wrongLines',
    `${claim.file}:${claim.line}-${claim.end} quoted as other text: "${brief(claim.flat)}"`,
    Math.max(1, differing),
  )
}

function judgeUses(root, name, answer, truth, baseline, note) {
  const keys = new Set(truth.calls.map((each) => each.key))
  const given = new Set()
  const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`)
  for (const use of answer.uses) {
    const disk = readLines(root, use.file)
    if (!disk) {
      note('deletedFiles', `${use.file} no longer exists, cited as a use in ${use.enclosing ?? use.line}`)
      continue
    }
    const matching = keysOf(use, truth)
    for (const key of matching) given.add(key)
    if (use.line !== undefined && !word.test(disk[use.line - 1] ?? ''))
      note('wrongLines', `${use.file}:${use.line} says "${brief(disk[use.line - 1])}", cited as a use of ${name}`)
    if (use.at !== undefined && !standsThere(use, matching, truth, baseline, disk))
      note('wrongLines', `${use.file}:${use.at} says "${brief(disk[use.at - 1])}", cited as ${use.enclosing}`)
    const wasThere = baseline.knew?.has(`${use.file}#${use.enclosing}`)
    if (use.enclosing && !keys.has(`${use.file}#${use.enclosing}`) && matching.length === 0 && wasThere)
      note('phantom', `${use.enclosing} in ${use.file} no longer uses ${name}`)
    checkQuotes(use, disk, note)
  }
  for (const key of keys) {
    const origin = truth.origins.get(key) ?? key
    if (baseline.knew?.has(origin) && !given.has(key)) note('missed', `use in ${key} not listed`)
  }
}

function judgeText(root, answer, truth, note) {
  const said = new Set(answer.lines.map(({ file, line }) => `${file}:${line}`))
  const now = new Set(truth.text.map(({ file, line }) => `${file}:${line}`))
  for (const hit of answer.lines) {
    const disk = readLines(root, hit.file)
    if (!disk) note('deletedFiles', `${hit.file} no longer exists, cited at line ${hit.line}`)
    else {
      if (!now.has(`${hit.file}:${hit.line}`)) note('wrongLines', `${hit.file}:${hit.line} does not hold the text`)
      checkQuotes(hit, disk, note)
    }
  }
  for (const place of now) if (!said.has(place)) note('missed', `${place} not listed`)
}

/** The true uses that an entry matches: by its line, else by file and function (a use with a wrong line is not a missed one). */
function keysOf(use, truth) {
  const inFile = truth.calls.filter((each) => each.file === use.file)
  const here = inFile.filter((each) => each.line === use.line)
  return (here.length > 0 ? here : inFile.filter((each) => each.enclosing.includes(use.enclosing))).map((each) => each.key)
}

/** Where a function begins for this tool, relative to its head line: some include decorators or a doc comment. */
function headOffsets(use, truth) {
  if (use.at === undefined) return []
  return keysOf(use, truth).map((key) => [key, use.at - truth.calls.find((each) => each.key === key).at])
}

/** A tool may name an inner function that the text reader does not find: then that name must be on its line. */
function standsThere(use, keys, truth, { offsets }, disk) {
  const named = keys
    .map((key) => truth.calls.find((each) => each.key === key))
    .filter((each) => each.enclosing.includes(use.enclosing))
  if (named.length === 0) return (disk[use.at - 1] ?? '').includes(use.enclosing)
  return named.some(({ key, at }) => use.at === at || use.at - at === offsets?.get(truth.origins.get(key) ?? key))
}

function squeeze(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function brief(text = '(no such line)') {
  const one = squeeze(text)
  return one.length > 60 ? `${one.slice(0, 57)}…` : one
}
