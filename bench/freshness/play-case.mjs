// One case: restore the tree and the index, ask the questions (what does the tool know?), make the change, ask the questions at
// once, and ask those with wrong answers again after the tool's own update: its command, or its watcher after some time.

import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { applyChange } from './change.mjs'
import { baselineOf, judge, truthOf } from './judge.mjs'
import { readTree } from './source-text.mjs'

/** A checkout of the repo with the tool's index in it, and how to restore it. */
export async function prepareCheckout(row, repo, folder) {
  const checkout = { root: path.join(folder, 'tree', repo.name), home: path.join(folder, 'home'), known: new Map() }
  const kept = path.join(folder, 'kept')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(checkout.home, { recursive: true })
  copy(repo.root, checkout.root)
  // An index is not committed: git and every tool ignore these folders.
  appendFileSync(path.join(checkout.root, '.git/info/exclude'), `${row.folders.join('\n')}\n`)
  refresh(checkout.root)
  const { status, ms, stdout, stderr } = await row.index(checkout)
  if (status !== 0) throw new Error(`${row.id} could not index ${repo.name}: ${(stdout + stderr).slice(-500)}`)
  copy(path.join(folder, 'tree'), path.join(kept, 'tree'))
  copy(checkout.home, path.join(kept, 'home'))
  return {
    ...checkout,
    indexMs: ms,
    restore() {
      rmSync(path.join(folder, 'tree'), { recursive: true, force: true })
      rmSync(checkout.home, { recursive: true, force: true })
      copy(path.join(kept, 'tree'), path.join(folder, 'tree'))
      copy(path.join(kept, 'home'), checkout.home)
      refresh(checkout.root)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export async function playCase(row, checkout, repo, play, draft) {
  const questions = play.ask.map((text) => text.split(':')).filter(([question]) => row.questions.includes(question))
  checkout.restore()
  const session = await row.open(checkout)
  try {
    const asked = []
    for (const [question, which] of questions) asked.push(await before(session, checkout, repo, draft, question, which))
    applyChange(checkout.root, draft)
    return await after(row, checkout, session, draft, play, asked)
  } finally {
    await session.close()
  }
}

/** The answer before the change, asked once per target and kept. */
async function before(session, checkout, repo, draft, question, which) {
  const { name } = draft.target
  const key = `${question} ${name}`
  if (!checkout.known.has(key)) checkout.known.set(key, await session.ask(question, name))
  const { answer } = checkout.known.get(key)
  const truth = truthOf(repo.tree, question, name)
  const baseline = baselineOf(checkout.root, question, name, answer, truth, draft.caller)
  return { question, name: which === 'new' ? draft.name : name, baseline, said: answer.says }
}

async function after(row, checkout, session, draft, play, asked) {
  const started = performance.now()
  const tree = readTree(checkout.root)
  const spent = performance.now() - started
  const records = []
  for (const each of asked) {
    const about = { scenario: play.scenario, play: play.id, target: draft.target.name, question: each.question, name: each.name }
    if (!each.baseline) {
      records.push({ ...about, verdict: 'not-compared' })
      continue
    }
    const truth = truthOf(tree, each.question, each.name, draft.origins)
    const { raw, answer, verdict } = await askNow(checkout, session, { ...each, truth })
    const { correct, ...found } = verdict
    records.push({
      ...about,
      ...found,
      ms: raw.ms,
      msToCorrect: correct ? raw.ms : null,
      says: answer.says,
      raw: clip(raw),
      again: { ...each, truth },
    })
  }
  const wrong = records.filter((record) => record.again && record.verdict !== 'correct')
  if (wrong.length > 0)
    await (row.sync ? update(row, checkout, session, wrong) : wait(row, checkout, session, wrong, started + spent))
  return records.map(({ again, ...record }) => record)
}

/** After the tool's own update command: is the answer right, and how long did command and question take together? */
async function update(row, checkout, session, wrong) {
  const { ms } = await row.sync(checkout)
  for (const record of wrong) {
    const { raw, verdict } = await askNow(checkout, session, record.again)
    record.afterUpdate = { verdict: verdict.verdict, notes: verdict.notes, raw: clip(raw) }
    record.msToCorrect = verdict.correct ? ms + raw.ms : null
  }
}

/** Asks a long-lived process until it is right; the time since the change counts. */
async function wait(row, checkout, session, wrong, started) {
  const patience = row.patience ?? 30_000
  for (const record of wrong) {
    for (;;) {
      const { raw, verdict } = await askNow(checkout, session, record.again)
      record.afterUpdate = { verdict: verdict.verdict, notes: verdict.notes, raw: clip(raw) }
      const passed = performance.now() - started
      if (verdict.correct) record.msToCorrect = passed
      if (verdict.correct || passed > patience) break
      await pause(200)
    }
  }
}

/** A warning that was in the answer before the change says nothing about the change. */
async function askNow(checkout, session, { question, name, truth, baseline, said }) {
  const { raw, answer } = await session.ask(question, name)
  answer.says = answer.says.filter((warning) => !said.includes(warning))
  return { raw, answer, verdict: judge(checkout.root, question, name, answer, truth, baseline) }
}

function copy(from, to) {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/** A copied file has a new inode: without this git would read every file again, unlike in a real checkout. */
function refresh(root) {
  spawnSync('git', ['-C', root, 'update-index', '-q', '--refresh'])
}

function clip(raw) {
  return { status: raw.status, stdout: raw.stdout.slice(0, 20_000), stderr: raw.stderr.slice(-1000) }
}
