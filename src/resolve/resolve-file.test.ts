/** Links whole small repos: `links.txt` next to each lists every use with its outcome, checked by a person. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LinkedRepo, linkRepo, readFolder } from '../../test/kit/linked-repo.ts'
import { symbolKey } from '../contract/identity.ts'
import type { LinkOutcome } from '../contract/links.ts'

const repos = path.resolve(import.meta.dirname, '../../test/repos')

describe('links of whole repos', () => {
  for (const [language, promise] of [
    ['python', '[RE1] every use of Python'],
    ['typescript', '[RE2] every use of TypeScript and JavaScript'],
    ['go', '[RE3] every use of Go'],
    ['java', '[RE4] every use of Java'],
    ['csharp', '[RE120] every use of C#'],
    ['php', '[RE50] every use of PHP'],
    ['ruby', '[RE51] every use of Ruby'],
    ['rust', '[RE60] every use of Rust'],
    ['swift', '[RE90] every use of Swift'],
    ['zig', '[RE93] every use of Zig'],
    ['components', '[RE40, RE41, RE42] every use of components, a page and a notebook'],
    ['haskell', '[RE94] every use of Haskell'],
    ['kotlin', '[RE110, RE112] every use of Kotlin, and of Java beside it,'],
    ['scala', '[RE114, RE112] every use of Scala, and of Java beside it,'],
  ] as const) {
    it(`${promise} has exactly one target, or the reason why not`, async () => {
      const repo = await linkRepo(filesOf(language))
      await expect(linksText(repo)).toMatchFileSnapshot(path.join(repos, language, 'links.txt'))
    })
  }
})

function filesOf(language: string): Record<string, string> {
  const { 'links.txt': _, ...files } = readFolder(path.join(repos, language))
  return files
}

/** `5:3 calls ledger.post → shop/ledger.py#post` */
function linksText(repo: LinkedRepo): string {
  const lines: string[] = []
  for (const [file, view] of repo.facts) {
    const links = repo.links.get(file)
    if (view.uses().length > 0) lines.push('', file)
    for (const [at, use] of view.uses().entries()) {
      const name = use.receiver === '' ? use.name : `${use.receiver}.${use.name}`
      lines.push(`  ${use.line}:${use.column} ${use.use} ${name} → ${shown(links?.uses[at], repo)}`)
    }
    for (const { edge, line, column, target } of links?.derived ?? [])
      lines.push(`  ${line}:${column} ${edge} → ${symbolText(target, repo)}`)
  }
  return `${lines.join('\n').trim()}\n`
}

function shown(outcome: LinkOutcome | undefined, repo: LinkedRepo): string {
  if (outcome === undefined) return 'no outcome'
  if (outcome.to === 'nothing') return `(${outcome.reason})`
  return outcome.to === 'package' ? outcome.target : symbolText(outcome.target, repo)
}

function symbolText(target: { path: string; key: string }, repo: LinkedRepo): string {
  const symbols = repo.facts.get(target.path)?.outline().symbols ?? []
  const symbol = symbols.find((one) => symbolKey(one.qualified_name, one.tag) === target.key)
  if (target.key === '') return target.path
  const twin = symbols.filter((one) => one.qualified_name === symbol?.qualified_name).length > 1 ? `:${symbol?.name_line}` : ''
  return `${target.path}#${symbol?.qualified_name ?? '?'}${twin}`
}
