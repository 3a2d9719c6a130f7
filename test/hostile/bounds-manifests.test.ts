/** A manifest that names thousands of places for each import: what it says is followed with counted work, and takes little memory. */
import { expect, it } from 'vitest'
import { encodeFacts, viewFacts } from '../../src/contract/facts-codec.ts'
import { createParser } from '../../src/parse/create-parser.ts'
import { MOST_OF_FILE } from '../../src/resolve/bench.ts'
import { openProject } from '../../src/resolve/open-project.ts'
import { resolveFile } from '../../src/resolve/resolve-file.ts'

/** Ten times what counted work takes. Without the count it is minutes, and gigabytes. */
const MOST_CPU_MS = 30_000
const LEVELS = 30

const lines = (count: number, line: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between)
const imports = lines(3_000, (i) => `import { x${i} } from 'm${i}'\nx${i}()`)

/** Name → language, source, manifests. */
const cases: Readonly<Record<string, readonly [string, string, Readonly<Record<string, string>>]>> = {
  'paths of a tsconfig': [
    'typescript',
    imports,
    { 'tsconfig.json': `{"compilerOptions":{"paths":{"*":[${lines(20_000, (i) => `"./t${i}/*"`, ',')}]}}}` },
  ],
  'a long package.json': [
    'typescript',
    imports.replaceAll("'m", "'pkg/m"),
    { 'package.json': `{"name":"pkg","exports":{"./*":[${lines(20_000, (i) => `"./t${i}/*"`, ',')}]}}` },
  ],
  'an entry with many stars': [
    'typescript',
    imports.replaceAll("'m", `'pkg/${'b'.repeat(200)}`),
    { 'package.json': `{"name":"pkg","exports":{"./*":["${'*'.repeat(200_000)}"]}}` },
  ],
  'folders of a namespace': [
    'php',
    `<?php\n${lines(3_000, (i) => `use A\\B${i};\nB${i}::f();`)}`,
    { 'composer.json': `{"autoload":{"psr-4":{"A\\\\":[${lines(20_000, (i) => `"t${i}"`, ',')}]}}}` },
  ],
  'targets of a package': [
    'swift',
    lines(4_000, (i) => `import M${i}\nfoo${i}()`),
    { 'Package.swift': lines(8_000, (i) => `.target(name: "T${i}", path: "x")`), 'x/b.swift': '' },
  ],
  'replaced modules': [
    'go',
    `package a\n${lines(5_000, (i) => `import "x/y${i}"`)}\nfunc f() {\n${lines(5_000, (i) => `y${i}.Foo()`)}}`,
    { 'go.mod': `module m\n${lines(15_000, (i) => `replace x${i} => ./q${i}`)}` },
  ],
}

it.each(Object.entries(cases))('[RE130] %s', { timeout: 120_000 }, async (_, [language, text, manifests]) => {
  const { most, cpu } = await linked(language, text, manifests)
  expect(cpu).toBeLessThan(MOST_CPU_MS)
  expect(most).toBeLessThan(MOST_OF_FILE * 1.2)
})

it('[RE10, RE130] configs that refer to each other twice at each level say their paths once', { timeout: 120_000 }, async () => {
  const { uses } = await linked('typescript', "import { x } from '@/x/b'\nx()\n", {
    'tsconfig.json': '{"references":[{"path":"./t0.json"}]}',
    ...Object.fromEntries(Array.from({ length: LEVELS }, (_, i) => [`t${i}.json`, twice(`./t${i + 1}.json`)])),
    [`t${LEVELS}.json`]: '{"compilerOptions":{"paths":{"@/*":["./*"]}}}',
    'x/b.ts': 'export function x() {}\n',
  })
  expect(uses).toContainEqual(expect.objectContaining({ to: 'symbol' }))
})

const twice = (path: string): string => JSON.stringify({ references: [{ path }, { path }] })

async function linked(language: string, text: string, others: Readonly<Record<string, string>>) {
  const path = `a.${{ typescript: 'ts', php: 'php', swift: 'swift', go: 'go' }[language]}`
  const parser = createParser()
  const viewOf = async (given: string) => {
    const outcome = await parser.parse(given, language, { budget_ms: 60_000 })
    if (!('parsed' in outcome)) throw new Error(outcome.reason)
    return viewFacts(encodeFacts(outcome.parsed))
  }
  const view = await viewOf(text)
  const project = openProject({
    paths: () => new Set([path, ...Object.keys(others)]),
    languageOf: (of) => (/\.(?:json|mod)$/.test(of) ? 'text' : language),
    facts: async (of) => (of === path ? view : of.startsWith('x/') ? viewOf(others[of] ?? '') : undefined),
    readText: async (of) => others[of],
    filesDefining: async () => [],
  })
  let most = 0
  const { bench } = project
  const unpin = bench.unpin.bind(bench)
  bench.unpin = () => {
    most = Math.max(most, bench.spent())
    unpin()
  }
  const before = process.cpuUsage().user
  const { uses } = await resolveFile(path, view, project)
  return { uses, most, cpu: (process.cpuUsage().user - before) / 1000 }
}
