// Real repositories for benches and soaks, downloaded as published packages: exact version, checksum compared, each unpacked into
// a git repo of one commit (always the same commit id). Those that cannot be downloaded are skipped with a reason. None is
// committed.
//
//   node scripts/real-repos.mjs FOLDER [--languages python,go] [--names express,gyp]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** One entry per repo: `keep` lists the source folders; built copies would make every symbol ambiguous. */
const sources = [
  {
    name: 'zod',
    language: 'typescript',
    npm: 'zod@4.6.7',
    sum: 'sha512-g8W2D2kU6a8untc053fX1uVBKzM7yqAxW/3zwk83+6RyF2+SKOuV+c0wBDhUwzV1PaGapmZH+rmcUzPf+3CGwg==',
    keep: ['src', 'package.json', 'README.md', 'LICENSE'],
  },
  {
    name: 'express',
    language: 'javascript',
    npm: 'express@5.3.0',
    sum: 'sha512-qCqy1xSoaugxOD4IVHb1ZWdkvCF2W3aE2okKouWj8VwJ+ztskSiXoBnCSJqfKT+cVPJhuJqe9YLbY425+Zh00g==',
  },
  {
    name: 'fastify',
    language: 'javascript',
    npm: 'fastify@5.12.8',
    sum: 'sha512-moP8exb2sCHLUbJkwp+I6C0padhy4D8lp0SdmzY7HhSdZuqm7O/u3o2aq7u8okaQ//33QDzj3G/u+FsSdB8Qzw==',
    keep: ['fastify.js', 'lib', 'test', 'docs', 'examples', 'package.json', 'README.md', 'LICENSE'],
  },
  {
    name: 'gyp',
    language: 'python',
    npm: 'node-gyp@13.1.0',
    sum: 'sha512-FpNzOLFACKG0oRBYbZ5WOeWD1EqRTIWX90MaRIWTO18lVYPx8fqIjrdS3pihjnCkSmgop6zVGkSqg1vXZLksuw==',
    keep: ['gyp', 'LICENSE'],
  },
  {
    name: 'cordova-android',
    language: 'java',
    npm: 'cordova-android@15.1.0',
    sum: 'sha512-mnOnOisYUVhyrLCPVlHJBKh4ro+X6nZA7nPqBrpVnyTpiiDiakNCfbBJjSs1MTBUJZ6dcmhhvNKZWPT9w6aGPA==',
    keep: ['framework', 'package.json', 'README.md', 'LICENSE'],
  },
  {
    name: 'cobra',
    language: 'go',
    debian: 'golang-github-spf13-cobra-dev=1.6.1-1',
    sum: 'sha256-T10ghVEzMZvu88W0nTwhoEBvJwv5T7S29NQGtpEoPLI=',
    inside: 'usr/share/gocode/src/github.com/spf13/cobra',
  },
]

/** Marks a folder as created by this script: only such a folder is ever deleted and created again. */
const mark = 'cairn-real-repo'

/** Each repo of those languages (all by default), unmodified: one that was edited is created again. */
export function realRepos(folder, { languages, names, log = (text) => process.stderr.write(`${text}\n`) } = {}) {
  const wanted = sources.filter(
    (source) => (!languages || languages.includes(source.language)) && (!names || names.includes(source.name)),
  )
  mkdirSync(path.join(folder, '.packages'), { recursive: true })
  return wanted.flatMap((source) => {
    try {
      return [{ name: source.name, language: source.language, root: realRepo(path.resolve(folder), source), from: spec(source) }]
    } catch (problem) {
      log(`skipped ${source.name} (${source.language}): ${problem.message}`)
      return []
    }
  })
}

function realRepo(folder, source) {
  const root = path.join(folder, source.name)
  if (isUntouched(root, source)) return root
  const unpacked = unpack(fetched(folder, source), path.join(folder, '.packages', `${source.name}-unpacked`), source)
  if (existsSync(root)) {
    if (!existsSync(path.join(root, '.git', mark))) throw new Error(`${root} exists and was not made by this script`)
    rmSync(root, { recursive: true, force: true })
  }
  renameSync(unpacked, root)
  commit(root)
  writeFileSync(path.join(root, '.git', mark), recipe(source))
  return root
}

