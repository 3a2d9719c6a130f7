/** `cairn watch` in difficult cases: missing folders, locks, limits, a closed terminal. Runs the built program. */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { repoKey } from '../../src/contract/identity.ts'
import { asRepoId } from '../../src/contract/ids.ts'
import { tryProcessLock } from '../../src/store/embedded/process-lock.ts'
import { environment, program, runCairn, startCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { change, files, indexed, it, known, startWatch, WatchProcess, watchedBy } from '../kit/watch-process.ts'
import { requireOrSkip } from '../requirements.ts'

const canHaveTerminal = spawnSync('script', ['-qfec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0
const canLimit =
  spawnSync('unshare', ['-Ur', 'bash', '-c', 'echo 9000 > /proc/sys/user/max_inotify_watches'], { stdio: 'ignore' }).status === 0

describe.concurrent('difficult cases', () => {
  it('[WA4] a folder that is moved away and back, removed and created again, or replaced', async () => {
    const { root, ...rest } = indexed()
    const options = { ...rest, cwd: rest.home }
    const watch = await startWatch(options)
    renameSync(root, `${root}-away`)
    expect(await watch.next('gone')).toMatchObject({ root })
    appendFileSync(path.join(`${root}-away`, 'a.py'), '\n\ndef away():\n    pass\n')
    renameSync(`${root}-away`, root)
    await watch.next('back')
    expect(await watch.next('caught-up')).toMatchObject({ edited: 1 })
    await change(watch, () => appendFileSync(path.join(root, 'a.py'), '\n\ndef again():\n    pass\n'))

    const copy = `${root}-copy`
    cpSync(root, copy, { recursive: true })
    rmSync(root, { recursive: true, force: true })
    await watch.next('gone')
    cpSync(copy, root, { recursive: true })
    await watch.next('back')
    const marked = () => appendFileSync(path.join(root, 'b.py'), '\n\ndef anew():\n    pass\n')
    await change(watch, marked, ({ edited }) => edited === 1)

    // Replaced between two checks, so no check finds it missing.
    writeFiles(copy, { 'b.py': 'def other_folder():\n    pass\n' })
    renameSync(root, `${root}-old`)
    renameSync(copy, root)
    await until(() => known(root, options.home, 'other_folder').length === 1)
    await change(
      watch,
      () => writeFiles(root, { 'e.py': 'def last():\n    pass\n' }),
      ({ added }) => added > 0,
    )
    expect(known(root, options.home, 'last')).toEqual(['e.py:1'])
    expect(watch.of('problem')).toEqual([])
    await watch.end()
  })

  it('[WA13] a dozen repos are watched without a warning from Node', async () => {
    const home = tempFolder('home')
    const roots = Array.from({ length: 12 }, (_, at) => gitRepo(files, `repo${at}`))
    expect(runCairn(['index', ...roots], { cwd: home, home }).status).toBe(0)
    const watch = await startWatch({ cwd: home, home })
    expect(watch.events[0]).toMatchObject({ event: 'started' })
    expect((watch.events[0] as { repos: string[] }).repos).toHaveLength(12)
    await watch.end()
    expect(watch.stderr).not.toMatch(/Warning/)
  })

  it('[WA5] repos registered and removed while it runs, and repos chosen by name', async () => {
    const { root, ...options } = indexed(files, 'first')
    const second = gitRepo(files, 'second')
    const watch = await startWatch(options)
    expect(watch.events[0]).toMatchObject({ event: 'started', pid: watch.child.pid, repos: ['first'] })
    expect(runCairn(['index', second], options).status).toBe(0)
    expect(await watch.next('added')).toMatchObject({ repo_id: 'second', root: second })
    await change(
      watch,
      () => appendFileSync(path.join(second, 'a.py'), '\nx = 1\n'),
      ({ repo_id }) => repo_id === 'second',
    )
    expect(runCairn(['remove', 'second'], options).status).toBe(0)
    expect(await watch.next('removed')).toMatchObject({ repo_id: 'second' })
    appendFileSync(path.join(second, 'a.py'), '\nx = 2\n')
    await change(
      watch,
      () => appendFileSync(path.join(root, 'a.py'), '\nx = 1\n'),
      ({ repo_id }) => repo_id === 'first',
    )
    await watch.end()

    const named = new WatchProcess(startCairn(['watch', second], options))
    expect(await named.next('indexing')).toMatchObject({ repo_id: 'second', changed: null })
    expect(await named.next('caught-up')).toMatchObject({ how: 'repo', files: 2, added: 2 })
    await named.next('ready')
    appendFileSync(path.join(root, 'a.py'), '\nx = 3\n')
    await change(named, () => appendFileSync(path.join(second, 'a.py'), '\nx = 3\n'))
    expect(named.of('caught-up').map(({ repo_id }) => repo_id)).toEqual(['second', 'second'])
    await named.end()
    expect(runCairn(['watch', 'nobody'], options).status).toBe(3)
  })

  it('[WA8] a repo that another process indexes is tried again; a damaged or read-only one does not end the watch', async () => {
    const { root, ...options } = indexed(files, 'first')
    const odd = gitRepo(files, 'odd')
    const kept = gitRepo(files, 'kept')
    writeFileSync(path.join(kept, '.llmc'), '')
    expect(runCairn(['index', odd, kept], options).status).toBe(0)
    const watch = await startWatch(options)
    writeFileSync(path.join(odd, '.git/HEAD'), 'garbage\n')
    writeFileSync(path.join(odd, '.git/index'), 'garbage\n')
    await change(
      watch,
      () => appendFileSync(path.join(odd, 'a.py'), '\nx = 1\n'),
      ({ repo_id }) => repo_id === 'odd',
    )
    await change(
      watch,
      () => appendFileSync(path.join(kept, 'a.py'), '\nx = 1\n'),
      ({ repo_id }) => repo_id === 'kept',
    )

    const lock = tryProcessLock(path.join(options.home, 'cairn/locks', `${repoKey(asRepoId('first'))}.lock`), 'first')
    appendFileSync(path.join(root, 'a.py'), '\nx = 1\n')
    expect(await watch.next('busy')).toMatchObject({ repo_id: 'first' })
    await lock?.release()
    await watch.next('caught-up', ({ repo_id }) => repo_id === 'first')
    expect(watch.of('busy')).toHaveLength(1)
    await watch.end()
  })

  it('[WA8] a damaged store is replaced by a new one', async () => {
    const { root, ...options } = indexed()
    const watch = await startWatch(options)
    const store = path.join(options.home, 'cairn/store.db')
    for (const end of ['', '-wal', '-shm']) if (existsSync(store + end)) rmSync(store + end)
    writeFileSync(store, 'this is no database, whatever it is called'.repeat(200))
    appendFileSync(path.join(root, 'a.py'), '\nx = 1\n')
    await watch.next('caught-up', ({ how }) => how === 'repo')
    await change(
      watch,
      () => appendFileSync(path.join(root, 'a.py'), '\nx = 2\n'),
      ({ edited }) => edited === 1,
    )
    expect(watch.of('problem')).toHaveLength(0)
    await watch.end()
  })
})

describe.concurrent('only one, and only as long as its terminal is open', () => {
  it('[WA10] a second one is refused, and the message names the first; a killed one blocks nothing', async () => {
    const { root, ...options } = indexed()
    const first = await startWatch(options)
    const second = runCairn(['watch'], options)
    expect(second.status).toBe(5)
    expect(JSON.parse(second.stdout).meta).toMatchObject({ status: 'ERROR', error_code: 'INDEX_LOCKED' })
    expect(second.stderr).toContain(`process ${first.child.pid}`)
    await first.end('SIGKILL')
    const third = await startWatch(options)
    await change(third, () => appendFileSync(path.join(root, 'a.py'), '\nx = 1\n'))
    expect(await third.end('SIGINT')).toBe(130)
    expect(third.of('ended')).toMatchObject([{ reason: 'stopped' }])
    expect(third.stderr).toBe('')
  })

  it('[WA9] SIGHUP ends it, and so does the end of its parent process', async () => {
    const { root, ...options } = indexed()
    expect(await (await startWatch(options)).end('SIGHUP')).toBe(129)
    // A shell that starts it in the background, keeps its pipe open, and is killed.
    const shell = spawn('bash', ['-c', '"$0" "$1" watch --set watch_heartbeat_s=1 & wait', process.execPath, program], {
      cwd: root,
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const watch = new WatchProcess(shell as ReturnType<typeof startCairn>)
    await watch.next('ready')
    shell.kill('SIGKILL')
    expect(await watch.next('ended')).toMatchObject({ reason: 'orphaned' })
    // Its pipe closes only when it has ended.
    await watch.exited
    const next = await startWatch(options)
    await next.end()
  })

  requireOrSkip(
    'script',
    canHaveTerminal,
    'there is no program `script` to make a terminal',
  )('[WA9, WA11] on a terminal it prints text, and it ends when the terminal closes', async () => {
    const { root, ...options } = indexed()
    const left = path.join(options.home, 'left')
    // Like a shell, it forwards the hangup; then it records how the watch ended.
    const shell = `"${process.execPath}" "${program}" watch & trap "kill -HUP $!; kill -HUP $!" HUP; wait $!; wait $!; echo $? > "${left}"`
    const terminal = spawn('script', ['-qfec', shell, '/dev/null'], { cwd: root, env: environment(options) })
    let said = ''
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await until(() => said.includes('Up to date.'))
    appendFileSync(path.join(root, 'a.py'), '\nx = 1\n')
    await until(() => said.includes('1 file caught up in'))
    terminal.kill('SIGKILL')
    await until(() => existsSync(left) && readFileSync(left, 'utf8') !== '')
    expect(readFileSync(left, 'utf8')).toBe('129\n')
    await (await startWatch(options)).end()
  })

  it('[WA9] running work is aborted cleanly', async () => {
    const home = tempFolder('home')
    const many = Array.from({ length: 400 }, (_, at) => [`m${at}.py`, `def made_${at}():\n    return ${at}\n`] as const)
    const root = gitRepo(Object.fromEntries(many))
    const watch = new WatchProcess(startCairn(['watch', root], { cwd: root, home }))
    await watch.next('indexing')
    expect(await watch.end('SIGHUP')).toBe(129)
    const again = await startWatch({ cwd: root, home })
    expect(known(root, home, 'made_7')).toEqual(['m7.py:1'])
    await again.end()
  })
})

describe.concurrent('without file events', () => {
  requireOrSkip(
    'userns',
    canLimit,
    'folders to watch cannot be limited here (unshare)',
  )("[WA6] at the system's limit it says so, frees its watches, and polls", async () => {
    const { root, ...options } = indexed()
    const small = gitRepo(files, 'small')
    expect(runCairn(['index', small], options).status).toBe(0)
    for (let at = 0; at < 60; at++) writeFiles(root, { [`d${at}/m.py`]: `x = ${at}\n` })
    const limited =
      'echo 50 > /proc/sys/user/max_inotify_watches; exec "$0" "$1" watch --set watch_poll_s=1 --set watch_heartbeat_s=1'
    const child = spawn('unshare', ['-Ur', 'bash', '-c', limited, process.execPath, program], {
      cwd: root,
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const watch = new WatchProcess(child as ReturnType<typeof startCairn>)
    // While the large repo uses all watches of the system, the small one may get none.
    expect(await watch.next('polling')).toMatchObject({ every_s: 1, fix: expect.stringContaining('sysctl') })
    expect(await watch.next('ready')).toMatchObject({ repos: 2, current: 2 })
    expect(watch.of('polling').map(({ repo_id }) => repo_id)).toContain('repo')
    expect(watchedBy(child.pid ?? 0)).toBeLessThan(20)
    await change(
      watch,
      () => appendFileSync(path.join(root, 'd7/m.py'), 'y = 1\n'),
      ({ repo_id }) => repo_id === 'repo',
    )
    await change(
      watch,
      () => appendFileSync(path.join(small, 'a.py'), 'y = 1\n'),
      ({ repo_id }) => repo_id === 'small',
    )
    await watch.end()
  })
})
