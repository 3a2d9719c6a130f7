/** Methods of one name in several impls keep their addresses when another impl is written above them. */
import { afterAll, expect, it } from 'vitest'
import { createParser } from '../../create-parser.ts'

const parser = createParser()
afterAll(() => parser.close())

const impl = (head: string): string => `${head} {\n    fn fmt(&self, f: &mut F) -> R { f.go() }\n}\n`
const open = (build: string): string => `#[cfg(${build})]\nfn open(path: &str) {}\n`

async function tagsOf(text: string): Promise<string[]> {
  const outcome = await parser.parse(text, 'rust')
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return outcome.parsed.facts.symbols.map(({ qualified_name, tag }) => `${qualified_name} ${tag}`)
}

it('[PA7] the trait and type arguments of an impl and cfg distinguish namesakes, whatever comes above', async () => {
  const parts = [
    impl('impl fmt::Display for Money'),
    impl('impl fmt::Debug for Money'),
    impl('impl Wrapped<u8>'),
    impl('impl Wrapped<u16>'),
    open('unix'),
    open('windows'),
  ]
  const all = await tagsOf(parts.join('\n'))
  expect(new Set(all).size).toBe(parts.length)
  expect(all.filter((tag) => tag.includes('#'))).toEqual([])
  for (const [at, part] of parts.entries()) expect(await tagsOf(part)).toEqual([all[at]])
})

it("[PA7] renaming an impl's own parameters changes no tag", async () => {
  expect(await tagsOf(impl("impl<'a, T: A> Wrapped<'a, T>"))).toEqual(await tagsOf(impl('impl<K: A> Wrapped<K>')))
})
