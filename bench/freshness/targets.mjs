// Picks the symbols the questions are about: seeded, from the text alone, without asking any tool. A target is a function defined
// once in the repo, called only from other named functions, so that the text alone clearly shows the definition and the uses.
import { functionsOf, isComment, languageOf, occurrencesNow } from './source-text.mjs'

export function pickTargets(tree, random) {
  const functions = [...tree].flatMap(([file, lines]) => functionsOf(file, lines))
  const byName = Map.groupBy ? Map.groupBy(functions, (each) => each.name) : groupBy(functions)
  const holding = filesByWord(tree)
  const targets = []
  for (const [name, same] of byName) {
    const target = same.length === 1 ? asTarget(holding.get(name), name, same[0], byName) : undefined
    if (target) targets.push(target)
  }
  return shuffle(targets, random)
}

/** word → the part of the tree whose files contain it. */
function filesByWord(tree) {
  const parts = new Map()
  for (const [file, lines] of tree)
    for (const word of languageOf(file) ? new Set(lines.join('\n').match(/[\w$]+/g)) : []) {
      if (!parts.has(word)) parts.set(word, new Map())
      parts.get(word).set(file, lines)
    }
  return parts
}

function asTarget(tree, name, definition, byName) {
  const length = definition.end - definition.line + 1
  if (name.length < 6 || length < 4 || length > 90) return undefined
  const occurrences = occurrencesNow(tree, name)
  if (headsElsewhere(tree, name) !== 1) return undefined
  const calls = occurrences.filter((each) => each.kind === 'call')
  const others = occurrences.filter((each) => each.kind === 'mention')
  if (calls.length === 0 || calls.length > 12 || !others.every((each) => isImportOrExport(each.text, name))) return undefined
  const inside = (each) => each.file === definition.file && each.line >= definition.line && each.line <= definition.end
  if (occurrences.some(inside)) return undefined
  // Each call is in one named function whose name is unique in its file: every tool can name it, without ambiguity.
  const clear = (each) =>
    each.enclosing.length === 1 && byName.get(each.enclosing[0]).filter((other) => other.file === each.file).length === 1
  if (!calls.every(clear) || calls.some((each) => isQuoted(each.text, name))) return undefined
  return { name, definition, calls }
}

/** Declarations of the same name in another shape (a class, a field, an overload) would make the question ambiguous. */
function headsElsewhere(tree, name) {
  const shape = new RegExp(
    `(?:\\b(?:function|def|func|class|interface|type|const|let|var)\\s+|^\\s*(?:[\\w<>]+\\s+)+)${name}\\s*[(=:<{]`,
  )
  let count = 0
  for (const [file, lines] of tree)
    if (languageOf(file))
      for (const text of lines)
        if (shape.test(text) && !isComment(file, text) && !/^\s*(return|await|throw|new|else)\b/.test(text)) count++
  return count
}

function isImportOrExport(text, name) {
  return /\b(import|require|export|exports|from)\b/.test(text) || new RegExp(`^\\s*${name},?\\s*$`).test(text)
}

function isQuoted(text, name) {
  return new RegExp(`['"\`][^'"\`]*\\b${name}\\b[^'"\`]*['"\`]`).test(text)
}

function groupBy(functions) {
  const groups = new Map()
  for (const each of functions) groups.set(each.name, [...(groups.get(each.name) ?? []), each])
  return groups
}

function shuffle(list, random) {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[copy[at], copy[other]] = [copy[other], copy[at]]
  }
  return copy
}

/** A small seeded generator (mulberry32): the same seed picks the same targets everywhere. */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
