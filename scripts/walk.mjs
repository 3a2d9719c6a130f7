/**
 * Counts the source files and rooms that one question, and one question after an edit, use. Each is run as a separate command
 * with coverage; a file counts when at least one of its functions was called (a file that only declares data or types does not).
 * Child processes (the parser) count too.
 *
 *   npm run build && node scripts/walk.mjs [folder with dist/]
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const house = path.resolve(process.argv[2] ?? '.')
const dist = path.join(house, 'dist')
const work = mkdtempSync(path.join(os.tmpdir(), 'cairn-walk-'))
const repo = path.join(work, 'repo')
const home = path.join(work, 'home')

/** Runs the command and returns the files of dist/ with a called function. */
function walk(...args) {
  const coverage = mkdtempSync(path.join(work, 'coverage-'))
  const env = { ...process.env, CAIRN_HOME: home, NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: '1' }
  execFileSync(process.execPath, [path.join(dist, 'surfaces/cli/main.js'), ...args], { cwd: repo, env, stdio: 'pipe' })
  const called = new Set()
  for (const file of readdirSync(coverage)) {
    for (const { url, functions } of JSON.parse(readFileSync(path.join(coverage, file), 'utf8')).result) {
      if (!url.startsWith('file:')) continue
      const inside = path.relative(dist, fileURLToPath(url))
      // The first entry is the module itself; its body runs when it is loaded.
      const ran = functions.slice(1).some(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0)
      if (!inside.startsWith('..') && ran) called.add(inside)
    }
  }
  return called
}

/** `parse/languages/python/uses.js` → `parse`. */
const roomOf = (file) => (file.startsWith('surfaces/') ? file.split('/').slice(0, 2).join('/') : file.split('/')[0])

/** Imports between files that were called and are in different rooms. */
function crossings(called) {
  let count = 0
  for (const file of called) {
    const text = readFileSync(path.join(dist, file), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const target = path.join(path.dirname(file), from)
      if (called.has(target) && roomOf(target) !== roomOf(file)) count++
    }
  }
  return count
}

function report(title, called) {
  const rooms = new Map()
  for (const file of called) rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + 1)
  const parts = [...rooms].sort((a, b) => b[1] - a[1]).map(([room, files]) => `${room} ${files}`)
  console.log(
    `${title}: ${called.size} files, ${rooms.size} rooms, ${crossings(called)} imports across rooms (${parts.join(', ')})`,
  )
}

try {
  execFileSync('git', ['clone', '-q', house, repo])
  execFileSync(process.execPath, [path.join(dist, 'surfaces/cli/main.js'), 'index'], {
    cwd: repo,
    env: { ...process.env, CAIRN_HOME: home },
    stdio: 'pipe',
  })
  const question = ['where-used', 'compareText', '--json', '--set', 'budget_ms=60000']
  // The first question after a checkout also records file times, so it is not counted.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  walk(...question)
  report('question', walk(...question))
  appendFileSync(
    path.join(repo, 'src/base/compare-text.ts'),
    '\nexport const isBefore = (a: string, b: string): boolean => compareText(a, b) < 0\n',
  )
  report('question after an edit', walk(...question))
} finally {
  rmSync(work, { recursive: true, force: true })
}
