/** Wrong graph files, made from correct ones, and a check of what their import added, by the source text alone. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { GraphEntity, GraphRelation } from '../../src/contract/graph.ts'
import { edgeKinds } from '../../src/contract/symbol.ts'
import { createRandom } from '../soak/random.ts'

export type Graph = { files: string[]; content: Record<string, string>; entities: GraphEntity[]; relations: GraphRelation[] }
type Tier = GraphRelation['tier']

export const readGraphFile = (file: string): Graph => JSON.parse(readFileSync(file, 'utf8'))

/** `indexed_at`, `repo` and `commit` may differ between two equal graphs. */
export const withoutHead = (file: string): string =>
  readFileSync(file, 'utf8').replace(/^"(indexed_at|repo|commit)":[^\n]*$/gm, '')

const changed = (graph: Graph, change: (relation: GraphRelation, at: number) => Partial<GraphRelation>): Graph => ({
  ...graph,
  relations: graph.relations.map((relation, at) => ({ ...relation, ...change(relation, at) })),
})

/** Every place is `lines` further down and `columns` further right. */
export const shifted = (
  graph: Graph,
  { lines = 0, columns = 0, tier }: { lines?: number; columns?: number; tier?: Tier },
): Graph =>
  changed(graph, (relation) => ({
    line: Math.max(0, relation.line + lines),
    column: Math.max(0, relation.column + columns),
    tier: tier ?? relation.tier,
  }))

export const raised = (graph: Graph): Graph => changed(graph, () => ({ tier: 'proven' }))

/** Shuffles the targets of all relations. */
export function exchanged(graph: Graph, tier: Tier, seed: string): Graph {
  const random = createRandom(seed)
  const targets = graph.relations.map(({ dst }) => dst)
  return changed(graph, () => ({ dst: targets[random.below(targets.length)] ?? '', tier }))
}

/** Links a use to another symbol of the same name, as matching by name alone would do. */
export function sameNamed(graph: Graph, tier: Tier): Graph {
  const byName = new Map<string, string[]>()
  for (const { id, name } of graph.entities) {
    const known = byName.get(name)
    if (known) known.push(id)
    else byName.set(name, [id])
  }
  const lastName = (anchor: string): string => anchor.replace(/~.*$/, '').split(/[.#]/).at(-1) ?? ''
  return changed(graph, ({ dst }) => ({ dst: byName.get(lastName(dst))?.find((id) => id !== dst) ?? dst, tier }))
}

/** Edges, sources and targets that do not exist in the source. */
export function invented(graph: Graph, tier: Tier, seed: string): Graph {
  const random = createRandom(seed)
  const ids = graph.entities.map(({ id }) => id)
  const pick = (): string => ids[random.below(ids.length)] ?? ''
  return changed(graph, ({ src, edge, dst }, at) => {
    const lie = at % 4
    if (lie === 0) return { edge: edgeKinds[random.below(edgeKinds.length)] ?? edge, dst: pick(), tier }
    if (lie === 1) return { src: pick(), dst: pick(), tier }
    if (lie === 2) return { dst: `${dst}.nowhere`, tier }
    return { src: `${src}.nobody`, dst: `pkg:npm/invented#thing${at}`, tier }
  })
}

const lineOf = (relation: GraphRelation): string => JSON.stringify(relation)

/** The relations of `after` that `before` does not have. */
export function added(before: Graph, after: Graph): GraphRelation[] {
  const known = new Set(before.relations.map(lineOf))
  return after.relations.filter((relation) => !known.has(lineOf(relation)))
}

/** Describes relations whose place has neither the target's name nor an alias that some text declares for it. */
export function misnamed(root: string, graph: Graph, relations: readonly GraphRelation[]): string[] {
  const entities = new Map(graph.entities.map((entity) => [entity.id, entity]))
  const truth = new Set(
    graph.relations.map(({ path: file, line, column, edge, dst }) => [file, line, column, edge, dst].join('\0')),
  )
  const texts = new Map<string, string[]>()
  const linesOf = (file: string): string[] => {
    const known = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8').split(/\r\n|\n|\r/)
    texts.set(file, known)
    return known
  }
  return relations.flatMap((relation) => {
    const { path: file, line, column, edge, dst } = relation
    // Resolution found the same link: only the tier is new.
    if (truth.has([file, line, column, edge, dst].join('\0'))) return []
    const target = entities.get(dst)
    if (!target) return [`${lineOf(relation)}: no such entity`]
    const written = /^[\p{L}\p{N}_$@]+/u.exec((linesOf(file)[line - 1] ?? '').slice(column - 1))?.[0] ?? ''
    const owner = dst.replace(/~.*$/, '').split('.').at(-2) ?? ''
    const isConstructor = target.kind === 'constructor' || target.name === '__init__'
    const names = [target.name, ...(isConstructor || target.kind === 'module' ? [owner] : [])]
    if (target.kind === 'module' && names.includes(lastPart(linesOf(file), relation))) return []
    const declares = (lines: string[]): boolean => names.some((name) => isAlias(lines, name, written))
    return names.includes(written) || declares(linesOf(file)) || declares(linesOf(target.path))
      ? []
      : [`${lineOf(relation)}: ${JSON.stringify(written)} is written there`]
  })
}

/** `auth` of `'./shop/auth.js'`: how a module is written. */
const lastPart = (lines: string[], { line, column }: GraphRelation): string =>
  /^['"`<]*([^'"`<>;,\s()]+)/
    .exec((lines[line - 1] ?? '').slice(column - 1))?.[1]
    ?.replace(/\.[a-z]+$/, '')
    .split(/[./\\:]+/)
    .at(-1) ?? ''

/** A statement with both words: `import { total as sum }`, `use a\\Total as Sum`, `const { total: sum } =`. */
const isAlias = (lines: string[], name: string, alias: string): boolean =>
  alias !== '' &&
  lines.some((line) => {
    if (!line.includes(name)) return false
    const words = new Set(line.match(/[\p{L}\p{N}_$@]+/gu) ?? [])
    return (
      words.has(name) && (words.has(alias) || words.has('default')) && /\b(import|export|from|use|using|require|as)\b/.test(line)
    )
  })
