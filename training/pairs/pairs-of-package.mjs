// The training pairs of one package. Each kind imitates a way people ask: by what the code does, by a name, by a test, by documentation.
import { createHash } from 'node:crypto'
import { splitIdentifier } from '../../dist/base/words.js'
import { withoutComment, withoutName } from './code-text.mjs'
import { firstSentence, isTelling, laterSentence, plain } from './sentences.mjs'

const SHORTEST_CODE = 40

export function pairsOfPackage(reading) {
  const kinds = [fromDocs, fromNames, fromFiles, fromTests, fromCallComments, fromDocuments, fromFolders]
  return shuffled(kinds.flatMap((kind) => [...kind(reading)]))
}

/** What the comment says → the code. In a third of the pairs the name is hidden, so that the body has to do. */
function* fromDocs({ symbols }) {
  for (const symbol of symbols) {
    if (symbol.doc === '' || symbol.code.length < SHORTEST_CODE) continue
    const query = firstSentence(symbol.doc)
    if (isTelling(query)) yield pair('doc', query, documentOf(symbol, chance(symbol, 'hide') < 0.33))
    const later = laterSentence(symbol.doc)
    if (later !== '' && chance(symbol, 'later') < 0.5) yield pair('later', later, { ...documentOf(symbol, false), d: query })
  }
}

/** A name of several words → the code without that name. And the bare name, as people look up symbols. */
function* fromNames({ symbols }) {
  for (const symbol of symbols) {
    const words = splitIdentifier(symbol.name).slice(1)
    if (symbol.code.length < 120) continue
    const draw = chance(symbol, 'name')
    if (words.length >= 2 && symbol.doc === '' && draw < 0.5) {
      const owner = symbol.qualified.includes('.') ? symbol.qualified.split('.').slice(-2, -1) : []
      yield pair('name', [...words, ...owner].join(' '), { ...documentOf(symbol, true), n: '' })
    } else if (draw > 0.93) yield pair('symbol', symbol.qualified.split('.').slice(-2).join(' '), documentOf(symbol, false))
  }
}

/** The comment at the top of a file → the file, told by its path and the names it defines. */
function* fromFiles({ files }) {
  for (const file of files) {
    const query = firstSentence(file.facts.doc)
    const defined = file.symbols.filter(Boolean).length
    if (!file.test && isTelling(query) && defined >= 2) yield pair('file', query, fileDocument(file))
  }
}

function fileDocument({ symbols, path, language, blob }) {
  const heads = symbols.filter(Boolean).map(({ code }) => code.split('\n')[0])
  return { p: path, n: '', d: '', b: heads.join('\n').slice(0, 1600), l: language, f: blob }
}

/** The name of a test → the function it calls whose name is most like it. */
function* fromTests({ tests, byName, files }) {
  const uses = new Map(files.map(({ path, facts }) => [path, facts.uses]))
  for (const test of tests) {
    if (!test.isTest) continue
    const words = new Set(
      splitIdentifier(test.name).length > 1 ? splitIdentifier(test.name).slice(1) : test.name.toLowerCase().split(/\W+/),
    )
    const called = (uses.get(test.path) ?? []).filter(({ enclosing, use }) => enclosing === test.ordinal && use === 'calls')
    const found = called.map(({ name }) => byName.get(name)).filter(Boolean)
    const best = found
      .map((symbol) => ({ symbol, common: splitIdentifier(symbol.name).filter((word) => words.has(word)).length }))
      .sort((a, b) => b.common - a.common)[0]
    const query = [...words].filter((word) => !['test', 'should', 'it', 'tests'].includes(word)).join(' ')
    if (best && best.common > 0 && query.split(' ').length >= 3)
      yield pair('test', query, documentOf(best.symbol, chance(test, 'hide') < 0.5))
  }
}

