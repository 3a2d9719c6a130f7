/** The text before a dot (`this.db`, `make().client`, `new Foo()`) becomes steps. What cannot be read so is not guessed at. */

export type Step = { name: string; called: boolean }
/** `construct`: the first called step is behind `new`; its own members come after. `literal`: a string, number, list … */
export type Reading = { steps: readonly Step[]; construct: boolean } | 'literal' | undefined

const step = /^#?[\p{L}_$][\p{L}\p{N}_$]*/u
const separator = /^(?:\?\.|!\.|\.|::|->)/
const literal = /^(?:["'`\d[{]|(?:[rbfuRBFU]{1,2}["'])|\/)/

export function readExpression(text: string): Reading {
  if (literal.test(text)) return 'literal'
  const construct = text.startsWith('new ')
  let rest = construct ? text.slice(4) : text
  const steps: Step[] = []
  for (;;) {
    const name = step.exec(rest)?.[0]
    if (name === undefined) return undefined
    rest = rest.slice(name.length)
    const called = rest.startsWith('()')
    if (called) rest = rest.slice(2)
    steps.push({ name, called })
    if (rest === '' || rest === '!') return { steps, construct }
    const dot = separator.exec(rest)?.[0]
    if (dot === undefined) return undefined
    rest = rest.slice(dot.length)
  }
}
