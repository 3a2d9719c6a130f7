/** `cairn watch` sees what changes: a real process, real git, real edits. Runs the built program. */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { computeRoute } from '../../src/app/route.ts'
import { environment, program, runCairn, startCairn } from '../kit/run-cairn.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { change, files, indexed, it, known, pause, startWatch } from '../kit/watch-process.ts'

describe.concurrent('what changes is caught up', () => {
  it('[WA1] an edit, a new file, a deletion, a rename, a commit', async () => {
    const { root, ...options } = indexed()
    const watch = await startWatch(options)
    const edited = await change(watch, () => writeFiles(root, { 'a.py': '\n\ndef alpha():\n    return 2\n' }))
    expect(edited).toMatchObject({ how: 'files', files: 1, edited: 1, added: 0, deleted: 0 })
    expect(known(root, options.home, 'alpha')).toEqual(['a.py:3'])
    expect(await change(watch, () => writeFiles(root, { 'c.py': 'def gamma():\n    pass\n' }))).toMatchObject({ added: 1 })
    expect(known(root, options.home, 'gamma')).toEqual(['c.py:1'])
    expect(await change(watch, () => rmSync(path.join(root, 'c.py')))).toMatchObject({ deleted: 1 })
    expect(known(root, options.home, 'gamma')).toEqual([])
    const renamed = await change(watch, () => renameSync(path.join(root, 'b.py'), path.join(root, 'd.py')))
    expect(renamed).toMatchObject({ added: 1, deleted: 1 })
    expect(known(root, options.home, 'beta')).toEqual(['d.py:4'])
    const commit = commitAll(root)
    await watch.next('caught-up', (event) => event.commit === commit)
    git(root, 'commit', '-q', '--allow-empty', '-m', 'nothing')
    const empty = git(root, 'rev-parse', 'HEAD')
    expect(await watch.next('caught-up', (event) => event.commit === empty)).toMatchObject({ files: 0 })
    expect(await computeRoute(root)).toMatchObject({ use_rag: true, freshness_state: 'FRESH' })
    expect(await watch.end()).toBe(143)
  })

  it('[WA1] a branch switch of hundreds of files, with one build, and hundreds of folders watched after it', async () => {
    const { root, ...options } = indexed()
    git(root, 'checkout', '-q', '-b', 'other')
    const many = Array.from(
      { length: 320 },
      (_, at) => [`pkg${at % 80}/in/m${at}.py`, `def made_${at}():\n    return ${at}\n`] as const,
    )
    writeFiles(root, Object.fromEntries(many))
    const there = commitAll(root)
    git(root, 'checkout', '-q', 'main')
    const watch = await startWatch(options)
    git(root, 'checkout', '-q', 'other')
    await watch.next('caught-up', (event) => event.commit === there)
    expect(watch.of('indexing').length).toBeGreaterThan(0)
    expect(watch.of('caught-up').reduce((sum, { added }) => sum + added, 0)).toBe(320)
    expect(watch.of('caught-up').map(({ how }) => how)).toContain('repo')
    expect(known(root, options.home, 'made_319')).toEqual(['pkg79/in/m319.py:1'])
    await change(watch, () => appendFileSync(path.join(root, 'pkg79/in/m319.py'), '\n\ndef later():\n    pass\n'))
    expect(known(root, options.home, 'later')).toEqual(['pkg79/in/m319.py:5'])
    git(root, 'checkout', '-q', '-f', 'main')
    await watch.next('caught-up', ({ deleted }) => deleted > 200)
    expect(known(root, options.home, 'made_1')).toEqual([])
    await watch.end()
  })

  it('[WA3] folders created together with their contents', async () => {
    const { root, ...options } = indexed()
    const watch = await startWatch(options)
    const deep = path.join(root, 'x/y/z/w')
    await change(watch, () => {
      mkdirSync(deep, { recursive: true })
      writeFileSync(path.join(deep, 'm.py'), 'def deep():\n    pass\n')
    })
    await change(watch, () => writeFileSync(path.join(deep, 'm.py'), '\ndef deep():\n    pass\n'))
    expect(known(root, options.home, 'deep')).toEqual(['x/y/z/w/m.py:2'])
    await change(watch, () => renameSync(path.join(root, 'x/y'), path.join(root, 'v')))
    await change(watch, () => appendFileSync(path.join(root, 'v/z/w/m.py'), '\n\ndef deeper():\n    pass\n'))
    expect(known(root, options.home, 'deeper')).toEqual(['v/z/w/m.py:6'])
    await watch.end()
  })

  it('[WA1] in a worktree and in a submodule, whose git folders are elsewhere, and without git', async () => {
    const { root, ...options } = indexed()
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '-b', 'side', tree)
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', gitRepo(files), 'sub')
    const sub = path.join(root, 'sub')
    const plain = tempFolder('plain')
    writeFiles(plain, files)
    expect(runCairn(['index', tree, sub, plain], options).status).toBe(0)
    const watch = await startWatch(options)
    for (const at of [tree, sub]) {
      git(at, 'commit', '-q', '--allow-empty', '-m', 'nothing')
      const head = git(at, 'rev-parse', 'HEAD')
      await watch.next('caught-up', ({ commit }) => commit === head)
    }
    expect(await change(watch, () => writeFiles(plain, { 'a.py': 'x = 1\n' }))).toMatchObject({ commit: null, edited: 1 })
    await watch.end()
  })
})

describe.concurrent('and nothing else', () => {
  it('[WA2] one edit causes one refresh; ignored files, git and our own writes cause none', async () => {
    const { root, ...options } = indexed({ ...files, '.gitignore': '*.log\nout/\n' })
    const watch = await startWatch(options)
    await change(watch, () => appendFileSync(path.join(root, 'a.py'), '\nx = 1\n'))
    writeFiles(root, {
      'noise.log': 'x',
      'out/deep/er.py': 'def hidden():\n    pass\n',
      'node_modules/m/i.js': 'x',
      '.llmc/mine': 'x',
    })
    git(root, 'status')
    git(root, 'update-index', '-q', '--really-refresh')
    await pause(2_000)
    expect(watch.of('caught-up')).toHaveLength(1)
    await watch.end()
  })

  it('[WA2] its own output in a file of a watched repo is not a change', async () => {
    const { root, home } = indexed()
    const log = path.join(root, 'watch.jsonl')
    const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [])
    const child = spawn('bash', ['-c', 'exec "$0" "$1" watch >> watch.jsonl', process.execPath, program], {
      cwd: root,
      env: environment({ cwd: root, home }),
      stdio: 'ignore',
    })
    try {
      await until(() => lines().some((line) => line.includes('"ready"')))
      appendFileSync(path.join(root, 'a.py'), 'y = 1\n')
      await until(() => lines().some((line) => line.includes('"caught-up"') && !line.includes('"edited":0')))
      const before = lines().length
      await pause(2_000)
      expect(lines().slice(before)).toEqual([])
    } finally {
      child.kill('SIGKILL')
    }
  })

  it('[WA11] text output on request', async () => {
    const { root, ...options } = indexed()
    const child = startCairn(['watch', '--text'], options)
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await until(() => said.includes('Up to date.'))
    appendFileSync(path.join(root, 'a.py'), '\nx = 1\n')
    await until(() => said.includes('caught up'))
    child.kill('SIGINT')
    await new Promise((resolve) => child.once('close', resolve))
    expect(said).toMatch(
      /^Watching 1 repo\. Ctrl-C ends it\.\nUp to date\.\nrepo {2}1 file caught up in \d+\.\d s \(1 edited\)\n$/,
    )
  })
})
