/** Projects that Cairn is measured on stay out of the training data, and so does code under licences that ask for more than a notice. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../kit/temp-repo.ts'

const training = path.resolve(import.meta.dirname, '../../training')

/** What a function of a training script returns for each argument. */
function callEach(module: string, name: string, values: readonly unknown[]): unknown[] {
  const program = `import { readFileSync } from 'node:fs'
    import { ${name} } from ${JSON.stringify(path.join(training, module))}
    const values = JSON.parse(readFileSync(0, 'utf8'))
    console.log(JSON.stringify(values.map((value) => ${name}(value) ?? null)))`
  const options = { encoding: 'utf8', input: JSON.stringify(values), maxBuffer: 1 << 26 } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], options)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe('projects of the evaluation', () => {
  it('[TR2] are recognised by the names and addresses of their packages', () => {
    const kept = {
      'python3-requests': 'psf/requests',
      'golang-github-spf13-cobra-dev': 'spf13/cobra',
      'librust-serde-1+derive-dev': 'serde-rs/serde',
      'ruby-rack': 'rack/rack',
      'node-express': 'expressjs/express',
      'libgoogle-gson-java': 'google/gson',
      '@babel/core': 'babel/babel',
      '@nestjs/common': 'nestjs/nest',
      'https://github.com/google/gson': 'google/gson',
      'git+https://github.com/colinhacks/zod.git': 'colinhacks/zod',
      'python3-twisted': null,
      rxjs: null,
    }
    const names = Object.keys(kept).map((name) => [name])
    expect(callEach('corpus/keep-out.mjs', 'keepOutReason', names)).toEqual(Object.values(kept))
  })

  it('[TR2] are recognised by the folders of vendored copies', () => {
    const kept = {
      'pip/_vendor/requests/api.py': true,
      'third_party/googletest/src/gtest.cc': true,
      'include/nlohmann/json.hpp': true,
      'vendor/github.com/spf13/cobra/command.go': true,
      'node_modules/lodash-4.17.21/map.js': true,
      'src/core/json/reader.c': false,
      'lib/twisted/web/server.py': false,
    }
    expect(callEach('corpus/keep-out.mjs', 'isKeptOutPath', Object.keys(kept))).toEqual(Object.values(kept))
  })

  const blob = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex').slice(0, 16)
  const projects = readFileSync(path.join(training, 'keep-out.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

  function check(pairs: readonly object[], known = projects) {
    const folder = tempFolder()
    const blobs = path.join(folder, 'blobs')
    mkdirSync(blobs)
    for (const project of known) writeFileSync(path.join(blobs, `${project.replace('/', '+')}.txt`), `${blob(project)}\n`)
    writeFileSync(path.join(folder, 'pairs.jsonl'), pairs.map((pair) => JSON.stringify(pair)).join('\n'))
    const script = path.join(training, 'corpus/check-keep-out.mjs')
    return spawnSync(process.execPath, [script, blobs, path.join(folder, 'pairs.jsonl')], { encoding: 'utf8' })
  }
  const good = { g: 'rxjs', p: 'src/map.ts', f: blob('other text') }

  it.each([
    ['nothing of them', good, 0, '0 packages by name, 0 pairs by folder, 0 files by content'],
    ['a package', { ...good, g: 'python3-flask' }, 1, '1 packages by name'],
    ['a folder', { ...good, p: 'vendor/lodash/map.js' }, 1, '1 pairs by folder'],
    ['a file', { ...good, f: blob('psf/requests') }, 1, '1 files by content'],
  ])('[TR2] the check finds %s', (_, pair, status, words) => {
    const checked = check([good, pair])
    expect(checked.stdout).toContain(words)
    expect(checked.status).toBe(status)
  })

  it('[TR2] the check fails when the contents of a project are not known', () => {
    const checked = check([good], projects.slice(1))
    expect(checked.stdout).toContain(`no hashes of: ${projects[0]}`)
    expect(checked.status).toBe(1)
  })
})

describe('licences', () => {
  it('[TR3] only those that ask for a notice at most, or for changes of the same files, are accepted', () => {
    const accepted = {
      MIT: true,
      Expat: true,
      'Apache-2.0': true,
      'BSD-3-clause': true,
      'MPL-2.0': true,
      'Ruby or GPL-2': true,
      'EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0': true,
      'GPL-2+': false,
      'LGPL-2.1': false,
      'AGPL-3.0': false,
      'GPL family': false,
      'SEE LICENSE IN license': false,
      unknown: false,
      '': false,
    }
    expect(callEach('corpus/licence.mjs', 'isPermissive', Object.keys(accepted))).toEqual(Object.values(accepted))
  })

  it('[TR3] every package of the corpus has such a licence', () => {
    const lines = readFileSync(path.join(training, 'corpus.tsv'), 'utf8').trimEnd().split('\n')
    const licences = [...new Set(lines.map((line) => line.split('\t')[4] ?? ''))]
    const refused = callEach('corpus/licence.mjs', 'isPermissive', licences).flatMap((ok, at) => (ok ? [] : [licences[at]]))
    expect(lines.length).toBeGreaterThan(10_000)
    expect(refused).toEqual([])
  })

  it('[TR2] no package of the corpus has the name of such a project', () => {
    const lines = readFileSync(path.join(training, 'corpus.tsv'), 'utf8').trimEnd().split('\n')
    const names = lines.map((line) => [line.split('\t')[1] ?? ''])
    expect(callEach('corpus/keep-out.mjs', 'keepOutReason', names).filter((project) => project !== null)).toEqual([])
  })
})
