/** Collects what is known about each candidate besides its words: what it defines, its best part, its file. */
import type { IndexView } from '../store/index-view.ts'
import type { RankedDocument } from '../store/port.ts'
import type { DocumentFacts } from './boosts.ts'
import { type Candidates, definedHere, fileKey } from './candidates.ts'

export type Evidence = { document: RankedDocument; facts: DocumentFacts }

export async function collectEvidence(view: IndexView, { documents, named, parts }: Candidates): Promise<Evidence[]> {
  const best = documents[0]?.score ?? 0
  return Promise.all(
    documents.map(async (document) => {
      const { repo_id, path, level } = document
      const row = level === 'file' || level === 'symbol' ? await view.row(repo_id, path) : undefined
      const facts: DocumentFacts = {
        test: row?.test ?? false,
        language: row?.language ?? '',
        defines: definedHere(named, document),
        best,
        part: parts.get(fileKey(repo_id, path)) ?? 0,
      }
      return { document, facts }
    }),
  )
}