/** A comment on the line above a call → the called function. */
function* fromCallComments({ files, byName }) {
  for (const { facts, lines, language } of files) {
    let taken = 0
    for (const { use, name, line } of facts.uses) {
      if (use !== 'calls' || taken >= 20) continue
      const comment = /^\s*(?:\/\/|#|--)+\s*([A-Z].*)$/.exec(lines[line - 2] ?? '')?.[1]
      const target = comment && byName.get(name)
      // A short name may as well be another type's method.
      if (!target || splitIdentifier(name).length < 3 || target.code.length < SHORTEST_CODE || target.language !== language)
        continue
      const query = plain(comment)
      if (!isTelling(query)) continue
      taken++
      yield pair('call', query, documentOf(target, chance(target, query) < 0.33))
    }
  }
}

/**
 * A section of a document, or a line of a changelog, that names one definition of the package in code marks → that definition; a section that names one
 * file → that file.
 */
function* fromDocuments({ documents, byName, files }) {
  const byFile = uniqueNames(files)
  for (const { facts, lines } of documents) {
    for (const section of facts.sections) {
      const text = lines.slice(section.start_line, Math.min(section.end_line, section.start_line + 40))
      for (const line of [text.slice(0, 12).join(' '), ...text.filter(isBullet)]) {
        const targets = [...new Set(codeNames(line).map((name) => byName.get(name.split(/[.:]+/).at(-1))))].filter(Boolean)
        const named = [...new Set(fileNames(line).map((name) => byFile.get(name)))].filter(Boolean)
        const query = sectionQuery(section, line)
        if (!isTelling(query)) continue
        if (targets.length === 1) yield pair(isBullet(line) ? 'changelog' : 'heading', query, documentOf(targets[0], false))
        if (named.length === 1) yield pair('heading', query, fileDocument(named[0]))
      }
    }
  }
}

const isBullet = (line) => /^\s*[-*]\s/.test(line)
const codeNames = (line) => [...line.matchAll(/`([A-Za-z_][\w.:]*)(?:\(\))?`/g)].map(([, name]) => name)
const fileNames = (line) => [...line.matchAll(/[`(/]([\w-]+\.[a-z]{1,4})[`)#]/g)].map(([, name]) => name)

/** What the text says, without the names that give the answer away. */
function sectionQuery({ title }, line) {
  const text = line.replaceAll(/```[\s\S]*$/g, '').replaceAll(/`[^`]*`/g, ' ')
  return plain(`${isBullet(line) ? '' : `${title}. `}${text}`)
    .replace(/^[-*\s]+/, '')
    .slice(0, 240)
}

/** File name → file, of the names that only one file has. */
function uniqueNames(files) {
  const byFile = new Map()
  for (const file of files) {
    const name = file.path.split('/').at(-1)
    byFile.set(name, byFile.has(name) ? null : file)
  }
  return byFile
}

/** The first paragraph of a folder's README → the folder, told by its path, its files and what they define. */
function* fromFolders({ documents, files }) {
  for (const { path, facts, blob } of documents) {
    const query = firstSentence(facts.doc)
    if (!/(^|\/)readme[^/]*$/i.test(path) || !isTelling(query)) continue
    const folder = path.split('/').slice(0, -1).join('/')
    const inside = files.filter((file) => !file.test && (folder === '' || file.path.startsWith(`${folder}/`)))
    if (inside.length < 2) continue
    const names = inside.slice(0, 40).flatMap((file) => [
      file.path.slice(folder.length),
      ...file.symbols
        .filter(Boolean)
        .slice(0, 6)
        .map(({ name }) => name),
    ])
    yield pair('folder', query, { p: folder, n: '', d: '', b: names.join('\n').slice(0, 1600), l: inside[0].language, f: blob })
  }
}

function documentOf(symbol, hideName) {
  const code = symbol.members.length > 2 ? `${symbol.code.slice(0, 500)}\n${symbol.members.join('\n')}` : symbol.code
  const base = { p: symbol.path, d: '', l: symbol.language, f: symbol.blob }
  return hideName ? { ...base, n: '', b: withoutName(code, symbol.name) } : { ...base, n: symbol.qualified, b: code }
}

const pair = (kind, query, document) => ({
  k: kind,
  q: query,
  ...document,
  b: withoutComment(document.b, query),
  p: lastFolders(document.p),
})
const lastFolders = (path) => path.split('/').slice(-4).join('/')

/** A number from 0 to 1 that depends on the definition only: the corpus gives the same pairs each time. */
function chance({ path, qualified }, salt) {
  return createHash('sha1').update(`${salt}\0${path}\0${qualified}`).digest().readUInt32LE(0) / 2 ** 32
}

/** In an order that does not follow the files, so that a limit on a package's pairs takes some of each. */
function shuffled(pairs) {
  const keyed = pairs.map((pair) => ({ pair, key: createHash('sha1').update(pair.q).update(pair.b.slice(0, 200)).digest('hex') }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ pair }) => pair)
}
