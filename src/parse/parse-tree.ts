/** Parses a text as its language requires: as it is, mended, without lines the grammar fails at, unwrapped. */
import type { CompiledLanguage } from './compile-language.ts'
import type { Engine, EngineOutcome, LoadedGrammar } from './engine.ts'
import { ERROR_TYPE, type FlatTree } from './flat-tree.ts'
import { limits } from './parse-limits.ts'
import { parseRest } from './parse-rest.ts'
import { SyntaxTree } from './syntax-tree.ts'
import { type Unwrapped, unwrap } from './unwrap.ts'

/** What parsing a language needs: an engine, with the grammar loaded. */
export type Ready = { engine: Engine; grammar: LoadedGrammar; language: CompiledLanguage }

/** The tree of the text, or of its mended form, including code inside macros where the language supports that. */
export function parseTree(masked: string, ready: Ready, budgetMs: number): Unwrapped {
  const { engine, grammar, language } = ready
  const { rest, wrapped } = language.definition
  if (rest) return { outcome: parseRest(engine, { grammar, text: masked, budgetMs, rest }), wrappings: [] }
  const { outcome, text } = parseMended(masked, ready, budgetMs)
  if (!wrapped || text.length > limits.unwrapped) return { outcome, wrappings: [] }
  const parse = (given: string): EngineOutcome => engine.parse(grammar, given, budgetMs)
  const unwrapped = unwrap(text, outcome, parse, (tree) => wrapped(new SyntaxTree(text, tree, grammar.names)))
  if (text === masked || unwrapped.outcome.state !== 'parsed') return unwrapped
  return { ...unwrapped, outcome: { ...unwrapped.outcome, partial: true } }
}

/** Also returns the text that gave the tree. */
function parseMended(
  masked: string,
  { engine, grammar, language }: Ready,
  budgetMs: number,
): { outcome: EngineOutcome; text: string } {
  const { mend } = language.definition
  const outcome = engine.parse(grammar, masked, budgetMs)
  const given = mend && outcome.state === 'parsed' && outcome.partial ? mend(masked) : undefined
  const mended = typeof given === 'string' ? { text: given, isWhole: false } : given
  if (!mended || mended.text === masked || outcome.state !== 'parsed') return { outcome, text: masked }
  const errors = countErrors(outcome.tree)
  const again = engine.parse(grammar, mended.text, budgetMs)
  if (again.state === 'parsed' && countErrors(again.tree) < errors)
    return { outcome: { ...again, partial: again.partial || !mended.isWhole }, text: mended.text }
  // Both outcomes share one tree: the better one has to be parsed again.
  return { outcome: engine.parse(grammar, masked, budgetMs), text: masked }
}

function countErrors({ type, count }: FlatTree): number {
  let errors = 0
  for (let node = 0; node < count; node++) if (type[node] === ERROR_TYPE) errors++
  return errors
}