function isUntouched(root, source) {
  const file = path.join(root, '.git', mark)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== recipe(source)) return false
  const git = (...args) => run('git', ['-C', root, ...args]).trim()
  return git('status', '--porcelain', '--ignored') === '' && git('rev-list', '--all', '--count') === '1'
}

function recipe(source) {
  return `${JSON.stringify(source)}\n`
}

function spec(source) {
  return source.npm ? `npm ${source.npm}` : `Debian ${source.debian}`
}

/** The package file, from the folder's own cache or the registry; its bytes are compared with the pinned sum either way. */
function fetched(folder, source) {
  const cache = path.join(folder, '.packages')
  const file = path.join(cache, `${source.name}${source.npm ? '.tgz' : '.deb'}`)
  if (existsSync(file) && sumOf(file, source.sum) === source.sum) return file
  const landing = path.join(cache, `${source.name}-landing`)
  rmSync(landing, { recursive: true, force: true })
  mkdirSync(landing)
  if (source.npm) run('npm', ['pack', '--silent', '--ignore-scripts', source.npm], landing)
  else run('apt-get', ['download', '-q', source.debian], landing)
  const landed = path.join(landing, readdirSync(landing)[0] ?? 'nothing')
  if (!existsSync(landed)) throw new Error(`${spec(source)} brought no file`)
  const sum = sumOf(landed, source.sum)
  if (sum !== source.sum) throw new Error(`${spec(source)} has the sum ${sum}, not ${source.sum}`)
  renameSync(landed, file)
  rmSync(landing, { recursive: true })
  return file
}

function sumOf(file, like) {
  const kind = like.slice(0, like.indexOf('-'))
  return `${kind}-${createHash(kind).update(readFileSync(file)).digest('base64')}`
}

function unpack(file, into, source) {
  const raw = `${into}-raw`
  for (const folder of [into, raw]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(raw, { recursive: true })
  if (source.npm) run('tar', ['-xzf', file, '--strip-components=1', '-C', raw])
  else run('dpkg-deb', ['-x', file, raw])
  const from = path.join(raw, source.inside ?? '')
  for (const name of source.keep ?? readdirSync(from))
    cpSync(path.join(from, name), path.join(into, name), { recursive: true, preserveTimestamps: true })
  rmSync(raw, { recursive: true, force: true })
  if (!statSync(into).isDirectory()) throw new Error(`${spec(source)} holds nothing of what is wanted`)
  return into
}

/** Fixed name, time and settings: the commit id depends on the files alone. */
function commit(root) {
  const who = { GIT_AUTHOR_NAME: 'bench', GIT_AUTHOR_EMAIL: 'bench@localhost', GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z' }
  const env = {
    ...process.env,
    ...who,
    GIT_COMMITTER_NAME: 'bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  run('git', ['init', '-q', '-b', 'main'], root, env)
  for (const [key, value] of [
    ['core.autocrlf', 'false'],
    ['user.name', 'bench'],
    ['user.email', 'bench@localhost'],
    ['gc.auto', '0'],
  ])
    run('git', ['config', key, value], root, env)
  run('git', ['add', '-A', '-f'], root, env)
  run('git', ['commit', '-q', '-m', 'as published'], root, env)
}

function run(command, args, cwd, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 300_000 })
  if (error) throw new Error(`${command}: ${error.code ?? error.message}`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${(stderr || stdout).trim().split('\n').at(-1)}`)
  return stdout
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2)
  const listed = (option) => {
    const at = args.indexOf(option)
    return at >= 0 ? args.splice(at, 2)[1]?.split(',') : undefined
  }
  const [languages, names] = [listed('--languages'), listed('--names')]
  if (args.length !== 1) {
    process.stderr.write('usage: node scripts/real-repos.mjs FOLDER [--languages typescript,go] [--names express,gyp]\n')
    process.exit(2)
  }
  for (const { name, language, root, from } of realRepos(args[0], { languages, names }))
    process.stdout.write(`${name}\t${language}\t${from}\t${root}\n`)
}
