/** Svelte components: the instance script and the module script are one module; uses in the markup belong to the component. */
import type { FileFacts } from '../../../contract/facts.ts'
import { defineComponent, spreadComponent } from '../../embedded/component.ts'
import type { LineTable } from '../../embedded/line-table.ts'
import { attributeOf, Markup, type OpenTag, type Range } from '../../embedded/markup.ts'
import { plainScripts, type ScriptKind, scriptKind, scriptLanguages } from '../../embedded/script-language.ts'
import { dropTypeParameters, weaveTypeParameters } from '../../embedded/type-parameters.ts'
import { WovenText } from '../../embedded/woven-text.ts'
import type { EmbeddedLanguage, EmbeddedReading } from '../../language.ts'
import { weaveMarkup } from './markup.ts'
import { declareReactive, markProperties, nameStores, propertiesType } from './properties.ts'

const scripts = scriptLanguages({
  declare: { labeled_statement: declareReactive },
  declared: (file) => void defineComponent(file, propertiesType(file)),
})

export const svelte: EmbeddedLanguage = { kind: 'embedded', read: readSvelte }

type Script = { tag: OpenTag; content: Range }

function readSvelte(text: string): EmbeddedReading {
  const { found, comment } = topScripts(text)
  const langs = found.map(({ tag }) => attributeOf(text, tag, 'lang') ?? attributeOf(text, tag, 'type') ?? '')
  const kinds = langs.map(scriptKind)
  const kind: ScriptKind = kinds.includes('ts') ? 'ts' : 'js'
  const script = new WovenText(text)
  found.forEach(({ content }, at) => {
    if (kinds[at] !== undefined) script.take(content.from, content.to).put('\n')
  })
  const instance = found.find(({ tag }) => !isModule(text, tag))?.content
  const markup = new WovenText(text)
  const outside = rangesOutside(found, text.length)
  weaveMarkup(outside, markup)
  const generic = found.flatMap(({ tag }) => tag.attributes).find((attribute) => attribute.name === 'generics')?.value
  if (generic && kind !== 'js') weaveTypeParameters(generic, markup)
  const unknown = langs.find((lang) => scriptKind(lang) === undefined)
  return {
    parts: [
      { language: scripts[kind], woven: script },
      { language: plainScripts[kind], woven: markup, usesOnly: !text.includes('{#snippet') },
    ],
    reason: unknown === undefined ? '' : `a script in ${unknown.slice(0, 40)} is not read`,
    finish: (facts, disk) => {
      if (facts.doc === '') facts.doc = comment
      if (generic) dropTypeParameters(facts, text.slice(generic.from, generic.to))
      finish(facts, disk, text, { instance, outside })
    },
  }
}

function finish(
  facts: FileFacts,
  disk: LineTable,
  source: string,
  at: { instance: Range | undefined; outside: readonly Range[] },
): void {
  const own = at.instance ? [at.instance, ...at.outside] : at.outside
  markProperties(facts, (place) => at.instance !== undefined && isIn(disk.offset(place.line, place.column), [at.instance]))
  nameStores(facts)
  spreadComponent(facts, { disk, source, isOwn: (offset) => isIn(offset, own), markup: at.outside })
}

const isIn = (offset: number, ranges: readonly Range[]): boolean => ranges.some(({ from, to }) => from <= offset && offset < to)

const isModule = (text: string, tag: OpenTag): boolean =>
  attributeOf(text, tag, 'module') !== undefined || attributeOf(text, tag, 'context') === 'module'

/** Top-level scripts: one inside an element is markup. Also returns the file's description in `<!-- @component … -->`. */
function topScripts(text: string): { found: Script[]; comment: string } {
  const markup = new Markup(text, { from: 0, to: text.length }, { braces: true })
  const found: Script[] = []
  let comment = ''
  let depth = 0
  for (let token = markup.next(); token; token = markup.next()) {
    if (token.is === 'comment') comment ||= aboutComponent(text.slice(token.from, token.to))
    if (token.is === 'close' && token.name === 'svelte:head') depth--
    if (token.is !== 'open' || token.selfClosing) continue
    if (token.name === 'svelte:head') depth++
    if (token.name !== 'script' && token.name !== 'style') continue
    const content = markup.raw(token.name)
    if (token.name === 'script' && depth === 0) found.push({ tag: token, content })
  }
  return { found, comment }
}

function rangesOutside(scripts: readonly Script[], length: number): Range[] {
  const ranges: Range[] = []
  let from = 0
  for (const { tag, content } of scripts) {
    ranges.push({ from, to: tag.from })
    from = content.to
  }
  ranges.push({ from, to: length })
  return ranges.filter((range) => range.from < range.to)
}

/** `<!-- @component … -->` describes the component; '' for any other comment. */
function aboutComponent(comment: string): string {
  const [mark = ''] = /^<!--\s*@component\b/.exec(comment) ?? []
  return mark === '' ? '' : comment.slice(mark.length).replace(/-->$/, '').trim()
}
