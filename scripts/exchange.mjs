// `npm run exchange -- DIR…`: the checks of test/e2e/graph-exchange.test.ts on these checkouts. They are copied, never changed.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folders = process.argv.slice(2).map((folder) => path.resolve(folder))
if (folders.length === 0) {
  process.stderr.write('usage: npm run exchange -- DIR…\n')
  process.exit(2)
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const env = { ...process.env, CAIRN_EXCHANGE_REPOS: folders.join(path.delimiter) }
for (const args of [
  ['scripts/build.mjs', '--quiet'],
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', 'test/e2e/graph-exchange.test.ts'],
]) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
