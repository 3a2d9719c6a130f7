/** POD as doc: directly above a definition, or under a heading with its name, for modules with all their POD at the end. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { stateOf } from './file-state.ts'

const MAX_LENGTH = 2000

export const notePod = (node: NodeIndex, file: FileFactsBuilder): void => {
  stateOf(file).pods.push(node)
}

/** Right after a definition: the POD above it, with or without an empty line between. */
export function completeDefinition(symbol: SymbolFact, _node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const pod = stateOf(file).pods.at(-1)
  if (symbol.doc.includes('=cut')) symbol.doc = podText(symbol.doc)
  const isAbove = pod !== undefined && symbol.start_line - tree.lastLine(pod) <= 2 && symbol.start_line > tree.line(pod)
  if (symbol.doc === '' && isAbove) symbol.doc = podText(tree.textOf(pod))
}

/** Headings, which may contain the described name, are left out: the text below them is the doc. */
function podText(text: string): string {
  return text
    .slice(0, MAX_LENGTH * 2)
    .replaceAll(/^=(?:head\d|cut|over|back|pod|encoding|begin|end|for)\b.*$/gm, '')
    .replaceAll(/^=item\s+/gm, '')
    .replaceAll(/[LCBIFSX]<([^<>|]*\|)?([^<>]*)>/g, (_all, label: string | undefined, inner: string) =>
      label === undefined ? inner : label.slice(0, -1),
    )
    .replaceAll(/E<lt>/g, '<')
    .replaceAll(/E<gt>/g, '>')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_LENGTH)
}

/** After all is defined: the file's own doc, and the sections for symbols without one. */
export function completeFile(file: FileFactsBuilder): void {
  const sections = sectionsOf(file)
  const module = (sections.get('NAME') ?? '').split(/\n\s*\n/, 1)[0] ?? ''
  file.facts.doc = module || file.docs.ofModule(0)
  for (const symbol of file.facts.symbols) {
    if (symbol.doc !== '') continue
    const isPackage = symbol.kind === 'class' || symbol.kind === 'module'
    const isFirst = isPackage && module.startsWith(symbol.qualified_name.replaceAll('.', '::'))
    symbol.doc = isPackage ? (isFirst ? module : '') : (sections.get(symbol.name) ?? '')
  }
}

/**
 * Heading or item → its text. `=head2 $obj->run( $x )` describes `run`. Of several headings the last counts: events and options,
 * which share names with methods, come before them. An item never replaces a heading.
 */
function sectionsOf(file: FileFactsBuilder): Map<string, string> {
  const sections = new Map<string, string>()
  for (const pod of stateOf(file).pods) {
    for (const part of file.tree.textOf(pod).split(/^(?==(?:head\d|item)\b)/m)) {
      const heading = /^=(?:head\d|item)[ \t]+(.*)/.exec(part)
      const name = heading ? nameIn(heading[1] ?? '') : ''
      const isLess = part.startsWith('=item') && sections.has(name)
      const text = name === '' || isLess ? '' : podText(part.slice(part.indexOf('\n') + 1))
      if (text !== '') sections.set(name, text)
    }
  }
  return sections
}

const nameIn = (heading: string): string =>
  /^(?:[CBI]<+\s*)?(?:[$\w:]+->)?(?:\w+::)*([^\W\d]\w*)(?:\s*\(.*|[>\s]*)$/u.exec(heading.trim())?.[1] ?? ''
