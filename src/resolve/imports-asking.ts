/** Which imports of a file depend on one of these questions about paths: those may mean something else now. */
import type { ImportFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { ask } from './family.ts'
import { FileTable } from './file-table.ts'
import type { Project } from './project.ts'

export async function importsAsking(
  path: string,
  facts: FactsView,
  project: Project,
  questions: ReadonlySet<number>,
): Promise<ImportFact[]> {
  const { bench } = project
  const language = bench.languageOf(path)
  if (!project.isLinked(language)) return []
  const table = new FileTable(path, language, facts, bench)
  const asking: ImportFact[] = []
  bench.pin(table)
  try {
    for (const fact of table.outline.imports) {
      bench.asked.begin()
      // Where there is too much to look at, it is not known what the import rests on, so it counts.
      const isCut = await bench.settle(() => bench.bounded(true, () => lookUp(project, table, fact)))
      if (isCut || bench.asked.numbers().some((number) => questions.has(number))) asking.push(fact)
    }
  } finally {
    bench.unpin()
  }
  return asking
}

function lookUp(project: Project, table: FileTable, fact: ImportFact): false {
  const rules = project.rules(table.language)
  rules.importTarget?.(fact, table)
  const meaning = rules.imported(fact, table, ask('imports'))
  if (meaning.is === 'folder') project.rulesOfModule(meaning)?.folderFile?.(meaning.folder)
  return false
}
