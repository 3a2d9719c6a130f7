/** The template of a Vue component as code: what it shows, binds and handles becomes statements; bound names become scopes. */

import { Elements } from '../../embedded/elements.ts'
import { type Attribute, Markup, type OpenTag, type Range, voidElements } from '../../embedded/markup.ts'
import { nativeElements } from '../../embedded/native-elements.ts'
import type { WovenText } from '../../embedded/woven-text.ts'
import { camelCase, pascalCase, weaveFor, weaveHandler, weaveScript } from './directives.ts'

export function weaveTemplate(content: Range, woven: WovenText, options: { setup: boolean }): void {
  const markup = new Markup(woven.source, content, { braces: false })
  const elements = new Elements(woven)
  woven.put('{')
  for (let token = markup.next(); token; token = markup.next()) {
    if (token.is === 'text') weaveText(token, woven)
    else if (token.is === 'close') elements.close(token.name, token.from)
    else if (token.is === 'open') {
      const closing = weaveTag(token, woven, options)
      if (token.selfClosing || voidElements.has(token.name)) woven.put(closing)
      else elements.open(token.name, closing)
      if (isRaw(token)) markup.raw(token.name)
    }
  }
  elements.closeAll()
  woven.put('}')
}

const isRaw = ({ name, selfClosing }: OpenTag): boolean => !selfClosing && (name === 'script' || name === 'style')

/** `{{ … }}` */
function weaveText({ from, to }: Range, woven: WovenText): void {
  const { source } = woven
  for (let open = source.indexOf('{{', from); open >= 0 && open < to; ) {
    const close = source.indexOf('}}', open + 2)
    if (close < 0 || close > to) return
    weaveScript({ from: open + 2, to: close }, woven)
    open = source.indexOf('{{', close + 2)
  }
}

/** Returns the text that closes the scopes of the tag. */
function weaveTag(tag: OpenTag, woven: WovenText, options: { setup: boolean }): string {
  let closing = ''
  const loop = tag.attributes.find(({ name }) => name === 'v-for')
  if (loop?.value && weaveFor(loop.value, woven)) closing = '}'
  weaveName(tag, woven)
  for (const attribute of tag.attributes) weaveAttribute(attribute, woven, options)
  const slot = tag.attributes.find(({ name }) => /^(v-slot\b|#|slot-scope$|scope$)/.test(name))
  if (
    slot?.value &&
    woven.source.slice(slot.value.from, slot.value.to).trim() !== '' &&
    !(slot.name === 'scope' && tag.name !== 'template')
  ) {
    woven.put('\n((').take(slot.value.from, slot.value.to).put(')=>{')
    closing = `})${closing}`
  }
  return closing
}

/** `<MyButton>`, `<my-button>`, `<form.Field>`: a component, unless it is a native element. */
function weaveName({ name, nameFrom }: OpenTag, woven: WovenText): void {
  if (nativeElements.has(name) || !/^[A-Za-z][\w.-]*$/.test(name) || name.endsWith('.')) return
  woven.put('\n(')
  if (/^[A-Z][\w.]*$/.test(name) || name.includes('.')) woven.take(nameFrom, nameFrom + name.length, 'references')
  else woven.stand(pascalCase(name), nameFrom, 'references')
  woven.put(');')
}

function weaveAttribute(attribute: Attribute, woven: WovenText, { setup }: { setup: boolean }): void {
  const { name, from, value } = attribute
  const bound = /^(?::|\.|v-bind:)(?!\[)([\w-]+)/.exec(name)
  if (/^(v-for|v-slot\b.*|#.*|slot-scope|v-pre|v-cloak|v-once|v-else)$/.test(name)) return
  if (/^(@|v-on:)/.test(name)) {
    if (value) weaveHandler(value, woven)
  } else if (/^v-model\b/.test(name)) {
    if (value) woven.put('\n').take(value.from, value.to).put('=_;')
  } else if (/^(:|\.|v-)/.test(name)) {
    weaveDirective(attribute, woven, setup)
    if (value) weaveScript(value, woven)
    // `:size` alone is `:size="size"`.
    else if (bound?.[1]) weaveShort(bound[1], from + bound[0].length - bound[1].length, woven)
  } else if (name === 'ref' && setup && value && /^[\w$]+$/.test(woven.source.slice(value.from, value.to))) {
    woven.put('\n(').take(value.from, value.to, 'references').put(');')
  }
}

function weaveShort(name: string, from: number, woven: WovenText): void {
  woven.put('\n(')
  if (name.includes('-')) woven.stand(camelCase(name), from)
  else woven.take(from, from + name.length)
  woven.put(');')
}

const ownDirectives = new Set('text html show if else-if else for on bind model slot pre once memo cloak is'.split(' '))

/** `v-focus` is `vFocus` of a `<script setup>`. */
function weaveDirective({ name, from }: Attribute, woven: WovenText, setup: boolean): void {
  const [, own] = /^v-([a-z][\w-]*)/.exec(name) ?? []
  if (setup && own && !ownDirectives.has(own))
    woven
      .put('\n(')
      .stand(`v${pascalCase(own)}`, from, 'references')
      .put(');')
}
