/** Links one file, or records why that failed: a file that fails must not cost the others their links. */
import type { FactsView } from '../contract/facts-codec.ts'
import type { FileLinks } from '../contract/links.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Project } from '../resolve/project.ts'
import { resolveFile } from '../resolve/resolve-file.ts'
import type { FileRow } from '../store/port.ts'
import { ManifestChanged } from './symbol-source.ts'

const UNLINKED = 'could not be linked: '

export async function linkOne(row: FileRow, facts: FactsView, project: Project, signal?: AbortSignal): Promise<FileLinks> {
  try {
    const made = await resolveFile(row.path, facts, project, signal)
    const links = { ...made, asked: project.bench.asked.numbers() }
    return row.reason.startsWith(UNLINKED) ? { ...links, state: asParsed(facts) } : links
  } catch (error) {
    // An error of the store, a changed manifest, or a cancelled run is not the fault of this file.
    if (error instanceof CairnProblem || error instanceof ManifestChanged || signal?.aborted) throw error
    const reason = `${UNLINKED}${error instanceof Error ? error.message : String(error)}`
    const uses = facts.uses().map(() => ({ to: 'nothing', reason: 'not-linked' }) as const)
    return { path: row.path, uses, derived: [], asked: project.bench.asked.numbers(), state: { status: 'failed', reason } }
  }
}

function asParsed(facts: FactsView): NonNullable<FileLinks['state']> {
  const { text_only, partial, reason = '' } = facts.outline()
  return { status: text_only ? 'text-only' : partial || reason !== '' ? 'partial' : 'indexed', reason }
}
