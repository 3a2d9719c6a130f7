import { describe, expect, it } from 'vitest'
import { asRepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { Candidate } from './candidates.ts'
import { pathFactors } from './path-factors.ts'
import { readQuery } from './read-query.ts'

const candidate = (path: string, level: SearchLevel): Candidate => ({
  repo_id: asRepoId('acme/shop'),
  level,
  path,
  ordinal: 0,
  words: 1,
  matches: [],
  near: [],
  part: 0,
  files: 0,
})
/** Why a file ranks lower for a question. */
const lower = (path: string, question = 'retry an upload', level: SearchLevel = 'file'): string[] =>
  pathFactors(candidate(path, level), readQuery(question), { row: undefined, isNamed: false }).map(({ times, why }) => {
    expect(times).toBeLessThan(1)
    return why
  })

describe('files that rank lower', () => {
  it('[SE7] are told by their path', () => {
    expect(
      Object.fromEntries(
        [
          ...['src/retry.ts', 'vendor/retry.go', 'third_party/a/retry.c', 'examples/retry.py', 'bench/retry.ts', 'dist/retry.js'],
          ...[
            'build/auth/retry.js',
            'src/build/retry.ts',
            'build.ts',
            'src/retry.pb.go',
            'retry_pb2.py',
            'src/generated/retry.ts',
          ],
          ...['src/index.ts', 'src/retry.d.ts', 'docs/fr/retry.md', 'README.zh-CN.md', 'src/it/retry.ts', 'src/id.ts'],
        ].map((path) => [path, lower(path).join()]),
      ),
    ).toEqual({
      'src/retry.ts': '',
      'vendor/retry.go': 'a copy of another project',
      'third_party/a/retry.c': 'a copy of another project',
      'examples/retry.py': 'an example',
      'bench/retry.ts': 'an example',
      'dist/retry.js': 'made by a build',
      'build/auth/retry.js': 'made by a build',
      'src/build/retry.ts': '',
      'build.ts': '',
      'src/retry.pb.go': 'generated',
      'retry_pb2.py': 'generated',
      'src/generated/retry.ts': 'generated',
      'src/index.ts': 're-exports what other files define',
      'src/retry.d.ts': 'declarations only',
      'docs/fr/retry.md': 'a translation',
      'README.zh-CN.md': 'a translation',
      'src/it/retry.ts': '',
      'src/id.ts': '',
    })
  })
  it('[SE7] do not if the question asks for them, except generated files, barrels and declarations', () => {
    const asked = 'vendored dependencies, examples, translations and the build of generated index declarations'
    for (const path of ['vendor/a.go', 'examples/a.py', 'docs/fr/a.md', 'dist/a.js']) expect(lower(path, asked)).toEqual([])
    for (const path of ['src/a.pb.go', 'src/index.ts', 'src/a.d.ts']) expect(lower(path, asked)).toHaveLength(1)
  })
  it('[SE7] on level doc are only translations and copies of other projects', () => {
    for (const path of ['examples/a.md', 'dist/a.md', 'generated/a.md']) expect(lower(path, 'retry', 'doc')).toEqual([])
    for (const path of ['vendor/a.md', 'docs/de/a.md']) expect(lower(path, 'retry', 'doc')).toHaveLength(1)
  })
})
