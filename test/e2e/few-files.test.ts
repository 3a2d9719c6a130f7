/** A cold start costs as much as what it loads: a question that loads modules one by one fails here. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

/** The files of Cairn that a command loads, in the process itself. */
function loadedBy(args: readonly string[], cwd: string, home: string): string[] {
  const coverage = tempFolder('coverage')
  const { status, stderr } = runCairn(args, { cwd, home, env: { NODE_V8_COVERAGE: coverage } })
  expect({ args, status, stderr }).toMatchObject({ status: 0 })
  const [report = ''] = readdirSync(coverage)
  const { result } = JSON.parse(readFileSync(path.join(coverage, report), 'utf8')) as { result: { url: string }[] }
  return result.flatMap(({ url }) => /\/dist\/(.*)$/.exec(url)?.[1] ?? [])
}

it('[CL28] a question loads a few files', () => {
  const root = gitRepo({ 'src/pay.py': 'def refund(order):\n    return order.total\n\n\ndef pay():\n    refund(1)\n' })
  const home = tempFolder('home')
  expect(runCairn(['index'], { cwd: root, home }).status).toBe(0)
  const questions = [
    ['search', 'where is money given back'],
    ['search', 'refund', '--definitions-first'],
    ['definition', 'refund'],
    ['where-used', 'refund'],
    ['lineage', 'refund', '--direction', 'upstream'],
    ['code', 'refund'],
    ['file', 'src/pay.py'],
    ['explore'],
    ['repos'],
    ['status'],
  ]
  for (const question of questions) {
    const loaded = loadedBy(question, root, home)
    expect(loaded, question.join(' ')).toContain('surfaces/cli/main.js')
    expect(loaded.length, `${question.join(' ')}: ${loaded.join(' ')}`).toBeLessThanOrEqual(25)
  }
})
