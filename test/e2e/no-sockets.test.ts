/** Nothing leaves the machine unless the user says so: no command opens a connection with the default settings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const recorder = pathToFileURL(path.resolve(import.meta.dirname, '../kit/record-sockets.mjs')).href

function world() {
  const root = gitRepo({ 'src/pay.py': 'def refund(order):\n    """Gives money back."""\n    return order.total\n' }, 'shop')
  const home = tempFolder('home')
  const run = (args: readonly string[], input = '') => {
    const sockets = path.join(tempFolder('sockets'), 'opened')
    const loaded = tempFolder('coverage')
    const env = { NODE_OPTIONS: `--import=${recorder}`, SOCKETS: sockets, NODE_V8_COVERAGE: loaded }
    const { status, stdout, stderr } = runCairn(args, { cwd: root, home, env, input })
    return {
      status,
      said: stdout + stderr,
      opened: existsSync(sockets) ? readFileSync(sockets, 'utf8').trim().split('\n') : [],
      loaded: readdirSync(loaded)
        .map((file) => readFileSync(path.join(loaded, file), 'utf8'))
        .join('\n'),
    }
  }
  return { run }
}

describe('connections', () => {
  it('[LL16] no command opens one, and none loads the interface of the language model', () => {
    const { run } = world()
    const questions = [
      { id: 1, tool: 'ask_codebase', arguments: { query: 'how is money given back' } },
      { id: 2, tool: 'search_code', arguments: { query: 'refund' } },
    ]
    const runs = [
      run(['index']),
      run(['ask', 'how is money given back']),
      run(['search', 'refund']),
      run(['status']),
      run(['batch'], questions.map((each) => JSON.stringify(each)).join('\n')),
    ]
    for (const { status, said, opened, loaded } of runs) {
      expect({ status, said, opened }).toEqual({ status: 0, said, opened: [] })
      expect(loaded).toContain('/surfaces/cli/')
      expect(loaded).not.toMatch(/ai-sdk|\/create-chat-model\.js/)
    }
  })

  it('[LL16] doctor looks for servers on this machine alone', () => {
    const { opened } = world().run(['doctor'])
    expect(new Set(opened)).toEqual(new Set(['11434', '1234', '8080', '8000'].map((port) => `127.0.0.1:${port}`)))
  })
})
