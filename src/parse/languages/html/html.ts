/** Pages: their scripts, the scripts they load, and event handlers of their elements (`onclick="save()"`). */
import { attributeOf, Markup, type OpenTag } from '../../embedded/markup.ts'
import { plainScripts, type ScriptKind, scriptKind } from '../../embedded/script-language.ts'
import { WovenText } from '../../embedded/woven-text.ts'
import type { EmbeddedLanguage, EmbeddedReading } from '../../language.ts'

export const html: EmbeddedLanguage = { kind: 'embedded', read: readHtml }

function readHtml(text: string): EmbeddedReading {
  const woven: Record<ScriptKind, WovenText> = { js: new WovenText(text), ts: new WovenText(text), tsx: new WovenText(text) }
  const handlers = new WovenText(text)
  const markup = new Markup(text, { from: 0, to: text.length }, { braces: false })
  for (let token = markup.next(); token; token = markup.next()) {
    if (token.is !== 'open') continue
    weaveHandlers(token, handlers)
    if (!rawElements.has(token.name.toLowerCase()) || token.selfClosing) continue
    const content = markup.raw(token.name)
    const kind = token.name.toLowerCase() === 'script' ? kindOf(text, token) : undefined
    if (kind === undefined) continue
    weaveSource(token, woven[kind])
    if (text.slice(content.from, content.to).trim() !== '') woven[kind].take(content.from, content.to).put('\n')
  }
  const parts = (Object.keys(woven) as ScriptKind[]).map((kind) => ({ language: plainScripts[kind], woven: woven[kind] }))
  const uses = { language: plainScripts.js, woven: handlers, usesOnly: true }
  return { parts: [...parts, uses].filter((part) => !part.woven.isEmpty), reason: '' }
}

/** Elements whose content is text, whatever it looks like. */
const rawElements = new Set(['script', 'style', 'textarea', 'title'])

/** undefined for data (`application/json`), templates and other languages. */
function kindOf(text: string, tag: OpenTag): ScriptKind | undefined {
  return scriptKind((attributeOf(text, tag, 'lang') || attributeOf(text, tag, 'type')) ?? '')
}

/** `src="js/app.js"` is relative to the page, like `./js/app.js` in a script. */
function weaveSource(tag: OpenTag, woven: WovenText): void {
  const source = tag.attributes.find((attribute) => attribute.name.toLowerCase() === 'src')?.value
  const written = source && woven.source.slice(source.from, source.to)
  // A URL of another site, or a server's placeholder, names no file of the repo.
  if (!source || !written || /^[a-z]+:|^\/\/|[{}<>%$\s'"\\`]/i.test(written)) return
  woven
    .put(`import "${/^[./]/.test(written) ? '' : './'}`)
    .take(source.from, source.to)
    .put('"\n')
}

function weaveHandlers(tag: OpenTag, woven: WovenText): void {
  for (const { name, value } of tag.attributes) {
    if (!value || !/^on[a-z]+$/i.test(name) || /\{\{|\{%|<%|\$\{/.test(woven.source.slice(value.from, value.to))) continue
    woven.put('\n((event)=>{').take(value.from, value.to).put('\n});')
  }
}
