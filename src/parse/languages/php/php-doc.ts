/** Types in a PHPDoc comment: `@param`, `@return`, `@var`, `@property`, `@method`. Text in, text out. */

export type PhpDoc = {
  /** With the `$`. */
  params: ReadonlyMap<string, string>
  returns: string
  /** `@var Foo`, and by name `@var Foo $x`; the nameless under ''. */
  vars: ReadonlyMap<string, string>
  /** Of the magic properties of a class, without the `$`. */
  properties: ReadonlyMap<string, string>
  /** Return types of the magic methods of a class. */
  methods: ReadonlyMap<string, string>
  /** Type variables: they represent a class, but are none. */
  templates: ReadonlySet<string>
}

const tag = /@(?:phpstan-|psalm-)?(param|return|var|property(?:-read|-write)?|method)\s+/g

export function readPhpDoc(doc: string): PhpDoc {
  const found = {
    params: new Map(),
    returns: '',
    vars: new Map(),
    properties: new Map(),
    methods: new Map(),
    templates: templatesIn(doc),
  }
  if (!doc.includes('@')) return found
  for (const { 1: word, 0: whole, index } of doc.matchAll(tag)) {
    const rest = doc.slice(index + whole.length, index + whole.length + 400)
    if (word === 'method') readMethod(rest, found.methods)
    else {
      const type = typeAtStart(rest)
      const name = /^\s*(?:&|\.\.\.)*\$(\w+)/.exec(rest.slice(type.length))?.[1] ?? ''
      if (word === 'return') found.returns ||= type
      else if (word === 'var') found.vars.set(name === '' ? '' : `$${name}`, type)
      else if (word === 'param') put(found.params, `$${name}`, type)
      else put(found.properties, name, type)
    }
  }
  return found
}

function templatesIn(doc: string): Set<string> {
  return new Set([...doc.matchAll(/@(?:phpstan-|psalm-)?template(?:-\w+)?\s+(\w+)/g)].map((found) => found[1] ?? ''))
}

/** `@method static Foo make(string $x)` */
function readMethod(rest: string, methods: Map<string, string>): void {
  const from = /^static\s+(?=\S+\s+\w+\s*\()/.exec(rest)?.[0].length ?? 0
  const type = typeAtStart(rest.slice(from))
  const name = /^\s+(\w+)\s*\(/.exec(rest.slice(from + type.length))?.[1]
  if (name !== undefined) put(methods, name, type)
}

/** The first one wins: `@phpstan-param` is the more exact form. */
function put(map: Map<string, string>, name: string, type: string): void {
  if (type !== '' && !map.has(name)) map.set(name, type)
}

/** A type ends at the first space outside its brackets; `A | B` continues. */
function typeAtStart(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] as string
    if ('<({['.includes(unit)) depth++
    else if ('>)}]'.includes(unit)) depth--
    else if (/\s/.test(unit) && depth <= 0) {
      const goesOn = /^\s*[|&]\s*\S/.test(text.slice(at, at + 40)) || /[|&]\s*$/.test(text.slice(0, at))
      if (!goesOn || unit === '\n') return text.slice(0, at)
    }
  }
  return text
}
