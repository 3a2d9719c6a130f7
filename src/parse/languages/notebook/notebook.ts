/**
 * Notebooks: prose as sections, and the code of all cells as one module in the language of the kernel. Lines and columns are
 * those of the `.ipynb` file, in which code is inside strings.
 */
import { type Cell, notebookCells, readNotebook } from '../../documents/notebook.ts'
import { WovenText } from '../../embedded/woven-text.ts'
import type { EmbeddedLanguage, EmbeddedReading } from '../../language.ts'
import { weavePython } from './python-cell.ts'

export const notebook: EmbeddedLanguage = { kind: 'embedded', read }

async function read(text: string): Promise<EmbeddedReading> {
  const found = notebookCells(text)
  const document = readNotebook(text, found)
  const code = found.cells.filter((cell) => cell.type === 'code')
  const name = kernels.get(found.language.toLowerCase()) ?? found.language.toLowerCase()
  // Loaded here, because the table of languages and this file would otherwise import each other.
  const { languageDefinition } = await import('../../language-table.ts')
  const language = await languageDefinition(name)
  if (language?.kind !== 'code' || code.length === 0) return { parts: [], document, reason: '' }
  const woven = new WovenText(text)
  for (const cell of code) weaveCell(cell, name, woven)
  return {
    parts: [{ language, woven }],
    document,
    reason: '',
    finish(facts) {
      if (name === 'python') return
      // Linking treats notebooks as Python: uses in another language would be linked as Python.
      facts.uses = []
      facts.imports = []
      facts.bindings = []
    },
  }
}

/** The kernels' names for their languages; '' is a notebook without one. */
const kernels: ReadonlyMap<string, string> = new Map([
  ['', 'python'],
  ['ipython', 'python'],
  ['python2', 'python'],
  ['python3', 'python'],
  ['c++', 'cpp'],
  ['c++11', 'cpp'],
  ['c++14', 'cpp'],
  ['c++17', 'cpp'],
])

function weaveCell({ sources }: Cell, language: string, woven: WovenText): void {
  const letters = new WovenText(woven.source)
  for (const { from, to } of sources) takeString(from, to, letters)
  if (language === 'python') weavePython(letters, woven)
  else woven.join(letters, 0, letters.text.length)
  woven.put('\n')
}

/** A string of JSON: copied as written, except for its escapes. */
function takeString(from: number, to: number, woven: WovenText): void {
  const { source } = woven
  let at = from
  for (let mark = source.indexOf('\\', at); mark >= 0 && mark < to; mark = source.indexOf('\\', at)) {
    const length = source[mark + 1] === 'u' ? 6 : 2
    woven.take(at, mark).stand(decode(source.slice(mark, mark + length)), mark)
    at = Math.min(mark + length, to)
  }
  woven.take(at, to)
}

function decode(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string
  } catch {
    return ''
  }
}
