// `npm run test:clients`: real MCP clients, each driven by a scripted model, list Cairn's tools, call them and get whole answers.
//
//   npm run test:clients -- [--only codex,opencode] [--transport stdio|http] [--configure own|install] [--seconds 180]
//                           [--json FILE] [--write-docs] [--keep] [--program FILE]
//
// The clients are installed once, into cairn-clients below the system's temporary folder (1.4 GB for all), and kept there. Each
// runs in a home and a repo of its own, and reaches nothing but this machine. Tried on Linux only.
// --configure install: `cairn install` writes the client's entry for Cairn; otherwise test/clients/client does.
// --keep: the scratch folder stays, with each client's requests to the model and messages to Cairn.
// --program: the command to test instead of dist/surfaces/cli/main.js.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { clientTable } from '../test/clients/client-table.mjs'
import { rowOf, writeClientsPage } from '../test/clients/clients-page.mjs'
import { installClient } from '../test/clients/install-client.mjs'
import { measureClient } from '../test/clients/measure-client.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = readOptions()
const say = (text) => process.stderr.write(`${text}\n`)

if (
  !options.program &&
  spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--quiet'], { stdio: 'inherit' }).status !== 0
)
  process.exit(1)
const program = path.resolve(options.program ?? path.join(root, 'dist/surfaces/cli/main.js'))
const cache = path.join(os.tmpdir(), 'cairn-clients')
mkdirSync(cache, { recursive: true })
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-clients-'))
process.on('exit', () =>
  options.keep ? say(`\nkept: ${scratch}`) : rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }),
)
// An exit, not the signal itself, so that the client is ended and the scratch folder removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

const results = []
for (const client of options.clients) results.push(await measure(client))
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
if (options.writeDocs) writeClientsPage(path.join(root, 'docs/clients.md'), results)
const failed = results.filter(({ failures }) => failures.length > 0)
say(`\n${results.length - failed.length} of ${results.length} clients passed`)
process.exit(failed.length > 0 ? 1 : 0)

/** A client that fails in any way becomes a result with its reason, so that the others are still measured. */
async function measure(client) {
  const about = { client: client.name, title: client.title, version: client.version, transport: options.transport }
  say(`\n── ${client.title} ${client.version}`)
  let result
  try {
    const command = installClient(client, cache)
    result = { ...about, ...(await measureClient(client, { ...options, command, program, scratch })) }
  } catch (problem) {
    result = { ...about, failures: [problem.message] }
  }
  for (const call of result.calls ?? [])
    say(
      `${call.tool} (${call.role}): ${call.sentBytes ?? 'no'} bytes sent, ${call.receivedBytes ?? 'none'} received${call.whole ? ', the same text' : ''}`,
    )
  say(rowOf(result))
  for (const failure of result.failures) say(`FAILED: ${failure}`)
  return result
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      transport: { type: 'string', default: 'stdio' },
      configure: { type: 'string', default: 'own' },
      seconds: { type: 'string', default: '180' },
      json: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      program: { type: 'string' },
    },
  })
  const wanted = values.only?.split(',').map((name) => name.trim())
  const unknown = wanted?.filter((name) => !clientTable.some((client) => client.name === name)) ?? []
  if (unknown.length > 0)
    refuse(`--only does not know ${unknown.join(', ')}; it knows ${clientTable.map(({ name }) => name).join(', ')}.`)
  if (!['stdio', 'http'].includes(values.transport)) refuse('--transport is stdio or http.')
  if (!['own', 'install'].includes(values.configure)) refuse('--configure is own or install.')
  if (values['write-docs'] && values.transport !== 'stdio') refuse('--write-docs needs --transport stdio.')
  return {
    ...values,
    writeDocs: values['write-docs'],
    seconds: Number(values.seconds),
    clients: clientTable.filter(({ name }) => !wanted || wanted.includes(name)),
  }
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}
