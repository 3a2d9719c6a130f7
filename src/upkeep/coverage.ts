/** For each language: what is extracted from its files, how many could be parsed only in part or not at all, and why. */
import type { RepoId } from '../contract/ids.ts'
import type { LanguageCoverage } from '../contract/reports.ts'
import type { FileRow, StoreReader } from '../store/port.ts'

const reasonsShown = 5

/** For example a YAML file that is not a manifest or workflow. */
const NOTHING = 'it contains no definitions of a kind that Cairn extracts'

export async function coverage(
  repo: RepoId,
  reader: StoreReader,
  extractionOf: (language: string) => LanguageCoverage['extraction'],
): Promise<LanguageCoverage[]> {
  const snapshot = await reader.snapshot()
  try {
    const byLanguage = new Map<string, FileRow[]>()
    for (const row of await snapshot.recordedFiles(repo)) {
      const rows = byLanguage.get(row.language)
      if (rows) rows.push(row)
      else byLanguage.set(row.language, [row])
    }
    return [...byLanguage]
      .map(([language, rows]) => summarise(language, rows, extractionOf(language)))
      .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1))
  } finally {
    await snapshot.close()
  }
}

function summarise(language: string, rows: readonly FileRow[], extraction: LanguageCoverage['extraction']): LanguageCoverage {
  const count = (...states: FileRow['status'][]): number => rows.filter((row) => states.includes(row.status)).length
  return {
    language,
    extraction,
    files: rows.length,
    partial: count('partial'),
    text_only: count('text-only'),
    failed: count('failed', 'timed-out'),
    reasons: extraction === 'words' ? reasonsOf(rows.filter(isFailure)) : reasonsOf(rows),
  }
}

/** A file of a language without a grammar is not a failure and needs no reason. */
const isFailure = (row: FileRow): boolean => row.status === 'failed' || row.status === 'timed-out'

function reasonsOf(rows: readonly FileRow[]): { reason: string; files: number }[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const reason = row.reason === '' && row.status === 'text-only' ? NOTHING : row.reason
    if (reason !== '') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
    .map(([reason, files]) => ({ reason, files }))
    .sort((a, b) => b.files - a.files || (a.reason < b.reason ? -1 : 1))
    .slice(0, reasonsShown)
}
