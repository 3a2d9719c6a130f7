/** Joins the rankings of several repos and of live texts into one list: live texts are scaled to the best score of the index. */
import { compareText } from '../base/compare-text.ts'
import type { RepoId } from '../contract/ids.ts'
import type { LiveRanked } from './live-ranking.ts'

type Document = { repo: { repo_id: RepoId }; path: string; ordinal: number }
export type Scored = { score: number; why: string[] }

/** A document found by both counts once, with the index's score. */
export function mergeRankings<Found extends Document>(
  indexed: readonly (Found & Scored)[],
  live: readonly LiveRanked<Found>[],
): { documents: (Found & Scored)[]; live: number } {
  const best = indexed.reduce((most, { score }) => Math.max(most, score), 1)
  const known = new Set(indexed.map(idOf))
  const read = live
    .filter((document) => !known.has(idOf(document)))
    .map((document) => ({
      ...document,
      score: Math.round(document.held * best * 1000) / 1000,
      why: [`contains ${Math.round(document.held * 100)} % of the question, read live`],
    }))
  return { documents: [...indexed, ...read].sort(byScore), live: read.length }
}

const idOf = ({ repo, path, ordinal }: Document): string => `${repo.repo_id}\0${path}\0${ordinal}`

const byScore = (a: Document & Scored, b: Document & Scored): number =>
  b.score - a.score || compareText(a.repo.repo_id, b.repo.repo_id) || compareText(a.path, b.path) || a.ordinal - b.ordinal
