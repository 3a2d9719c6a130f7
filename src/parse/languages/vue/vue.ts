/**
 * Vue single-file components: `<script>` and `<script setup>` are one module; uses in the template belong to the component.
 * Blocks are recognised as in Vue's own compiler.
 */
import type { FileFacts } from '../../../contract/facts.ts'
import { defineComponent, spreadComponent } from '../../embedded/component.ts'
import type { LineTable } from '../../embedded/line-table.ts'
import { attributeOf, Markup, type OpenTag, type Range } from '../../embedded/markup.ts'
import { plainScripts, type ScriptKind, scriptKind, scriptLanguages } from '../../embedded/script-language.ts'
import { dropTypeParameters, weaveTypeParameters } from '../../embedded/type-parameters.ts'
import { WovenText } from '../../embedded/woven-text.ts'
import type { EmbeddedLanguage, EmbeddedReading } from '../../language.ts'
import { defineProperties, propertiesType, typeProperties } from './properties.ts'
import { weaveTemplate } from './template.ts'
import { bindTemplateNames } from './template-names.ts'

const scripts = scriptLanguages({
  declared(file) {
    const type = propertiesType(file)
    typeProperties(type, file)
    defineProperties(defineComponent(file, type), file)
  },
})

export const vue: EmbeddedLanguage = { kind: 'embedded', read: readVue }

type Block = { tag: OpenTag; content: Range }

function readVue(text: string): EmbeddedReading {
  const blocks = topBlocks(text)
  const scriptBlocks = blocks.filter(({ tag }) => tag.name === 'script')
  const setup = scriptBlocks.find(({ tag }) => attributeOf(text, tag, 'setup') !== undefined)
  const langs = scriptBlocks.map(({ tag }) => attributeOf(text, tag, 'lang') ?? '')
  const kinds = langs.map(scriptKind)
  const kind: ScriptKind = kinds.find((one) => one !== undefined && one !== 'js') ?? 'js'
  const script = new WovenText(text)
  scriptBlocks.forEach((block, at) => {
    if (kinds[at] !== undefined) weaveScript(block, script)
  })
  const template = blocks.find(({ tag }) => tag.name === 'template' && (attributeOf(text, tag, 'lang') ?? 'html') === 'html')
  const markup = new WovenText(text)
  if (template) weaveTemplate(template.content, markup, { setup: setup !== undefined })
  const generic = setup?.tag.attributes.find((attribute) => attribute.name === 'generic')?.value
  if (generic && kind !== 'js') weaveTypeParameters(generic, markup)
  const own = [template?.content, setup?.content].filter((range) => range !== undefined)
  return {
    parts: [
      { language: scripts[kind], woven: script },
      { language: plainScripts[kind], woven: markup, usesOnly: true },
    ],
    reason: unknownLanguage(langs),
    finish: (facts, disk) => {
      if (generic) dropTypeParameters(facts, text.slice(generic.from, generic.to))
      finish(facts, disk, text, own, template?.content)
    },
  }
}

function unknownLanguage(langs: readonly string[]): string {
  const unknown = langs.find((lang) => scriptKind(lang) === undefined)
  return unknown === undefined ? '' : `a script in ${unknown.slice(0, 40)} is not read`
}

function finish(facts: FileFacts, disk: LineTable, source: string, own: readonly Range[], template: Range | undefined): void {
  const isIn = (offset: number, ranges: readonly Range[]): boolean => ranges.some(({ from, to }) => from <= offset && offset < to)
  const component = spreadComponent(facts, {
    disk,
    source,
    isOwn: (offset) => isIn(offset, own),
    markup: template ? [template] : [],
  })
  if (component < 0) return
  const inTemplate = (use: { line: number; column: number }): boolean =>
    template !== undefined && isIn(disk.offset(use.line, use.column), [template])
  bindTemplateNames(facts, component, inTemplate)
}

/** The top-level blocks of the file: not comments, and only `<template>` contains markup. */
function topBlocks(text: string): Block[] {
  const markup = new Markup(text, { from: 0, to: text.length }, { braces: false })
  const blocks: Block[] = []
  for (let token = markup.next(); token; token = markup.next()) {
    if (token.is !== 'open' || token.selfClosing) {
      if (token.is === 'open') blocks.push({ tag: token, content: { from: token.to, to: token.to } })
      continue
    }
    const isMarkup = token.name === 'template' && ['html', undefined].includes(attributeOf(text, token, 'lang'))
    blocks.push({ tag: token, content: isMarkup ? templateContent(markup) : markup.raw(token.name) })
  }
  return blocks
}

function templateContent(markup: Markup): Range {
  const from = markup.at
  let depth = 1
  for (let token = markup.next(); token; token = markup.next()) {
    if (token.is === 'open' && token.name === 'template' && !token.selfClosing) depth++
    else if (token.is === 'open' && (token.name === 'script' || token.name === 'style') && !token.selfClosing)
      markup.raw(token.name)
    else if (token.is === 'close' && token.name === 'template' && --depth === 0) return { from, to: token.from }
  }
  return { from, to: markup.at }
}

/** `<script src="./button.ts">` means that file. */
function weaveScript({ tag, content }: Block, script: WovenText): void {
  const source = tag.attributes.find((attribute) => attribute.name === 'src')?.value
  if (source) {
    script.put("export { default } from '").take(source.from, source.to).put("'\nexport * from '")
    script.take(source.from, source.to).put("'\n")
    return
  }
  script.take(content.from, content.to).put('\n')
}
