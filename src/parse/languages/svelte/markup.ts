/** The markup of a Svelte component as code: what it shows, binds and handles becomes statements; blocks become scopes. */
import { Elements } from '../../embedded/elements.ts'
import { type Attribute, Markup, type OpenTag, type Range, voidElements } from '../../embedded/markup.ts'
import { skipBraces } from '../../embedded/skip-braces.ts'
import type { WovenText } from '../../embedded/woven-text.ts'
import { weaveBlock } from './blocks.ts'

export function weaveMarkup(ranges: readonly Range[], woven: WovenText): void {
  const elements = new Elements(woven)
  woven.put('{')
  for (const range of ranges) {
    const markup = new Markup(woven.source, range, { braces: true })
    for (let token = markup.next(); token; token = markup.next()) {
      if (token.is === 'braces') weaveBlock(token, woven, elements)
      else if (token.is === 'close') elements.close(token.name, token.from)
      else if (token.is === 'open') {
        const closing = weaveTag(token, woven)
        if (token.selfClosing || voidElements.has(token.name)) woven.put(closing)
        else elements.open(token.name, closing)
        if (!token.selfClosing && (token.name === 'script' || token.name === 'style')) markup.raw(token.name)
      }
    }
  }
  elements.closeAll()
  woven.put('}')
}

/** Returns the text that closes the scope of the tag: `let:item` binds a name for the content. */
function weaveTag(tag: OpenTag, woven: WovenText): string {
  const { name, nameFrom } = tag
  if (/^[A-Z][\w.$]*$/.test(name) || /^[a-z][\w$]*\.[\w.$]+$/.test(name)) {
    woven
      .put('\n(')
      .take(nameFrom, nameFrom + name.length, 'references')
      .put(');')
  }
  for (const attribute of tag.attributes) weaveAttribute(attribute, woven)
  const given = tag.attributes.filter((attribute) => attribute.name.startsWith('let:'))
  if (given.length === 0) return ''
  woven.put('\n{')
  for (const attribute of given) {
    const alias = attribute.value && inBraces(attribute.value, woven)
    const own = { from: attribute.from + 4, to: attribute.from + attribute.name.length }
    const named = alias ?? own
    if (/^[\s\w$,{}[\]:.=]+$/.test(woven.source.slice(named.from, named.to)))
      woven.put('const ').take(named.from, named.to).put('=_;')
  }
  return '}'
}

/** Directives that name something of the script: `use:tooltip`, `transition:fade|local`. */
const namingDirective = /^(use|transition|in|out|animate):([\w$.]+)/
/** Directives that without a value refer to the name in them: `bind:value`, `class:active`. */
const shortDirective = /^(bind|class|style):([\w$]+)/

function weaveAttribute({ name, from, value }: Attribute, woven: WovenText): void {
  if (name.startsWith('let:')) return
  const naming = namingDirective.exec(name)
  if (naming)
    woven
      .put('\n(')
      .take(from + name.indexOf(':') + 1, from + naming[0].length)
      .put(');')
  const short = shortDirective.exec(name)
  if (short && !value) {
    woven
      .put('\n')
      .take(from + name.indexOf(':') + 1, from + short[0].length)
      .put(short[1] === 'bind' ? '=_;' : ';')
  }
  if (!value) return
  const only = inBraces(value, woven)
  if (only) weaveGiven(only, woven, short?.[1] === 'bind')
  else weaveMixed(value, woven)
}

/** `{…}` and nothing else, without the braces. */
function inBraces({ from, to }: Range, { source }: WovenText): Range | undefined {
  return source[from] === '{' && skipBraces(source, from, to) === to && source[to - 1] === '}'
    ? { from: from + 1, to: to - 1 }
    : undefined
}

function weaveGiven({ from, to }: Range, woven: WovenText, isBound: boolean): void {
  const text = woven.source.slice(from, to)
  // A bound value is a writable expression; `bind:value={get, set}` are two functions.
  if (isBound && /^\s*[\w$.[\]'"]+\s*$/.test(text)) {
    woven.put('\n').take(from, to).put('=_;')
    return
  }
  const lead = /^\s*(?:\.\.\.|@attach\s)?/.exec(text)?.[0].length ?? 0
  if (text.slice(lead).trim() === '' || /^\s*\/\*/.test(text)) return
  woven
    .put('\n(')
    .take(from + lead, to)
    .put('\n);')
}

/** `class="a {b} c"` */
function weaveMixed({ from, to }: Range, woven: WovenText): void {
  for (let at = from; at < to; ) {
    if (woven.source[at] !== '{') at++
    else {
      const end = skipBraces(woven.source, at, to)
      if (woven.source[end - 1] === '}') weaveGiven({ from: at + 1, to: end - 1 }, woven, false)
      at = end
    }
  }
}
