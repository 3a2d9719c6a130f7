// `cairn serve` for one repo, on a free port of this machine, with a recorder in front.
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { recordHttp } from './record-http.mjs'

/** Resolves to `{ transport, url, token, recordTo, close }` when the server answers. Every request needs the token. */
export async function serveHttp(program, { cwd, env, seconds = 30 }) {
  // A server registers no repo by itself.
  spawnSync(process.execPath, [program, 'index', cwd], { cwd, env })
  const made = spawnSync(process.execPath, [program, 'token', 'create', '--json'], { cwd, env, encoding: 'utf8' })
  const { token } = JSON.parse(made.stdout).items[0]
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'serve', '--require-token', '--port', String(port)], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill())
  const errors = []
  child.stderr.on('data', (chunk) => errors.push(chunk))
  const end = Date.now() + seconds * 1000
  while (!(await answers(`http://127.0.0.1:${port}/healthz`))) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill()
      throw new Error(`\`cairn serve\` does not answer: ${Buffer.concat(errors).toString('utf8').trim() || 'no message'}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const recorder = await recordHttp(`http://127.0.0.1:${port}/mcp`)
  return {
    transport: 'http',
    url: recorder.url,
    token,
    recordTo: recorder.recordTo,
    close: () => {
      recorder.close()
      child.kill()
    },
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
