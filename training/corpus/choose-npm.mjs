// Chooses the npm packages of the training corpus: the packages named in npm-seeds.txt, and what those depend on. Prints a list (package-list.mjs).
//   node training/corpus/choose-npm.mjs --most 5000 > npm.tsv
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keepOutReason } from './keep-out.mjs'
import { packageLine } from './package-list.mjs'

const { values } = parseArgs({ options: { most: { type: 'string', default: '5000' } } })
const registry = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
}).trim()
const LARGEST = 25e6
const AT_ONCE = 16

const seeds = readFileSync(new URL('npm-seeds.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => line.split(' '))
  .filter((name) => name !== '')

const known = new Set(seeds)
let wave = [...known]
let taken = 0
for (let depth = 0; wave.length > 0 && taken < Number(values.most); depth++) {
  const next = []
  for (let at = 0; at < wave.length && taken < Number(values.most); at += AT_ONCE) {
    for (const latest of await Promise.all(wave.slice(at, at + AT_ONCE).map(lookUp))) {
      if (!latest || keepOutReason([latest.name, repositoryOf(latest)]) !== undefined) continue
      const size = latest.dist.unpackedSize ?? 0
      for (const name of related(latest, depth)) {
        if (!known.has(name)) next.push(name)
        known.add(name)
      }
      if (size > LARGEST) continue
      taken++
      console.log(packageLine(entryOf(latest)))
    }
  }
  wave = next
}

/** At the first depths also what a package is built with: that is where packages of one project lead to each other. */
function related(latest, depth) {
  const names = Object.keys({
    ...latest.dependencies,
    ...latest.peerDependencies,
    ...(depth === 0 ? latest.devDependencies : {}),
  })
  return names.filter((name) => !name.startsWith('@types/') && !name.startsWith('@esbuild/') && !name.startsWith('@aws-sdk/'))
}

async function lookUp(name) {
  try {
    const answer = await fetch(`${registry}${name.replace('/', '%2f')}/latest`)
    const latest = answer.ok ? await answer.json() : undefined
    return latest?.dist?.tarball ? latest : undefined
  } catch {
    return undefined
  }
}

function entryOf(latest) {
  const { name, version, dist } = latest
  const location = new URL(dist.tarball).pathname.slice(1)
  return { origin: 'npm', name, version, hash: dist.shasum, licence: licenceOf(latest), location }
}

function repositoryOf({ repository }) {
  const address = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return /^[\w.-]+\/[\w.-]+$/.test(address) ? `github.com/${address}` : address
}
function licenceOf({ license }) {
  return (typeof license === 'string' ? license : (license?.type ?? 'unknown')).replaceAll(/\s+/g, ' ')
}
