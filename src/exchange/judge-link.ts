/**
 * Decides whether an import accepts one relation. `known`: the index has the same link at the same place. New: a `proven` link
 * to a name that is used at that place. Everything else is refused: resolution is deterministic, so a `resolved` link that it did
 * not find itself is from another tree or parser, or invented (docs/decisions, "Only proven links are new").
 */
import { Lru } from '../base/lru.ts'
import type { UseFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import type { GraphRelation } from '../contract/graph.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { DerivedLink, LinkOutcome } from '../contract/links.ts'
import type { Place } from '../contract/place.ts'
import type { CurrentFiles } from './current-files.ts'
import type { GraphAnchors, MeantSymbol } from './graph-anchors.ts'
import { leadsTo } from './leads-to.ts'

/** `use` is the ordinal in the file's uses. */
export type NewLink = { path: string; use: number; target: SymbolHandle }
export type Verdict = 'known' | 'refused' | NewLink

/** A few are enough: in a graph that we wrote, relations are sorted by file. */
const FILES_AT_HAND = 8

type UsedHere = { at: number; use: UseFact; outcome: LinkOutcome | undefined }
type FileNow = {
  outline: Outline
  byPlace: ReadonlyMap<string, UsedHere[]>
  derived: readonly DerivedLink[]
  /** Read on first use, because only new links need the text. */
  lines?: Promise<readonly string[] | undefined>
}

export class LinkJudge {
  private readonly files = new Lru<string, FileNow>(FILES_AT_HAND)
  private readonly unchanged: ReadonlySet<string>
  private readonly anchors: GraphAnchors
  private readonly current: CurrentFiles

  constructor(unchanged: ReadonlySet<string>, anchors: GraphAnchors, current: CurrentFiles) {
    this.unchanged = unchanged
    this.anchors = anchors
    this.current = current
  }

  async judge(relation: GraphRelation): Promise<Verdict> {
    const { src, dst, path, tier } = relation
    if (tier === 'possible' || !this.unchanged.has(path)) return 'refused'
    const [source, ...others] = await this.anchors.inFile(src, path)
    if (!source || others.length > 0) return 'refused'
    const file = await this.file(path)
    if (!file) return 'refused'
    if (dst.startsWith('pkg:')) {
      const isKnown = usesOf(file, relation, source).some(({ outcome }) => outcome?.to === 'package' && outcome.target === dst)
      return isKnown ? 'known' : 'refused'
    }
    const target = await this.anchors.one(dst)
    if (!target) return 'refused'
    if (isNesting(relation, source, target) || isDerived(file, relation, source, target)) return 'known'
    return this.judgeUse(relation, file, source, target)
  }

  private async judgeUse(relation: GraphRelation, file: FileNow, source: MeantSymbol, target: MeantSymbol): Promise<Verdict> {
    const uses = usesOf(file, relation, source)
    const same = uses.filter(({ outcome }) => isTo(outcome, target))
    const isKnown = same.some(
      ({ outcome }) => relation.tier === 'resolved' || (outcome?.to === 'symbol' && outcome.tier === 'proven'),
    )
    if (isKnown) return 'known'
    if (relation.tier !== 'proven') return 'refused'
    const there = (await this.current.facts(target.path))?.outline()
    const fitting = same.length > 0 || !there ? same : uses.filter(({ use }) => leadsTo(use, file.outline, target, there))
    const [only] = fitting
    if (!only || fitting.length > 1) return 'refused'
    if (same.length === 0 && !(await this.isWritten(relation.path, file, only.use))) return 'refused'
    return { path: relation.path, use: only.at, target: { path: target.path, key: target.key } }
  }

  /** False for `self`, `super` and `base`, which are uses of another name: only resolution can find the target of these. */
  private async isWritten(path: string, file: FileNow, { name, line, column, import: statement }: UseFact): Promise<boolean> {
    if (statement >= 0) return true
    file.lines ??= this.current.lines(path)
    const text = (await file.lines)?.[line - 1] ?? ''
    return text.startsWith(name, column - 1)
  }

  private async file(path: string): Promise<FileNow | undefined> {
    const known = this.files.get(path)
    if (known) return known
    const facts = await this.current.facts(path)
    if (!facts) return undefined
    const outcomes = await this.current.outcomes(path)
    const byPlace = new Map<string, UsedHere[]>()
    for (const [at, use] of facts.uses().entries()) {
      const used = { at, use, outcome: outcomes[at] }
      const there = byPlace.get(placeKey(use))
      if (there) there.push(used)
      else byPlace.set(placeKey(use), [used])
    }
    const file = { outline: facts.outline(), byPlace, derived: await this.current.derived(path) }
    this.files.set(path, file)
    return file
  }
}

const placeKey = ({ line, column }: Place): string => `${line}:${column}`

/** The uses of that kind at that place; usually one. */
function usesOf({ byPlace }: FileNow, relation: GraphRelation, source: MeantSymbol): UsedHere[] {
  const there = byPlace.get(placeKey(relation)) ?? []
  return there.filter(({ use }) => use.use === relation.edge && use.enclosing === source.ordinal)
}

const isTo = (outcome: LinkOutcome | undefined, { path, key }: MeantSymbol): boolean =>
  outcome?.to === 'symbol' && outcome.target.path === path && outcome.target.key === key

function isNesting({ edge, line, column }: GraphRelation, source: MeantSymbol, { path, fact }: MeantSymbol): boolean {
  if (edge !== 'contains' || fact === null || path !== source.path) return false
  return fact.parent === source.ordinal && fact.name_line === line && fact.name_column === column
}

function isDerived({ derived }: FileNow, relation: GraphRelation, source: MeantSymbol, target: MeantSymbol): boolean {
  return derived.some(
    (link) =>
      link.edge === relation.edge &&
      placeKey(link) === placeKey(relation) &&
      link.source_key === source.key &&
      link.target.path === target.path &&
      link.target.key === target.key,
  )
}
