/** Checks that everything Cairn needs is there, and how many files of each language could be parsed. It repairs nothing. */

import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../base/make-folder.ts'
import { CairnProblem, problems } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { DoctorCheck, DoctorReport } from '../contract/reports.ts'
import type { StoreReader } from '../store/port.ts'
import { gitVersion } from '../workspace/git-environment.ts'
import { findRepoRoot } from '../workspace/repo-root.ts'
import { coverage } from './coverage.ts'
import { checkLanguageModel } from './language-model.ts'
import { status } from './status.ts'
import type { UpkeepRooms } from './upkeep-rooms.ts'
import { checkVectors, missingWords } from './vectors.ts'

export async function doctor(rooms: UpkeepRooms, options: { signal?: AbortSignal } = {}): Promise<DoctorReport> {
  const checks = [checkNode(process.versions.node), await checkGit(), await checkHome(rooms.home)]
  const store = await checkStore(rooms)
  const known = await checkRegistry(rooms)
  checks.push(
    store.check,
    known.check,
    await checkVectors(rooms, options),
    ...(await checkLanguageModel(rooms.language_model, options)),
  )
  const repos: DoctorReport['repos'] = []
  if (store.reader) {
    for (const repo of known.repos) {
      options.signal?.throwIfAborted()
      checks.push(await checkRepo(repo, rooms, options))
      repos.push({ repo_id: repo.repo_id, languages: await coverage(repo.repo_id, store.reader, rooms.extractionOf) })
    }
  }
  return { version: rooms.version, checks, repos }
}

const ok = (name: string, words: string): DoctorCheck => ({ name, state: 'ok', words, fix: '' })
const bad = (name: string, words: string, fix: string): DoctorCheck => ({ name, state: 'problem', words, fix })
const odd = (name: string, words: string, fix: string): DoctorCheck => ({ name, state: 'warning', words, fix })

export function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const enough = major > 20 || (major === 20 && minor >= 19)
  return enough ? ok('node', version) : bad('node', `${version} is too old`, 'Install Node 20.19 or later.')
}

async function checkGit(): Promise<DoctorCheck> {
  const fix = 'Install git; until then every file is compared by its bytes, which is slower.'
  const version = await gitVersion(await findRepoRoot('.').catch(() => '/nowhere'))
  return version === undefined ? odd('git', 'not found', fix) : ok('git', version)
}

/** With less space than this, the index of a medium repo may not fit. */
const littleSpace = 500_000_000

async function checkHome(home: string): Promise<DoctorCheck> {
  const probe = path.join(home, `.doctor-${process.pid}`)
  try {
    makeFolder(home, 0o700)
    await writeFile(probe, '')
    await rm(probe)
    const { bavail, bsize } = await statfs(home)
    if (bavail * bsize < littleSpace)
      return odd('home', `${home} has only ${Math.round((bavail * bsize) / 1e6)} MB left`, 'Free some space, or move CAIRN_HOME.')
    return ok('home', `${home} can be written`)
  } catch (error) {
    const fix = 'Make it writable, or set CAIRN_HOME. Until then Cairn answers without an index, by searching the files.'
    return bad('home', `${home} cannot be written (${error instanceof Error ? error.message : String(error)})`, fix)
  }
}

async function checkStore(rooms: UpkeepRooms): Promise<{ check: DoctorCheck; reader?: StoreReader }> {
  try {
    const reader = await rooms.openReader()
    const damage = await reader.check()
    if (damage) return { check: bad('store', damage, problems.STORE_CORRUPT.fix) }
    const { total } = await reader.size()
    return { check: ok('store', `intact, ${(total / 1e6).toFixed(1)} MB`), reader }
  } catch (error) {
    return { check: problemCheck('store', error) }
  }
}

async function checkRegistry(rooms: UpkeepRooms): Promise<{ check: DoctorCheck; repos: readonly Repo[] }> {
  try {
    const repos = await rooms.registry.list()
    return { check: ok('registry', repos.length === 1 ? '1 repo' : `${repos.length} repos`), repos }
  } catch (error) {
    return { check: problemCheck('registry', error), repos: [] }
  }
}

async function checkRepo(repo: Repo, rooms: UpkeepRooms, options: { signal?: AbortSignal }): Promise<DoctorCheck> {
  try {
    const [found] = (await status([repo], rooms, options)).repos
    if (!found) return odd(repo.repo_id, 'not found', '')
    const missing = missingWords(found.vectors)
    const settings = rooms.settingsNote?.(repo.root) ?? ''
    if (settings !== '') return odd(repo.repo_id, `${found.words} ${settings}`, 'Correct its .cairn.json.')
    if (found.freshness_state !== 'FRESH') return odd(repo.repo_id, found.words, '')
    if (missing.length === 0) return ok(repo.repo_id, found.words)
    return odd(repo.repo_id, [found.words, ...missing].join(' '), 'Run `cairn index` to make them.')
  } catch (error) {
    options.signal?.throwIfAborted()
    return problemCheck(repo.repo_id, error)
  }
}

function problemCheck(name: string, error: unknown): DoctorCheck {
  if (error instanceof CairnProblem) return bad(name, error.message, error.fix)
  return bad(
    name,
    error instanceof Error ? error.message : String(error),
    'Run it again with CAIRN_DEBUG=1 and report what it prints.',
  )
}
